package agent

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"kei/internal/tomlpos"
	"kei/ledger"
)

// NewID draws an id for an agent of the role: ag-ROLE-TIME-RANDOM.
func NewID(role string, now time.Time) string {
	var random [2]byte
	rand.Read(random[:])
	tail := "-" + hex.EncodeToString(random[:])
	head := "ag-" + slug(role) + "-" + strconv.FormatInt(now.UnixMilli(), 16)
	if most := ledger.MaxID - len(tail); len(head) > most {
		head = strings.TrimRight(head[:most], "-._")
	}
	return head + tail
}

var notInID = regexp.MustCompile(`[^A-Za-z0-9._-]`)

// slug keeps of a name what an id can hold.
func slug(s string) string {
	s = notInID.ReplaceAllString(s, "_")
	for strings.Contains(s, "..") {
		s = strings.ReplaceAll(s, "..", ".")
	}
	if s = strings.Trim(s, "-._"); s == "" {
		return "x"
	}
	return s
}

func newNonce() uint32 {
	var b [4]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint32(b[:])
}

// checkBranch holds an id to what git takes as the end of a branch's name, which
// is a little less than what may be an id.
func checkBranch(id string) error {
	if strings.HasSuffix(id, ".") || strings.HasSuffix(strings.ToLower(id), ".lock") {
		return &ledger.IDError{Reason: "git allows no branch agent/" + id}
	}
	return nil
}

// WithID is the task with an agent-id: what is stored, sealed and hashed says
// whose it is. The text around the id stays as it was written.
func (t Task) WithID(name, id string) (Task, error) {
	if err := ledger.CheckID(id); err != nil {
		return Task{}, err
	}
	if t.AgentID == id {
		return t, nil
	}
	no := errors.New(name + ": the agent-id cannot be written into this file; add agent-id = " + strconv.Quote(id) + " to [task]")
	text, err := insertID(name, t.Bytes, id)
	if err != nil {
		return Task{}, no
	}
	filled, err := ParseTask(name, text)
	if err != nil {
		return Task{}, no
	}
	// Whatever was inserted, and wherever: nothing else may have changed by it.
	same := filled
	same.AgentID, same.Bytes, same.SHA256 = t.AgentID, t.Bytes, t.SHA256
	same.settings = t.settings // they may stand a line lower
	if filled.AgentID != id || !reflect.DeepEqual(same, t) {
		return Task{}, no
	}
	return filled, nil
}

// insertID writes the id where one stands, or an empty one, or below [task].
func insertID(name string, data []byte, id string) ([]byte, error) {
	t, err := tomlpos.Parse(name, data)
	if err != nil {
		return nil, err
	}
	var f taskFile
	tomlpos.Decode(t, &f)
	lines := strings.SplitAfter(string(data), "\n")
	if f.Task == nil {
		return []byte("[task]\nagent-id = " + strconv.Quote(id) + "\n\n" + string(data)), nil
	}
	var in taskTables
	tomlpos.Decode(f.Task, &in.task)
	if pos := in.task.AgentID.Pos; pos.Line > 0 {
		line := lines[pos.Line-1]
		at := strings.Index(line, "agent-id")
		if at < 0 {
			return nil, fmt.Errorf("no agent-id in line %d", pos.Line)
		}
		had := in.task.AgentID.Text
		if i := strings.IndexAny(line[at:], `"'`); i >= 0 {
			if rest, ok := strings.CutPrefix(line[at+i+1:], had+line[at+i:at+i+1]); ok {
				lines[pos.Line-1] = line[:at+i] + strconv.Quote(id) + rest
				return []byte(strings.Join(lines, "")), nil
			}
		}
		return nil, fmt.Errorf("no agent-id %q in line %d", had, pos.Line)
	}
	for i, line := range lines {
		head, _, _ := strings.Cut(line, "#")
		if strings.TrimSpace(head) == "[task]" {
			end := "\n"
			if strings.HasSuffix(line, "\r\n") {
				end = "\r\n"
			} else if !strings.HasSuffix(line, "\n") {
				lines[i] = line + "\n"
			}
			lines[i] += "agent-id = " + strconv.Quote(id) + end
			return []byte(strings.Join(lines, "")), nil
		}
	}
	return nil, errors.New("no line [task]")
}
