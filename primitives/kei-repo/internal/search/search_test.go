package search

import (
	"math"
	"strings"
	"testing"
)

// TestNumbers: what the schema closes is refused also where nobody holds the input to it.
func TestNumbers(t *testing.T) {
	t.Chdir(t.TempDir()) // in no repository
	t.Setenv("GIT_CEILING_DIRECTORIES", "/")
	for _, tt := range []struct {
		context, limit int64
		want           string
	}{
		{0, 0, "NoRepository"},
		{20, 1000, "NoRepository"},
		{-1, 0, "context is -1"},
		{21, 0, "context is 21"},
		{math.MaxInt64, 0, "context is"},
		{0, -1, "limit is -1"},
		{0, math.MinInt64, "limit is"},
		{0, 1001, "limit is 1001"},
	} {
		_, err := Run(t.Context(), Input{Pattern: "x", Context: &tt.context, Limit: tt.limit})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("context %d, limit %d: %v, want %s", tt.context, tt.limit, err, tt.want)
		}
	}
}
