package agent

import (
	"os"
	"path/filepath"
	"testing"
)

func TestEnded(t *testing.T) {
	const begin, result = `{"type":"system","subtype":"init"}` + "\n", `{"type":"result","subtype":"success","result":"blockers: none"}` + "\n"
	for _, tt := range []struct {
		log   string
		ended bool
		text  string
	}{
		{"", false, ""},
		{begin, false, ""},
		{begin + result, true, "blockers: none"},
		{begin + result[:len(result)-2], false, ""},
		{begin + result + begin, false, ""}, // it goes on, and has not ended again
		{begin + result + begin + result, true, "blockers: none"},
	} {
		a := &Agent{home: &Home{Dir: t.TempDir()}, Journal: Journal{ID: "ag-a"}}
		name := a.File(LogFile)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(tt.log), 0o644); err != nil {
			t.Fatal(err)
		}
		if s := a.ended(); s.Ended != tt.ended || s.Text != tt.text {
			t.Errorf("%q: %+v", tt.log, s)
		}
	}
}
