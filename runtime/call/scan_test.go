package call

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"kei/runtime/str"
)

var testKeys = Keys{
	Top: func(key string) bool {
		return str.In(key, "tool_name", "tool_input", "tool_call", "cwd", "command", "toolname", "toolargs")
	},
	Input: func(key string) bool {
		return str.In(key, "command", "commands", "file_path", "filePath", "files", "mode")
	},
}

// slowly returns a reader of text that hands out so many bytes at a time.
func slowly(text string, size int) func([]byte) (int, error) {
	return func(b []byte) (int, error) {
		n := min(size, len(text), len(b))
		copy(b, text[:n])
		text = text[n:]
		return n, nil
	}
}

func TestScanRefuses(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "it is empty; a gate needs the tool call, as JSON, on standard input"},
		{"blank", " \n", "it is empty; a gate needs the tool call, as JSON, on standard input"},
		{"two marks", "\uFEFF\uFEFF{}", "it is not JSON: the byte 0xef stands where a value should, at byte 3"},
		{"a mark and nothing", "\uFEFF", "it is empty; a gate needs the tool call, as JSON, on standard input"},
		{"a mark behind a blank", " \uFEFF{}", "it is not JSON: the byte 0xef stands where a value should, at byte 1"},
		{"a batch that is none", `{"toolCalls":{}}`, "'{' stands where the array toolCalls should, at byte 13"},
		{"a batch of no calls", `{"toolCalls":[1]}`, "'1' stands where the object toolCalls should, at byte 14"},
		{"a key twice in a batch", `{"toolCalls":[{"args":{"command":1,"command":2}}]}`, "the key command of toolCalls.args stands twice, at byte 44"},
		{"array", "[1]", "it is not a JSON object"},
		{"text", "garbage", "it is not JSON: 'g' stands where a value should, at byte 0"},
		{"word", "not", "it is not JSON: 'n' stands where null should, at byte 0"},
		{"truncated", `{"tool_name":"Bash"`, "it ends where ',' or '}' should stand, at byte 19"},
		{"in a string", `{"tool_name":"Ba`, "it ends inside a string at byte 16"},
		{"trailing", `{"tool_name":"Bash"} x`, "there is more after the end of the JSON object, at byte 21"},
		{"two", `{}{}`, "there is more after the end of the JSON object, at byte 2"},
		{"comma", `{"a":1,}`, "'}' stands where a key of the payload should, at byte 7"},
		{"comma in an array", `{"a":[1,]}`, "']' stands where a value should, at byte 8"},
		{"colon", `{"a" 1}`, "'1' stands where ':' should, at byte 5"},
		{"UTF-8", "{\"a\":\"\xff\"}", "invalid UTF-8 at byte 6"},
		{"UTF-8 in a key", "{\"b\":{\"\xc3\":1}}", "invalid UTF-8 at byte 7"},
		{"surrogate in UTF-8", "{\"a\":\"\xed\xa0\x80\"}", "invalid UTF-8 at byte 6"},
		{"surrogate", `{"a":"\ud800"}`, "half of a surrogate pair at byte 6"},
		{"low surrogate", `{"a":"\udc00x"}`, "half of a surrogate pair at byte 6"},
		{"two high surrogates", `{"a":"\ud800\ud800"}`, "half of a surrogate pair at byte 6"},
		{"escape", `{"a":"\x"}`, "an escape that JSON does not have at byte 6"},
		{"digits", `{"a":"\u12g4"}`, `\u without four hexadecimal digits at byte 6`},
		{"control", "{\"a\":\"\t\"}", "an unescaped control character in a string at byte 6"},
		{"range", `{"a":1e999}`, "a number that is out of range at byte 10"},
		{"range, negative", `{"a":-1e309}`, "a number that is out of range at byte 11"},
		{"range, plain", `{"a":1` + strings.Repeat("0", 309) + `}`, "a number that is out of range at byte 315"},
		{"number", `{"a":01}`, "'1' stands where ',' or '}' should, at byte 6"},
		{"fraction", `{"a":1.}`, "'}' stands where a digit should, at byte 7"},
		{"exponent", `{"a":1e+}`, "'}' stands where a digit should, at byte 8"},
		{"sign", `{"a":+1}`, "'+' stands where a value should, at byte 5"},
		{"word", `{"a":tru}`, "'t' stands where true should, at byte 5"},
		{"NUL", "{\"a\":1}\x00", "there is more after the end of the JSON object, at byte 7"},
		{"depth", `{"a":` + deep(64) + `}`, "it is nested more than 64 deep at byte 68"},
		{"depth of a kept field", `{"tool_input":{"command":` + deep(63) + `}}`, "it is nested more than 64 deep"},
		{"twice", `{"a":1,"a":1}`, "the key a of the payload stands twice, at byte 10"},
		{"twice, escaped", `{"a":1,"\u0061":1}`, "the key a of the payload stands twice, at byte 15"},
		{"twice in the input", `{"tool_input":{"x":1,"x":2}}`, "the key x of tool_input stands twice, at byte 24"},
		{"case", `{"tool_name":"Bash","TOOL_NAME":"Read"}`, "the keys tool_name and TOOL_NAME of the payload differ only in case at byte 31"},
		{"case, beyond ASCII", `{"tool_input":{"tasK":1,"files":1,"fileſ":2}}`, "the keys files and fileſ of tool_input differ only in case"},
		{"case, where the key has capitals", `{"tool_input":{"FILEPATH":1,"filePath":2}}`, "the keys FILEPATH and filePath of tool_input differ only in case"},
		{"case, where the first has them", `{"tool_input":{"filePath":1,"filepath":2}}`, "the keys filePath and filepath of tool_input differ only in case"},
		{"long key", `{"` + strings.Repeat("k", 2000) + `":1}`, "a key of the payload is longer than 1024 bytes"},
		{"many keys", `{` + manyKeys(600) + `}`, "the payload has more than 512 keys"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, size := range []int{1, 7, 1 << 20} {
				s := &Scanner{read: slowly(tt.text, size), buf: make([]byte, bufferSize)}
				_, err := s.Payload(testKeys)
				if err == nil {
					t.Fatal("it was accepted")
				}
				if !strings.HasPrefix(err.Error(), tt.want) {
					t.Errorf("%d at a time: %q, want %q", size, err, tt.want)
				}
			}
		})
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"k` + str.Itoa(int64(i)) + `":1`)
	}
	return b.String()
}

func TestScanAccepts(t *testing.T) {
	for _, text := range []string{
		`{}`, ` { } `, `{"a":{"b":1,"b":2}}`, `{"a":[[],{},[{}]]}`, `{"id":1,"ID":2}`,
		`{"a":[0,-0,0.0,1e308,1.7976931348623157e308,1e-999,0e999,0.000e99999999999999999999,-1.5E+3]}`,
		`{"a":` + strings.Repeat("0.0", 1) + `1}`,
		`{"a":0.` + strings.Repeat("0", 400) + `1e500}`,
		`{"a":1` + strings.Repeat("0", 308) + `}`,
		`{"a":"\ud83d\ude00\"\\\/\b\f\n\r\t\u0000\u007f"}`,
		"{\"a\":\"\u00e9\u20ac\U0001F600\x7f\"}",
		`{"a":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}`,
		`{"tool_input":null,"cwd":true}`,
		`{"toolCalls":[]}`, `{"toolCalls":[{"id":"1","name":"bash","args":"{}"},{"name":"x","args":{"command":"y"}}]}`,
	} {
		if !json.Valid([]byte(text)) {
			t.Errorf("bad test: %s", text)
		}
		for _, size := range []int{1, 3, 1 << 20} {
			s := &Scanner{read: slowly(text, size), buf: make([]byte, bufferSize)}
			if _, err := s.Payload(testKeys); err != nil {
				t.Errorf("%s, %d at a time: %v", text, size, err)
			}
		}
	}
}

// What is kept must not grow with what is sent.
func TestScanBounded(t *testing.T) {
	type part struct{ head, body, tail string }
	for name, p := range map[string]part{
		"content":        {`{"tool_name":"Write","tool_input":{"file_path":"/x","content":"`, "0123456789abcdef", `"}}`},
		"escapes":        {`{"tool_name":"Write","tool_input":{"file_path":"/x","content":"`, `\n\u00e9\ud83d\ude00`, `"}}`},
		"command":        {`{"tool_name":"Bash","tool_input":{"command":"`, "0123456789abcdef", `"}}`},
		"list":           {`{"tool_name":"Bash","tool_input":{"commands":["`, `x","x`, `"]}}`},
		"list of lists":  {`{"tool_name":"Bash","tool_input":{"files":[[]`, `,[[],[],[],{"a":[]}]`, `]}}`},
		"unknown fields": {`{"x":[0`, `,{"k":"v"}`, `],"tool_name":"Bash"}`},
	} {
		t.Run(name, func(t *testing.T) {
			left, state := 16<<20, 0
			body := strings.Repeat(p.body, 1<<12)
			pending := ""
			read := func(b []byte) (int, error) {
				if pending == "" {
					switch {
					case state == 0:
						pending, state = p.head, 1
					case state == 1 && left > 0:
						pending, left = body, left-len(body)
					case state == 1:
						pending, state = p.tail, 2
					default:
						return 0, nil
					}
				}
				n := copy(b, pending)
				pending = pending[n:]
				return n, nil
			}
			s := &Scanner{read: read, buf: make([]byte, bufferSize)}
			_, err := s.Payload(testKeys)
			if err != nil {
				t.Fatal(err)
			}
			if s.kept > 2*maxKept {
				t.Errorf("%d bytes were kept", s.kept)
			}
		})
	}
}

func FuzzPayload(f *testing.F) {
	for _, s := range []string{
		`{"tool_name":"Bash","tool_input":{"command":"git push"}}`,
		`{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Write","tool_input":{"file_path":"/w/a","content":"x\n\ud83d\ude00"},"tool_use_id":"t"}`,
		`{"toolName":"apply_patch","toolArgs":"*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"}`,
		`{"hookName":"tool_call","workspaceRoots":["/w"],"tool_call":{"name":"run_commands","input":{"commands":["ls","git push"]}}}`,
		`{"tool_name":"Bash","TOOL_NAME":"Read"}`, `{"a":1e999}`, `{"a":[1,2,{"b":null}]}`, "\ufeff{}", `{"a":"\ud800"}`, `{}x`, ` `, `[1]`,
		`{"tool_name":"Read","tool_input":{"files":[{"path":"a"},{"path":"b"}],"mode":true}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		top, err := (&Scanner{buf: text, end: len(text), eof: true}).Payload(testKeys)
		for _, size := range []int{1, 13} {
			_, again := (&Scanner{read: slowly(string(text), size), buf: make([]byte, 64)}).Payload(testKeys)
			if (err == nil) != (again == nil) || err != nil && err.Error() != again.Error() {
				t.Fatalf("as a whole %v, in pieces %v", err, again)
			}
		}
		text = bytes.TrimPrefix(text, []byte("\uFEFF"))
		var want map[string]any
		theirs := json.Unmarshal(text, &want)
		if err == nil {
			if theirs != nil || want == nil {
				t.Fatalf("accepted, and encoding/json says %v", theirs)
			}
			if !utf8.Valid(text) {
				t.Fatal("accepted invalid UTF-8")
			}
			sameValues(t, top, want)
			return
		}
		if theirs != nil || want == nil {
			return
		}
		// Whatever it refused beyond what encoding/json does must be one of these.
		why := err.Error()
		switch {
		case strings.Contains(why, "UTF-8") && !utf8.Valid(text):
		case strings.Contains(why, "surrogate") && bytes.Contains(bytes.ToLower(text), []byte(`\ud`)):
		case strings.Contains(why, "nested more than") && depth(text) > maxDepth:
		case strings.Contains(why, "stands twice"), strings.Contains(why, "differ only in case"):
		case strings.Contains(why, "keys"), strings.Contains(why, "longer than"):
		case strings.Contains(why, "the object tool_call"), strings.Contains(why, "the array toolCalls"):
		default:
			t.Fatalf("encoding/json takes it: %s", why)
		}
	})
}

// sameValues compares what was kept with what encoding/json makes of it.
func sameValues(t *testing.T, got Members, want map[string]any) {
	if len(got) != len(want) {
		t.Fatalf("%d keys, want %d", len(got), len(want))
	}
	for _, f := range got {
		w, ok := want[f.Key]
		if !ok {
			t.Fatalf("there is no key %q", f.Key)
		}
		var k Kind
		switch w := w.(type) {
		case nil:
			k = Null
		case bool:
			k = Bool
			if f.Yes != w {
				t.Fatalf("%s is %v", f.Key, w)
			}
		case float64:
			k = Number
		case string:
			k = String
			if f.Text != "" && f.Text != w {
				t.Fatalf("%s is %q, want %q", f.Key, f.Text, w)
			}
			if (f.Key == "command" || f.Key == "tool_name") && f.Text != w && f.Flaw() == "" && testKeys.top(f.Key) {
				t.Fatalf("%s is %q, want %q", f.Key, f.Text, w)
			}
		case []any:
			k = Array
		case map[string]any:
			k = Object
			if f.Members() != nil && f.Key != "tool_call" {
				sameValues(t, f.Members(), w)
			}
		}
		if f.Kind != k {
			t.Fatalf("%s is %v, want %v", f.Key, f.Kind, k)
		}
	}
}

func depth(text []byte) int {
	d, most := 0, 0
	dec := json.NewDecoder(bytes.NewReader(text))
	for {
		tok, err := dec.Token()
		if err == io.EOF || err != nil {
			return most
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			d++
			most = max(most, d)
		case json.Delim('}'), json.Delim(']'):
			d--
		}
	}
}

func BenchmarkScan(b *testing.B) {
	text := []byte(`{"tool_name":"Write","tool_input":{"file_path":"/x","content":"` + strings.Repeat(`fn main() { println!(\"x\"); }\n`, 1<<15) + `"}}`)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Of(text).Payload(testKeys); err != nil {
			b.Fatal(err)
		}
	}
}
