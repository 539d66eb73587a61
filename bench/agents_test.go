package main

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"kei/gen"
	"kei/gen/agents"
)

// TestAgentPolicy: what is measured is a policy that nothing is wrong with.
func TestAgentPolicy(t *testing.T) {
	m := fstest.MapFS{}
	for name, text := range agentPolicy(9, 40, 3) {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	r, _, err := gen.Agents(m, agents.Clients(), "")
	if err != nil || len(r.Set.Renderings) != 9*8 {
		t.Errorf("%d renderings: %v", len(r.Set.Renderings), err)
	}
}

// TestGrantPolicy: as many atoms stand in the package as are granted.
func TestGrantPolicy(t *testing.T) {
	set := grantPolicy(3)
	granted := set["capabilities/tools/granted/capability.toml"]
	for i := range 4 {
		there := set[fmt.Sprintf("primitives/kei-p0/atoms/v%d.md", i)] != ""
		if is := strings.Contains(granted, fmt.Sprintf("\"kei-p0::v%d\"", i)); is != there || is != (i < 3) {
			t.Errorf("atom %d: granted %v, there %v", i, is, there)
		}
	}
}

func TestFiguresOfAgents(t *testing.T) {
	var b strings.Builder
	figuresOfAgents(&b, []agentRow{{"a", time.Second, time.Minute, 2 * time.Second}, {"b", time.Second, 0, 50 * time.Millisecond}})
	for _, want := range []string{"| a | 1s | 1m0s | 2s |\n", "| b | 1s (over) | 0s | 50ms |\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in %s", want, b.String())
		}
	}
}
