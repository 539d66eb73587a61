package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"kei/runtime/gate"
)

// Every payload is one that a gate understands as the call that it stands for.
func TestPayloads(t *testing.T) {
	for _, c := range calls {
		for i := range c.texts {
			var b bytes.Buffer
			if err := c.payload(&b, "/project", i); err != nil {
				t.Fatal(err)
			}
			got, err := gate.ParseCallIn(b.Bytes(), nil)
			if err != nil {
				t.Errorf("%s %d: %v", c.name, i, err)
				continue
			}
			if got.Tool != c.tool || got.Missing != "" || len(got.Commands)+len(got.Paths) == 0 {
				t.Errorf("%s %d is understood as %+v", c.name, i, got)
			}
		}
	}
}

func TestContent(t *testing.T) {
	c := call{tool: "Write", field: "file_path", texts: []string{"%TREE%/x"}, size: len(source)*3 + 5}
	var b bytes.Buffer
	if err := c.payload(&b, "/work", 0); err != nil {
		t.Fatal(err)
	}
	var p struct {
		Input struct{ Content string } `json:"tool_input"`
	}
	if err := json.Unmarshal(b.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if want := source + source + source + source[:5]; p.Input.Content != want {
		t.Errorf("content of %d bytes, want %d", len(p.Input.Content), len(want))
	}
}

// largeWrite may be cut anywhere in source, which must not be within a character.
func TestSizes(t *testing.T) {
	for _, c := range append([]call{largeWrite}, calls...) {
		if c.size > 0 && c.size%len(source) > 0 && source[c.size%len(source)]&0xC0 == 0x80 {
			t.Errorf("%s ends within a character", c.name)
		}
	}
}
