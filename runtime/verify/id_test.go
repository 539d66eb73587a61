package verify

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// The ids that package agent gives out and takes are those that are taken here.
func TestAgentIDs(t *testing.T) {
	f, err := os.Open("../../goldentests/cases/agent_id.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for lines := bufio.NewScanner(f); lines.Scan(); rows++ {
		var row struct {
			ID    string `json:"agent_id"`
			Valid bool   `json:"ok"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		if err := CheckAgentID(row.ID); (err == nil) != row.Valid {
			t.Errorf("%q: %v, want valid %v", row.ID, err, row.Valid)
		}
	}
	if rows < 60 {
		t.Errorf("only %d rows", rows)
	}
}
