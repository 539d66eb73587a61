package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A runningForge is a kei forge of its own process.
type runningForge struct {
	link, base   string // http://127.0.0.1:PORT
	cookie, page string // once it has been opened
	cmd          *exec.Cmd
	errs         bytes.Buffer
	ended        sync.Once
}

// end interrupts it, and waits for its end.
func (f *runningForge) end(t *testing.T) {
	f.ended.Do(func() {
		_ = f.cmd.Process.Signal(syscall.SIGINT)
		if err := f.cmd.Wait(); err != nil {
			t.Errorf("interrupted, the forge ends with %v: %s", err, &f.errs)
		}
	})
}

// startForge starts one in the policy folder dir.
func startForge(t *testing.T, dir string, args ...string) *runningForge {
	t.Helper()
	c := exec.Command("kei", append([]string{"forge"}, args...)...)
	c.Dir, c.Env = dir, []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "GOCACHE=" + goCache(t)}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	f := &runningForge{cmd: c}
	c.Stderr = &f.errs
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.end(t) })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, &f.errs)
	}
	f.link = strings.TrimSpace(line)
	f.base, _, _ = strings.Cut(f.link, "/?")
	return f
}

// goCache is the build cache of this run of the tests.
var goCache = func() func(*testing.T) string {
	dir := sync.OnceValues(func() (string, error) {
		out, err := exec.Command("go", "env", "GOCACHE").Output()
		return strings.TrimSpace(string(out)), err
	})
	return func(t *testing.T) string {
		cache, err := dir()
		if err != nil {
			t.Fatal(err)
		}
		return cache
	}
}()

var direct = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Timeout:       5 * time.Minute,
}

// open takes the link for the cookie and the second secret.
func (f *runningForge) open(t *testing.T) {
	t.Helper()
	res, err := direct.Get(f.link)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	at, err := res.Location()
	if err != nil || len(res.Cookies()) != 1 {
		t.Fatalf("the link answers %s with %v", res.Status, res.Header)
	}
	f.cookie, f.page = res.Cookies()[0].String(), at.Query().Get("page")
	f.cookie, _, _ = strings.Cut(f.cookie, ";")
}

// ask sends a request as who has opened the forge, but for headers, of which ""
// leaves one out.
func (f *runningForge) ask(t *testing.T, method, path string, headers map[string]string, body []byte) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequest(method, f.base+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", f.cookie)
	req.Header.Set("X-Kei-Forge", f.page)
	req.Header.Set("Content-Type", "application/json")
	_, port, _ := strings.Cut(strings.TrimPrefix(f.base, "http://"), ":")
	for name, value := range headers {
		value = strings.ReplaceAll(value, "@PORT@", port)
		switch {
		case name == "Host":
			req.Host = value
		case value == "":
			req.Header.Del(name)
		default:
			req.Header.Set(name, value)
		}
	}
	res, err := direct.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(text)
}

// treeOf is every file of a folder with its mode and content, folders and links too.
func treeOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			out[rel], err = os.Readlink(name)
		case d.Type().IsRegular():
			var data []byte
			data, err = os.ReadFile(name)
			out[rel] = info.Mode().String() + " " + string(data)
		default:
			out[rel] = info.Mode().String()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// forgeFolder is the policy folder of the vectors.
func forgeFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeCase(t, dir, map[string]caseText{
		"primitives/kei-x/atoms.toml":           "format = 1\n[package]\nname = \"kei-x\"\nversion = \"1.0.0\"\n[exec]\ncommand = [\"./tool\"]\n",
		"primitives/kei-x/atoms/go.md":          atomGo,
		"primitives/kei-x/atoms/schemas/i.json": anySchema,
		"primitives/kei-x/atoms/schemas/o.json": anySchema,
	}, 0o644)
	writeCase(t, dir, map[string]caseText{"primitives/kei-x/tool": "#!/bin/sh\necho '{}'\n"}, 0o755)
	return dir
}

// added are the files of after that before has not; what became of others is an error.
func added(t *testing.T, before, after map[string]string) (out []string) {
	t.Helper()
	for _, name := range sortedNames(after) {
		if was, ok := before[name]; !ok {
			if !strings.HasPrefix(after[name], "d") {
				out = append(out, name)
			}
		} else if was != after[name] && !strings.HasPrefix(was, "d") {
			t.Errorf("%s is another now", name)
		}
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			t.Errorf("%s is gone", name)
		}
	}
	return out
}

func sortedNames(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

type forgeCase struct {
	Name, Method, Path string
	Headers            map[string]string
	Body               json.RawMessage
	Expect             struct {
		Status   int
		Errors   []string
		Files    []string
		Contains map[string][]string
		Tree     string
	}
}

func TestForgeCases(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"forge.jsonl", "forge-own.jsonl"} {
		for _, c := range atomCases[forgeCase](t, file) {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				c.run(t)
			})
		}
	}
}

func (c forgeCase) run(t *testing.T) {
	dir := forgeFolder(t)
	f := startForge(t, dir)
	f.open(t)
	before := treeOf(t, dir)
	status, _, text := f.ask(t, c.Method, c.Path, c.Headers, c.Body)
	after := treeOf(t, dir)
	if status != c.Expect.Status {
		t.Errorf("status %d, want %d: %s", status, c.Expect.Status, text)
	}
	var got struct {
		Success bool
		Files   []string
		Errors  []string
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if got.Success != (c.Expect.Status == 200) || (len(got.Errors) == 0) != got.Success {
		t.Errorf("success is %v of %s", got.Success, text)
	}
	for _, want := range c.Expect.Errors {
		if !strings.Contains(strings.Join(got.Errors, "\n"), want) {
			t.Errorf("no error says %q: %q", want, got.Errors)
		}
	}
	if c.Expect.Tree == "unchanged" && !maps.Equal(before, after) {
		t.Errorf("it wrote %v", added(t, before, after))
	}
	if c.Expect.Status != 200 {
		return
	}
	if made := added(t, before, after); !slices.Equal(made, c.Expect.Files) || !slices.Equal(got.Files, c.Expect.Files) {
		t.Errorf("there is %v, said to be %v, want %v", made, got.Files, c.Expect.Files)
	}
	for name, texts := range c.Expect.Contains {
		for _, want := range texts {
			if !strings.Contains(after[name], want) {
				t.Errorf("no %q in\n%s", want, after[name])
			}
		}
	}
	out, errs, lint := keiIn(t, dir, []string{"HOME=" + dir}, "", "atom", "lint", "kei-x::add-note")
	if lint != 0 || !strings.Contains(out, "1 atoms, 0 errors") {
		t.Errorf("lint: %d %s%s", lint, out, errs)
	}
	if out, _, _ := keiIn(t, dir, []string{"HOME=" + dir}, "", "atom", "list"); !strings.Contains(out, "kei-x::add-note\t") {
		t.Errorf("not listed:\n%s", out)
	}
}

// noteRequest is an atom that the forge makes.
const noteRequest = `{"crate":"kei-x","verb":"add-note","kind":"query","description":"Adds a note."}`

// TestForgeRace: of two that ask for the same at once one gets it; of two that
// ask for two verbs of a Go package, both do.
func TestForgeRace(t *testing.T) {
	t.Parallel()
	dir := forgeFolder(t)
	f, other := startForge(t, dir), startForge(t, dir)
	f.open(t)
	other.open(t)
	both := func(bodies ...string) (out []int) {
		var all sync.WaitGroup
		out = make([]int, len(bodies))
		for i, body := range bodies {
			all.Go(func() {
				out[i], _, _ = []*runningForge{f, other}[i%2].ask(t, "POST", "/forge", nil, []byte(body))
			})
		}
		all.Wait()
		slices.Sort(out)
		return out
	}
	if got := both(noteRequest, noteRequest, noteRequest); !slices.Equal(got, []int{200, 409, 409}) {
		t.Errorf("three at once: %v", got)
	}
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("no Go to prove packages with")
	}
	goPackage := `{"crate":"kei-g","verb":%q,"kind":"query","description":"Asks.","new_package":%v}`
	if got := both(fmt.Sprintf(goPackage, "first", true), fmt.Sprintf(goPackage, "first", true)); !slices.Equal(got, []int{200, 409}) {
		t.Errorf("one new package, twice at once: %v", got)
	}
	if got := both(fmt.Sprintf(goPackage, "second", false), fmt.Sprintf(goPackage, "third", false)); !slices.Equal(got, []int{200, 200}) {
		t.Errorf("two verbs at once: %v", got)
	}
	table, err := os.ReadFile(filepath.Join(dir, "primitives/kei-g/verbs.go"))
	if err != nil || !strings.Contains(string(table), `"second"`) || !strings.Contains(string(table), `"third"`) {
		t.Errorf("%v: %s", err, table)
	}
}

// TestForgeSecrets: what an agent can get at opens nothing: not the link once it
// is used, not the cookie without the page's secret, not the secret without the
// cookie. And no answer may be kept or framed, whatever it is.
func TestForgeSecrets(t *testing.T) {
	t.Parallel()
	dir := forgeFolder(t)
	f := startForge(t, dir)
	if status, _, _ := f.ask(t, "GET", "/?token=AAAAAAAAAAAAAAAAAAAAAAAAAA", nil, nil); status != 401 {
		t.Errorf("another token: %d", status)
	}
	if status, _, _ := f.ask(t, "HEAD", strings.TrimPrefix(f.link, f.base), nil, nil); status != 401 {
		t.Errorf("looked at, the link is used: %d", status)
	}
	f.open(t)
	before := treeOf(t, dir)
	f.answers(t, map[string]knock{
		"the link again":                   {"GET", strings.TrimPrefix(f.link, f.base), nil, "", 401},
		"the cookie alone":                 {"GET", "/", map[string]string{"X-Kei-Forge": ""}, "", 401},
		"the cookie and header":            {"GET", "/", nil, "", 401},
		"another page secret":              {"GET", "/?page=x", nil, "", 401},
		"the secret alone":                 {"GET", "/?page=" + f.page, map[string]string{"Cookie": ""}, "", 401},
		"another cookie":                   {"GET", "/?page=" + f.page, map[string]string{"Cookie": strings.Split(f.cookie, "=")[0] + "=x"}, "", 401},
		"both":                             {"GET", "/?page=" + f.page, map[string]string{"X-Kei-Forge": ""}, "", 200},
		"a cookie set by another port too": {"GET", "/?page=" + f.page, map[string]string{"Cookie": strings.Split(f.cookie, "=")[0] + "=x; " + f.cookie}, "", 200},
		"API, no header":                   {"POST", "/forge", map[string]string{"X-Kei-Forge": ""}, noteRequest, 401},
		"API, another header":              {"POST", "/forge", map[string]string{"X-Kei-Forge": f.page + "x"}, noteRequest, 401},
		"API, secret in the address":       {"POST", "/forge?page=" + f.page, map[string]string{"X-Kei-Forge": ""}, noteRequest, 401},
		"preview, no header":               {"POST", "/api/preview", map[string]string{"X-Kei-Forge": ""}, noteRequest, 401},
		"packages, no header":              {"GET", "/api/packages", map[string]string{"X-Kei-Forge": ""}, "", 401},
		"rebound name":                     {"GET", "/?page=" + f.page, map[string]string{"Host": "evil.example"}, "", 421},
		"health under another name":        {"GET", "/healthz", map[string]string{"Host": "evil.example:@PORT@"}, "", 421},
		"health":                           {"GET", "/healthz", map[string]string{"Cookie": "", "X-Kei-Forge": ""}, "", 200},
		"nothing there":                    {"GET", "/forge.html", nil, "", 404},
		"a file":                           {"GET", "/../../etc/passwd", nil, "", 404},
		"forge by GET":                     {"GET", "/forge", nil, "", 405},
		"page by PUT":                      {"PUT", "/", nil, "", 401},
		"trace":                            {"OPTIONS", "/forge", nil, "", 405},
	})
	if !maps.Equal(before, treeOf(t, dir)) {
		t.Error("something was written")
	}
}

// TestForgeForm is about what posts to the page.
func TestForgeForm(t *testing.T) {
	t.Parallel()
	dir := forgeFolder(t)
	f := startForge(t, dir)
	f.open(t)
	before := treeOf(t, dir)
	form := "page=" + f.page + "&do=forge&package=kei-x&verb=add-note&kind=query&description=Adds."
	posted := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	with := func(name, value string) map[string]string {
		out := maps.Clone(posted)
		out[name] = value
		return out
	}
	f.answers(t, map[string]knock{
		"form, no secret":        {"POST", "/", posted, strings.Replace(form, f.page, "", 1), 401},
		"form, no cookie":        {"POST", "/", with("Cookie", ""), form, 401},
		"form of another origin": {"POST", "/", with("Origin", "http://127.0.0.1:3000"), form, 403},
		"form of another site":   {"POST", "/", with("Sec-Fetch-Site", "cross-site"), form, 403},
		"form of another port":   {"POST", "/", with("Sec-Fetch-Site", "same-site"), form, 403},
		"form of no origin":      {"POST", "/", with("Origin", "null"), form, 403},
		"form as JSON":           {"POST", "/", nil, form, 415},
		"form in parts":          {"POST", "/", map[string]string{"Content-Type": "multipart/form-data; boundary=x"}, form, 415},
		"form, unknown field":    {"POST", "/", posted, form + "&root=/tmp", 400},
		"form, a field twice":    {"POST", "/", posted, form + "&verb=x", 400},
		"form, a row beyond":     {"POST", "/", posted, form + "&input.100.name=x", 400},
		"form, unknown button":   {"POST", "/", posted, strings.Replace(form, "do=forge", "do=drop:input.7", 1), 400},
		"form, too much":         {"POST", "/", posted, form + "&keywords=" + strings.Repeat("x", 64<<10), 413},
		"form, not forged":       {"POST", "/", posted, strings.Replace(form, "do=forge", "do=preview", 1), 200},
	})
	if !maps.Equal(before, treeOf(t, dir)) {
		t.Error("something was written")
	}
	f.answers(t, map[string]knock{"as it is": {"POST", "/", posted, form, 200}})
	if made := added(t, before, treeOf(t, dir)); len(made) != 3 {
		t.Errorf("the form makes %v", made)
	}
}

// TestForgeAPI is about what programs are answered.
func TestForgeAPI(t *testing.T) {
	t.Parallel()
	dir := forgeFolder(t)
	f := startForge(t, dir)
	f.open(t)
	if status, _, text := f.ask(t, "GET", "/api/packages", nil, nil); status != 200 || text != `{"packages":[{"name":"kei-x","version":"1.0.0","verbs":["go"]}]}`+"\n" {
		t.Errorf("packages: %d %s", status, text)
	}
	before := treeOf(t, dir)
	var got struct {
		Success  bool
		ID, Next string
		Files    []struct {
			Name, Text string
			Replaces   bool
		}
		Findings []struct{ Code, File string }
		Errors   []string
	}
	body := `{"package":"kei-s","new_package":true,"command":"script","verb":"find","kind":"query","description":"Finds [[kei-x::ghost]], not [[kei-x::go]].","timeout_ms":70,"related":["kei-x::go"]}`
	status, _, text := f.ask(t, "POST", "/api/preview", nil, []byte(body))
	if err := json.Unmarshal([]byte(text), &got); err != nil || status != 200 || !got.Success || got.ID != "kei-s::find" || len(got.Errors) > 0 {
		t.Fatalf("preview: %v %d %s", err, status, text)
	}
	if len(got.Findings) != 1 || got.Findings[0].Code != "BODY_LINK_UNRESOLVED" || got.Findings[0].File != "kei-s/atoms/find.md" {
		t.Errorf("lint is said to find %v", got.Findings)
	}
	if !maps.Equal(before, treeOf(t, dir)) {
		t.Error("a preview wrote something")
	}
	if status, _, text := f.ask(t, "POST", "/forge", nil, []byte(body)); status != 200 || !strings.Contains(text, `"proof":["lint","test/find.sh"]`) {
		t.Errorf("forge: %d %s", status, text)
	}
	for _, file := range got.Files {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file.Name)))
		if err != nil || string(text) != file.Text || file.Replaces {
			t.Errorf("%s is not what was shown: %v", file.Name, err)
		}
	}
	status, _, text = f.ask(t, "POST", "/api/preview", nil, []byte(strings.Replace(strings.Replace(body, `"new_package":true,"command":"script",`, "", 1), "find", "list", 1)))
	if status != 200 || !strings.Contains(text, `{"name":"primitives/kei-s/run","replaces":true`) {
		t.Errorf("preview of a verb more: %d %s", status, text)
	}
}

// A knock is a request, and the status that it gets.
type knock struct {
	method, path string
	headers      map[string]string
	body         string
	want         int
}

// answers sends them all. None of the answers may be kept or framed, and only a
// page that is shown has the secret in it.
func (f *runningForge) answers(t *testing.T, list map[string]knock) {
	t.Helper()
	for name, c := range list {
		status, header, text := f.ask(t, c.method, c.path, c.headers, []byte(c.body))
		if status != c.want {
			t.Errorf("%s: %d, want %d: %s", name, status, c.want, text)
		}
		if status >= 401 && status != 409 && strings.Contains(text, f.page) {
			t.Errorf("%s: the answer has the secret in it", name)
		}
		for h, want := range map[string]string{"Cache-Control": "no-store", "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
			if header.Get(h) != want {
				t.Errorf("%s: %s is %q", name, h, header.Get(h))
			}
		}
		if csp := header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'; style-src 'nonce-") || !strings.HasSuffix(csp, "; form-action 'self'; frame-ancestors 'none'; base-uri 'none'") {
			t.Errorf("%s: %s", name, csp)
		}
	}
}

// TestForgeInterrupted: ended while Go proves what was written, the forge takes
// it back first.
func TestForgeInterrupted(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil || testing.Short() {
		t.Skip("no Go to be interrupted")
	}
	dir := forgeFolder(t)
	f := startForge(t, dir)
	f.open(t)
	before := treeOf(t, dir)
	answered := make(chan string, 1)
	go func() {
		req, err := http.NewRequest("POST", f.base+"/forge", strings.NewReader(`{"package":"kei-g","verb":"first","kind":"query","description":"Asks.","new_package":true}`))
		if err == nil {
			req.Header = http.Header{"Cookie": {f.cookie}, "X-Kei-Forge": {f.page}, "Content-Type": {"application/json"}}
			var res *http.Response
			if res, err = direct.Do(req); err == nil {
				defer res.Body.Close()
				answered <- res.Status
				return
			}
		}
		answered <- err.Error()
	}()
	begun := filepath.Join(dir, "primitives/kei-g/verbs.go")
	for range 20_000 {
		if _, err := os.Stat(begun); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if _, err := os.Stat(begun); err != nil {
		t.Error("it was not at work when it was interrupted")
	}
	f.end(t)
	if said := <-answered; strings.HasPrefix(said, "200") {
		t.Errorf("it answers %s", said)
	}
	if after := treeOf(t, dir); !maps.Equal(before, after) {
		t.Errorf("left is %v", added(t, before, after))
	}
}

// TestForgeUnseen: where other processes can look, there is no secret.
func TestForgeUnseen(t *testing.T) {
	t.Parallel()
	dir := forgeFolder(t)
	f := startForge(t, dir)
	_, token, _ := strings.Cut(f.link, "token=")
	f.open(t)
	_, cookie, _ := strings.Cut(f.cookie, "=")
	proc := filepath.Join("/proc", strconv.Itoa(f.cmd.Process.Pid))
	for _, name := range []string{"cmdline", "environ"} {
		text, err := os.ReadFile(filepath.Join(proc, name))
		if err != nil {
			t.Skip("no /proc to look into")
		}
		for _, secret := range []string{token, cookie, f.page} {
			if len(secret) < 20 || bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s holds the secret %q", name, secret)
			}
		}
	}
	if listening, err := exec.Command("ss", "-ltnH").Output(); err == nil {
		_, port, _ := strings.Cut(strings.TrimPrefix(f.base, "http://"), ":")
		for line := range strings.Lines(string(listening)) {
			if fields := strings.Fields(line); len(fields) > 3 && strings.HasSuffix(fields[3], ":"+port) && fields[3] != "127.0.0.1:"+port {
				t.Errorf("it listens on %s", fields[3])
			}
		}
	}
}

// TestForgeFullDisk: on a disk that is full at any point of it, an atom is made
// whole or not at all. The disk is one of so many pages, in a namespace.
func TestForgeFullDisk(t *testing.T) {
	t.Parallel()
	bwrap, err := exec.LookPath("bwrap")
	if err != nil || testing.Short() {
		t.Skip("no bwrap to make small disks with")
	}
	kei, err := exec.LookPath("kei")
	if err != nil {
		t.Fatal(err)
	}
	dir := forgeFolder(t)
	if out, errs, status := keiIn(t, dir, []string{"HOME=" + dir, "PATH=/usr/bin:/bin"}, "", "atom", "new", "kei-s::first", "--kind", "query", "--new-package", "script"); status != 0 {
		t.Fatal(out, errs)
	}
	// The tree before and after, and what kei said, are printed by parts.
	const script = `cp -r "$1/primitives" /mnt/ && cd /mnt || exit 9
list() { find . | sort; find . -type f | sort | xargs sha256sum; }
list; echo ====; "$2" -C /mnt atom new kei-s::second --kind query 2>&1; echo "=== $?"; list`
	whole, none, temp := 0, 0, t.TempDir()
	for pages := 12; pages < 40; pages++ {
		c := exec.Command(bwrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-net", "--size", strconv.Itoa(pages*os.Getpagesize()), "--tmpfs", "/mnt",
			"--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/nonexistent", "--bind", temp, temp, "--setenv", "TMPDIR", temp, "sh", "-c", script, "sh", dir, kei)
		text, err := c.Output()
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 9 {
			continue // not even what is there finds room
		}
		if err != nil {
			t.Skipf("no small disk here: %v", err)
		}
		before, rest, _ := strings.Cut(string(text), "====\n")
		said, after, _ := strings.Cut(rest, "=== ")
		status, after, _ := strings.Cut(after, "\n")
		switch {
		case status == "0" && strings.Contains(after, "./primitives/kei-s/atoms/second.md") && !strings.Contains(after, ".kei-"):
			whole++
		case status == "1" && strings.Contains(said, "no space left on device") && after == before:
			none++
		default:
			t.Errorf("%d pages: status %s, %s\n%s\nbefore\n%s", pages, status, said, after, before)
		}
	}
	if whole == 0 || none == 0 {
		t.Errorf("%d were made, %d not: the disks are of the wrong sizes", whole, none)
	}
}
