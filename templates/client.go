package templates

import (
	"errors"
	"go/format"
	"strings"
)

// A Client is the beginning of what kei knows of a coding agent.
type Client struct {
	Name string // as --client says it
	Var  string // of what package client knows of it
	Key  string // what its payloads have names with
}

// NewClient begins one: its name is a slug.
func NewClient(name string) Client {
	return Client{name, kindVar(name) + "Client", strings.ReplaceAll(name, "-", "_")}
}

// Source is its file in runtime/client, and the name of that.
func (c Client) Source() (name string, text []byte, err error) {
	text, err = execute("new/client.go.txt", c)
	if err == nil {
		text, err = format.Source(text)
	}
	// Without the dashes: after a _ Go would read a system's name.
	return "runtime/client/" + strings.ReplaceAll(c.Name, "-", "") + ".go", text, err
}

// Payloads are what it writes before a tool call, by the names of files.
func (c Client) Payloads() (map[string][]byte, error) {
	all := map[string][]byte{}
	for _, what := range []string{"shell", "write"} {
		text, err := execute("new/client-"+what+".json", c)
		if err != nil {
			return nil, err
		}
		all["goldentests/payloads/"+c.Name+"/"+what+".json"] = text
	}
	return all, nil
}

// Registered gives it its line in the text of runtime/client/client.go, before
// those whose marks say less.
func (c Client) Registered(text []byte) ([]byte, error) {
	const list = "var Clients = [...]*Client{\n"
	return inserted(text, list, "", "\t&"+c.Var+",\n")
}

// Hooked gives it its entry in the text of hooks/client.go, behind the others.
func (c Client) Hooked(text []byte) ([]byte, error) {
	entry, err := execute("new/client-hook.txt", c)
	if err != nil {
		return nil, err
	}
	return inserted(text, "var clients = []Client{\n", "\n}\n", strings.TrimSuffix("\n"+string(entry), "\n"))
}

// inserted puts more into a list of a Go file: in front of its end, or where
// that is "" at its beginning.
func inserted(text []byte, list, end, more string) ([]byte, error) {
	before, after, ok := strings.Cut(string(text), list)
	inside, rest, ends := strings.Cut(after, end)
	if !ok || !ends {
		return nil, errors.New("there is no " + strings.TrimSpace(list) + "...} to add the client to")
	}
	return format.Source([]byte(before + list + inside + more + end + rest))
}
