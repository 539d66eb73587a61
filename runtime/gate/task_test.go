package gate

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"kei/runtime/call"
)

func sealed() Task {
	return Task{
		Role: "edit-local", AgentID: "ag-1", Whitelist: []Glob{"src/**", "данные/\"x\"\n"}, Denylist: []Glob{"src/gen/**"},
		AllowDepBump: true, Source: strings.Repeat("0123456789abcdef", 4),
	}
}

func TestTaskRoundTrip(t *testing.T) {
	for _, want := range []Task{sealed(), {Source: strings.Repeat("0", 64)}, {Source: strings.Repeat("0", 64), Scratch: "/w.agents/scratch/a"}} {
		got, err := ParseTask(want.JSON())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("%+v, want %+v", *got, want)
		}
	}
}

func TestTaskRefuses(t *testing.T) {
	good := string(sealed().JSON())
	for _, tt := range []struct{ from, to, want string }{
		{`{"version":1`, `[{"version":1`, "'[' stands where a JSON object should, at byte 0"},
		{`}` + "\n", "} x", "there is more after the end of the JSON object,"},
		{`"version":1`, `"version":2`, "version is 2, and this gate reads version 1"},
		{`"version":1`, `"version":10`, "version is 10"},
		{`"version":1`, `"version":"1"`, "version is missing, or not a number"},
		{`"version":1,`, ``, "version is missing"},
		{`"role":"edit-local"`, `"role":"edit-local","scratch":"x"`, "scratch is no absolute path in its shortest form"},
		{`"role":"edit-local"`, `"role":"edit-local","scratch":"/w/../x"`, "scratch is no absolute path in its shortest form"},
		{`"role":"edit-local"`, `"role":"edit-local","scratch":true`, "scratch is a boolean, not a string"},
		{`"role":"edit-local"`, `"role":1`, "role is a number, not a string"},
		{`"files-denylist":`, `"files-denilist":`, "unknown key files-denilist"},
		{`"files-denylist":["src/gen/**"],`, ``, "files-denylist is missing"},
		{`"files-denylist":["src/gen/**"]`, `"files-denylist":"src/gen/**"`, "files-denylist is a string, not an array"},
		{`"files-denylist":["src/gen/**"]`, `"files-denylist":[1]`, "an element of files-denylist is not a string"},
		{`"files-denylist":["src/gen/**"]`, `"files-denylist":["src/"]`, "files-denylist: the glob src/ ends in a slash"},
		{`"allow-dep-bump":true`, `"allow-dep-bump":1`, "allow-dep-bump is a number, not a boolean"},
		{`0123456789abcdef"}`, `0123456789abcdeF"}`, "task-sha256 is not the 64"},
		{`"role":`, `"role":"a","role":`, "the key role of the task stands twice"},
		{`"role":`, `"Role":"a","role":`, "the keys Role and role of the task differ only in case"},
	} {
		text := strings.Replace(good, tt.from, tt.to, 1)
		if text == good {
			t.Fatalf("%s is not in %s", tt.from, good)
		}
		if _, err := ParseTask([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.to, err, tt.want)
		}
	}
}

func TestTaskOfCall(t *testing.T) {
	dir := t.TempDir()
	file := dir + "/task.json"
	if err := os.WriteFile(file, sealed().JSON(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/bad.json", []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ env, want string }{
		{"KEI_TASK=" + file, ""},
		{"KEI_TASK=", "KEI_TASK is not set, so this gate does not know the task; seal one with: kei seal task.toml"},
		{"TASK_TOML=/t/task.toml", "KEI_TASK is not set, only TASK_TOML, which a gate does not read; seal it with: kei seal /t/task.toml"},
		{"KEI_TASK=task.json", "KEI_TASK is not an absolute path: task.json"},
		{"KEI_TASK=" + dir + "/none.json", "the sealed task " + dir + "/none.json cannot be read: no such file or directory"},
		{"KEI_TASK=" + dir, "the sealed task " + dir + " cannot be read: it is not a regular file"},
		{"KEI_TASK=" + dir + "/bad.json", "the sealed task " + dir + "/bad.json is not valid: 'x' stands where a JSON object should, at byte 0; seal it again with: kei seal task.toml"},
	} {
		c := &Call{Call: call.Call{Env: env(tt.env)}}
		task, err := c.Task()
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want || (err == nil) != (task != nil) {
			t.Errorf("%s: %q, want %q", tt.env, got, tt.want)
		}
	}
	c := &Call{Call: call.Call{Env: noEnv}}
	c.SetTask(&Task{Role: "x"})
	if task, err := c.Task(); err != nil || task.Role != "x" {
		t.Error(task, err)
	}
}

// One role's task is never another's, whether KEI_TASK names one or several.
func TestTaskOfRole(t *testing.T) {
	dir := t.TempDir()
	for _, role := range []string{"edit-go", "edit-local", ""} {
		task := sealed()
		task.Role, task.AgentID = role, "of-"+role
		if err := os.WriteFile(dir+"/"+role+".json", task.JSON(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	several := func(pairs string) string { return "KEI_TASK=" + strings.ReplaceAll(pairs, "DIR", dir) }
	both := several(`{"edit-go":"DIR/edit-go.json","edit-local":"DIR/edit-local.json"}`)
	for _, tt := range []struct{ role, env, id, want string }{
		{"edit-go", "KEI_TASK=" + dir + "/edit-go.json", "of-edit-go", ""},
		{"edit-go", "KEI_TASK=" + dir + "/edit-local.json", "", "is one of the role edit-local, and this gate holds edit-go"},
		{"edit-go", "KEI_TASK=" + dir + "/.json", "of-", ""},
		{"edit-go", both, "of-edit-go", ""},
		{"edit-local", both, "of-edit-local", ""},
		{"explorer", both, "", "KEI_TASK names no task of the role explorer; a person"},
		{"edit-go", several(`{"edit-go":"DIR/edit-local.json"}`), "", "is one of the role edit-local, and this gate holds edit-go"},
		{"edit-go", several(`{"edit-go":"edit-go.json"}`), "", "KEI_TASK is not an absolute path: edit-go.json"},
		{"edit-go", several(`{"edit-go":"{}"}`), "", "KEI_TASK is not an absolute path: {}"},
		{"edit-go", several(`{"edit-go":7}`), "", "that of edit-go is no path"},
		{"edit-go", several(`{"edit-go":"DIR/edit-go.json","edit-go":"DIR/.json"}`), "", "KEI_TASK names tasks by role and is not valid"},
		{"edit-go", several(`{"edit-go":`), "", "KEI_TASK names tasks by role and is not valid"},
		{"edit-go", several(`{}`), "", "KEI_TASK names no task of the role edit-go"},
	} {
		c := &Call{Call: call.Call{Env: env(tt.env)}, role: tt.role}
		task, err := c.Task()
		switch {
		case err == nil && (tt.want != "" || task.AgentID != tt.id):
			t.Errorf("%s with %s: the task %s, want %q%s", tt.role, tt.env, task.AgentID, tt.id, tt.want)
		case err != nil && (tt.want == "" || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s with %s: %v, want %q", tt.role, tt.env, err, tt.want)
		}
	}
}

// Nor may an agent write any of them.
func TestTasksAreProtected(t *testing.T) {
	got := taskFiles(`{"a":"/t/a.json","b":"/u/b.json"}`)
	if strings.Join(got, " ") != "/t/a.json /u/b.json" {
		t.Error(got)
	}
	if got := taskFiles("/t/a.json"); len(got) != 1 || got[0] != "/t/a.json" {
		t.Error(got)
	}
}

func FuzzTask(f *testing.F) {
	f.Add(sealed().JSON())
	f.Add([]byte(`{"version":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		task, err := ParseTask(text)
		if err != nil {
			return
		}
		again, err := ParseTask(task.JSON())
		if err != nil || !reflect.DeepEqual(task, again) {
			t.Errorf("%+v became %+v, %v", task, again, err)
		}
	})
}
