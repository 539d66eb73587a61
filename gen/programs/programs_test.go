package programs

import (
	"os"
	"strings"
	"testing"
)

// Every program that ships loads, and comes out as its examples say.
func TestShipped(t *testing.T) {
	set, err := Load(os.DirFS("../.."))
	if err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			t.Error(line)
		}
		return
	}
	t.Logf("%d programs", len(set.Programs))
	if err := set.Prove(); err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			t.Error(line)
		}
	}
}
