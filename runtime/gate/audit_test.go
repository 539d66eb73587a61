package gate

import (
	"encoding/json"
	"testing"
	"time"

	"kei/runtime/call"
)

func TestTimestamp(t *testing.T) {
	for _, ms := range []int64{
		0, 1, 951_782_400_000 /* 29 February 2000 */, 4_107_542_399_999 /* 28 February 2100 */, 4_107_542_400_000,
		1_795_818_752_537, 1_735_689_599_999, 1_735_689_600_000, 253_402_300_799_999,
	} {
		want := time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z07:00")
		if got := timestamp(ms); got != want {
			t.Errorf("%d: %s, want %s", ms, got, want)
		}
	}
	for day := int64(0); day < 60_000; day++ {
		ms := day*86_400_000 + 43_200_000
		if got, want := timestamp(ms), time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z07:00"); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
}

func TestAuditLine(t *testing.T) {
	p := &Policy{Role: "edit-local", Rules: []Rule{
		&DenyFiles{Terms: Terms{Bypass: "ALLOW_DEP_BUMP"}}, &DenyTool{Terms: Terms{Bypass: "OTHER"}}, &DenyTool{Terms: Terms{Bypass: "ALLOW_DEP_BUMP"}}, &DenyTool{},
	}}
	c := &Call{Call: call.Call{Client: "claude", Tool: "Bash", Agent: "x\n"}}
	e := env("ALLOW_DEP_BUMP=1", "OTHER=yes")
	got := string(auditLine(0, 7, p, c, deny, Objections{{"a::b", "r\n\"", ""}, {"a::c", "w", Warn}}, e))
	want := `{"time":"1970-01-01T00:00:00.000Z","pid":7,"role":"edit-local","client":"claude","tool":"Bash","agent":"x\n",` +
		`"verdict":"deny","objections":[{"capability":"a::b","severity":"block","reason":"r\\n\""},` +
		`{"capability":"a::c","severity":"warn","reason":"w"}],"bypassed":["ALLOW_DEP_BUMP"]}` + "\n"
	if got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	got = string(auditLine(0, 7, p, nil, deny, nil, noEnv))
	want = `{"time":"1970-01-01T00:00:00.000Z","pid":7,"role":"edit-local","verdict":"deny","objections":[],"bypassed":[]}` + "\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestTwinIsRecent: what was asked two seconds ago is not the same call, and neither is one
// that was answered otherwise.
func TestTwinIsRecent(t *testing.T) {
	c := &Call{Call: call.Call{Client: "claude", Tool: "Bash", Agent: "forge", Session: "s"}}
	line := func(at int64, v verdict) []byte { return auditLine(at, 1, &Policy{Role: "r"}, c, v, nil, noEnv) }
	at := int64(86_400_000)
	other := append(line(at, allow), auditLine(at, 2, &Policy{Role: "r"}, nil, deny, nil, noEnv)...)
	for _, x := range []struct {
		log  []byte
		want bool
	}{
		{line(at-1999, deny), true}, {append(line(at-2001, deny), other...), false}, {line(at-10, allow), false},
		{append(line(at-10, deny), other...), true}, {other, false}, {nil, false}, {[]byte("x\n"), false}, {line(at, deny)[30:], false},
	} {
		if got := twinOf(at, line(at, deny)).in(x.log); got != x.want {
			t.Errorf("%v about %s", got, x.log)
		}
	}
}
