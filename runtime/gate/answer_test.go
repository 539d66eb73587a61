package gate

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"kei/runtime/client"
	"kei/runtime/str"
)

func TestDecide(t *testing.T) {
	for _, tt := range []struct {
		severities string
		form       client.Asking
		want       verdict
	}{
		{"", client.Never, allow},
		{"warn", client.Never, allow},
		{"advisory", client.Never, allow},
		{"block", client.Never, deny},
		{"none", client.Nested, deny},
		{"ask", client.Never, deny},
		{"ask", client.Nested, ask},
		{"ask", client.Flat, ask},
		{"ask block", client.Nested, deny},
		{"warn ask advisory", client.Nested, ask},
		{"warn unheard-of", client.Nested, deny},
	} {
		var o Objections
		for s := range strings.FieldsSeq(tt.severities) {
			if s == "none" {
				s = ""
			}
			o = append(o, &Denial{"a::b", "r", Severity(s)})
		}
		if got := o.decide(tt.form); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.severities, got, tt.want)
		}
	}
}

func TestAnswer(t *testing.T) {
	block := &Denial{"a::b", "git push\nmatches \x1b[2J\u202e\xff", Block}
	for _, tt := range []struct {
		name           string
		v              verdict
		o              Objections
		form           client.Asking
		code           int
		stderr, stdout string
	}{
		{"allow", allow, nil, client.Nested, 0, "", ""},
		{"advisory", allow, Objections{{"a::b", "r", Advisory}}, client.Nested, 0, "", ""},
		{"warn", allow, Objections{{"a::b", "r", Warn}}, client.Nested, 0, "warning: a::b: r\n", ""},
		{"ask", ask, Objections{{"a::b", "r", Ask}, {"a::c", "w", Warn}}, client.Nested, 0, "",
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"a::b: r"}}`},
		{"ask, client.Flat", ask, Objections{{"a::b", "r", Ask}}, client.Flat, 0, "",
			`{"permissionDecision":"ask","permissionDecisionReason":"a::b: r"}`},
		{"deny", deny, Objections{block, {"a::c", "w", Warn}}, client.Nested, 2,
			"a::b: git push\\nmatches \\x1b[2J\\u202e\uFFFD\nwarning: a::c: w\n", "@"},
		{"deny without a reason", deny, nil, client.Nested, 2, "gate: denied\n", "@"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := answerTo(tt.v, tt.o, tt.form)
			want := tt.stdout
			if want == "@" {
				r, _ := json.Marshal(strings.TrimSuffix(tt.stderr, "\n"))
				want = strings.ReplaceAll(`{"decision":"block","reason":@,"permissionDecision":"deny","permissionDecisionReason":@,`+
					`"permission":"deny","agent_message":@,"user_message":@,"cancel":true,"errorMessage":@,`+
					`"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":@}}`, "@", string(r))
				if !json.Valid([]byte(want)) {
					t.Fatal("bad test")
				}
			}
			if a.Code != tt.code || string(a.Stderr) != tt.stderr || strings.TrimSuffix(string(a.Stdout), "\n") != want {
				t.Errorf("%d\n%s\n%s\nwant\n%s", a.Code, a.Stderr, a.Stdout, want)
			}
		})
	}
}

func TestAnswerIsBounded(t *testing.T) {
	var o Objections
	for range 1000 {
		o = append(o, &Denial{Capability: "a::b", Reason: strings.Repeat("\"\x01é", 10000)})
	}
	a := answerTo(deny, o, client.Never)
	if len(a.Stderr) > 6000 || len(a.Stdout) > 60000 {
		t.Errorf("%d bytes on stderr, %d on stdout", len(a.Stderr), len(a.Stdout))
	}
	if !json.Valid(a.Stdout) || !utf8.Valid(a.Stderr) {
		t.Error("not valid")
	}
}

func FuzzJSONString(f *testing.F) {
	f.Add("a\"\\\n\x00\u2028\xffé")
	f.Fuzz(func(t *testing.T, s string) {
		var got string
		if err := json.Unmarshal(str.AppendJSON(nil, s), &got); err != nil {
			t.Fatal(err)
		}
		if want := strings.ToValidUTF8(s, "\uFFFD"); utf8.ValidString(s) && got != want {
			t.Errorf("%q became %q", s, got)
		}
		if line := str.OneLine(s, 1000); strings.ContainsAny(line, "\n\r\x1b\u2028") || !utf8.ValidString(line) {
			t.Errorf("%q is no line", line)
		}
	})
}
