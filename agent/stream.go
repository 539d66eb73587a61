package agent

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
)

// Said is what the client printed at the end.
type Said struct {
	Ended   bool   // it said how it ended, which Claude Code always does
	Text    string // the agent's last words
	Failed  bool
	Subtype string // of the result: success, error_max_turns, ...
	CostUSD float64
	In, Out int64 // tokens
	Model   string
}

// event is a line of Claude Code's stream-json, as far as it is looked at.
type event struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
	Model   string `json:"model"`
	Message struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	IsError bool    `json:"is_error"`
	Result  string  `json:"result"`
	Errors  any     `json:"errors"` // a list of texts, in place of a result
	Cost    float64 `json:"total_cost_usd"`
	Usage   struct {
		In  int64 `json:"input_tokens"`
		Out int64 `json:"output_tokens"`
	} `json:"usage"`
}

const (
	maxLine = 16 << 20  // bytes of one event
	maxLog  = 256 << 20 // bytes that are kept of what a client prints
)

// follow reads what the client prints until it ends, keeps it in log, and says
// what the agent does. Nothing in it is believed but the end of a run.
func follow(r io.Reader, log io.Writer, say func(string, ...any)) (s Said) {
	in := bufio.NewReaderSize(r, 64<<10)
	kept := 0
	for {
		line, err := readLine(in)
		if len(line) > 0 {
			if kept += len(line) + 1; kept <= maxLog {
				_, _ = log.Write(append(line, '\n'))
			}
			s.take(line, say)
		}
		if err != nil {
			return s
		}
	}
}

// readLine drops what is longer than an event may be.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) <= maxLine {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return []byte(strings.TrimRight(string(line), "\r\n")), err
		}
	}
}

func (s *Said) take(line []byte, say func(string, ...any)) {
	var e event
	if json.Unmarshal(line, &e) != nil {
		say("%s", short(string(line)))
		return
	}
	if e.Model != "" {
		s.Model = e.Model
	}
	switch e.Type {
	case "assistant":
		var content []struct {
			Type, Text, Name string
			Input            map[string]any
		}
		_ = json.Unmarshal(e.Message.Content, &content)
		for _, c := range content {
			switch c.Type {
			case "text":
				say("%s", short(c.Text))
			case "tool_use":
				say("%s", short(c.Name+about(c.Input)))
			}
		}
	case "user":
		for _, reason := range denials(e.Message.Content) {
			say("denied: %s", short(reason))
		}
	case "result":
		s.Ended = true
		s.Text, s.Subtype, s.CostUSD = e.Result, e.Subtype, e.Cost
		s.Failed = e.IsError || e.Subtype != "" && e.Subtype != "success"
		if list, ok := e.Errors.([]any); ok && s.Failed && s.Text == "" {
			s.Text = strings.TrimSpace(fmt.Sprintln(list...))
		}
		s.In, s.Out = e.Usage.In, e.Usage.Out
	}
}

// hookError is how Claude Code tells the model of a call that a hook denied: by the tool,
// the hook's command line where its answer was a status alone, and the reason.
var hookError = regexp.MustCompile(`(?s)\APreToolUse:(\S+) hook error: (?:\[.*?\]: )?(.*)`)

// denials are the calls among what tools gave that were denied, with the reasons.
func denials(content json.RawMessage) (out []string) {
	var results []struct {
		Type    string
		IsError bool `json:"is_error"`
		Content json.RawMessage
	}
	_ = json.Unmarshal(content, &results)
	for _, r := range results {
		var text string
		var parts []struct{ Text string }
		if json.Unmarshal(r.Content, &text) != nil && json.Unmarshal(r.Content, &parts) == nil {
			for _, p := range parts {
				text += p.Text
			}
		}
		if m := hookError.FindStringSubmatch(text); m != nil && r.Type == "tool_result" && r.IsError {
			out = append(out, m[1]+": "+m[2])
		}
	}
	return out
}

// about is what a tool call is about.
func about(input map[string]any) string {
	for _, key := range []string{"command", "file_path", "notebook_path", "pattern", "url", "description"} {
		if v, ok := input[key].(string); ok {
			return ": " + v
		}
	}
	return ""
}

// short is a text in one line of a terminal.
func short(s string) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, s)), " ")
	if r := []rune(s); len(r) > 120 {
		return fmt.Sprintf("%s…", string(r[:120]))
	}
	return s
}
