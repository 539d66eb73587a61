package cli

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// An action is a step in the browser that answers nothing.
type action = chromedp.Action[chromedp.Void]

// A tab is a page of a headless Chromium with a profile of its own.
type tab struct {
	*testing.T
	ctx   context.Context
	shots string // where pictures are kept
}

// newTab starts the browser, or skips where there is none.
func newTab(t *testing.T) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil && program == "" {
			program = p
		}
	}
	if program == "" {
		t.Skip("no chromium here, so the page of kei forge is not tried in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Flag("disable-background-networking", true), chromedp.UserDataDir(t.TempDir()))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, closed := chromedp.NewContext(ctx)
	t.Cleanup(closed)
	shots := os.Getenv("KEI_SCREENSHOTS")
	if shots == "" {
		shots = t.TempDir()
	}
	if err := os.MkdirAll(shots, 0o755); err != nil {
		t.Fatal(err)
	}
	b := &tab{t, ctx, shots}
	// The context of the first call is that of the browser, and has no deadline.
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(900, 900)); err != nil {
		t.Fatalf("start %s: %v", program, err)
	}
	return b
}

// do runs steps, which have a minute.
func (b *tab) do(what string, steps ...action) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.Fatalf("%s: %v", what, err)
	}
}

// at names an element by its id, which has dots in it.
func at(id string) chromedp.CSS { return chromedp.CSS(`[id="` + id + `"]`) }

// loads runs steps that lead to another page, and returns the status of its answer.
func (b *tab) loads(what string, steps ...action) int64 {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	res, err := chromedp.RunResponse(ctx, steps...)
	if err != nil {
		b.Fatalf("%s: %v", what, err)
	}
	return res.Status
}

// press presses a button of the form.
func (b *tab) press(do string) int64 {
	b.Helper()
	return b.loads("press "+do, click(chromedp.CSS(`button:not(.default)[value="`+do+`"]`)))
}

// says is what the script answers, a text; a promise is waited for.
func (b *tab) says(script string) string {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[string]("Promise.resolve("+script+").then(String)", chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v", script, err)
	}
	return out
}

func (b *tab) want(script, want string) {
	b.Helper()
	got := b.says(script)
	for range 50 { // focus comes with the first frame
		if strings.Contains(got, want) {
			return
		}
		time.Sleep(50 * time.Millisecond)
		got = b.says(script)
	}
	if !strings.Contains(got, want) {
		b.Errorf("%s is %q, want %q; the page says\n%s", script, got, want, b.says(text))
	}
}

// shoot keeps a picture of what is at the top of the page.
func (b *tab) shoot(name string) {
	b.Helper()
	b.says("window.scrollTo(0, 0)")
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatalf("picture %s: %v", name, err)
	}
	if err := os.WriteFile(filepath.Join(b.shots, name+".png"), png, 0o644); err != nil {
		b.Fatal(err)
	}
}

// protocol is a command of the browser's protocol.
func protocol[P, R any](c cdp.Command[P, R], params P) action {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// pick chooses in lists: field and value, in pairs.
func (b *tab) pick(pairs ...string) {
	b.Helper()
	for pair := range slices.Chunk(pairs, 2) {
		b.says(fmt.Sprintf("document.getElementById(%q).value = %q", pair[0], pair[1]))
	}
}

func click(selector chromedp.CSS) action { return chromedp.Click(selector) }

// fill types into fields: field and text, in pairs.
func (b *tab) fill(pairs ...string) {
	b.Helper()
	for pair := range slices.Chunk(pairs, 2) {
		b.says(fmt.Sprintf("document.getElementById(%q).value = ''", pair[0]))
		b.do("fill "+pair[0], chromedp.SendKeys(at(pair[0]), pair[1]))
	}
}

const text, focus = "document.body.innerText", "document.activeElement.id"

// TestForgeBrowser forges an atom as a person does, without scripts in the page.
func TestForgeBrowser(t *testing.T) {
	t.Parallel()
	b, dir := newTab(t), forgeFolder(t)
	f := startForge(t, dir)
	before := treeOf(t, dir)
	b.do("scripts are off", protocol(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	if status := b.loads("open the link", chromedp.Navigate(f.link)); status != 200 {
		t.Fatalf("the link: %d", status)
	}
	b.want(focus, "package")
	b.want("document.cookie.length", "0") // HttpOnly
	b.shoot("forge-form")

	b.refusesAtFields()
	b.editsRows()
	if !maps.Equal(before, treeOf(t, dir)) {
		t.Error("something was written before Forge was pressed")
	}
	b.forges(dir, before)

	forged := treeOf(t, dir)
	b.want(`document.getElementById('package').value`, "kei-note")
	b.fill("verb", "add", "description", "Again.")
	b.pick("kind", "query")
	if status := b.press("forge"); status != 409 {
		t.Errorf("a second forge of the same: %d", status)
	}
	b.want(`document.getElementById('verb-error').innerText`, "kei-note/atoms/add.md is there already")
	if !maps.Equal(forged, treeOf(t, dir)) {
		t.Error("the second forge changed something")
	}
}

// aNote is a description of all that some language would take for its own.
const aNote = `Keeps a note & says <b>where</b>: "{{x}}".`

// refusesAtFields fills in what is wrong. Enter in a field previews; it never forges.
func (b *tab) refusesAtFields() {
	b.Helper()
	b.fill("package", "kei-note", "verb", "Add Note", "description", aNote)
	b.do("a new package", click(at("new_package")))
	b.pick("command", "script")
	if status := b.loads("Enter", chromedp.SendKeys(at("verb"), "\r")); status != 400 {
		b.Errorf("Enter with a bad verb: %d", status)
	}
	b.want(focus, "problems")
	b.want(`document.querySelector('#verb').getAttribute('aria-invalid')`, "true")
	b.want(`document.getElementById('verb-error').innerText`, "verb must be lowercase kebab-case")
	b.want(`document.querySelector('.bad a[href="#side_effects"]').innerText`, "a command says what it changes")
	b.want(`document.querySelector('#description').value`, aNote)
	b.do("to the field", click(`.bad a[href="#verb"]`))
	b.shoot("forge-error")
}

// editsRows puts that right: rows come and go by buttons, and the keyboard goes
// on in the new one. An example that does not fit is said at its row.
func (b *tab) editsRows() {
	b.Helper()
	b.fill("verb", "add")
	b.press("add:side_effects")
	b.want(focus, "side_effects.0.op")
	b.pick("side_effects.0.op", "write")
	b.fill("side_effects.0.domain", "notes")
	b.press("add:input")
	b.press("add:input")
	b.fill("input.0.name", "gone", "input.1.name", "title")
	b.do("required", click(at("input.1.required")))
	b.press("drop:input.0")
	b.want(focus, "add.input")
	b.want(`document.getElementById('input.0.name').value`, "title")
	b.want(`document.getElementById('input.0.required').checked`, "true")
	b.do("bounds", click("details:has("+at("input.0.min")+") summary"))
	b.fill("input.0.min", "3", "input.0.example", "x")
	if status := b.press("preview"); status != 400 {
		b.Errorf("an example that does not fit: %d", status)
	}
	b.want(`document.getElementById('input.0.example-error').innerText`, "SCHEMA_EXAMPLE_INVALID")
	b.fill("input.0.example", "milk", "keywords", "note\nkeep", "related", "kei-x::go")
	if status := b.press("preview"); status != 200 {
		b.Errorf("preview: %d", status)
	}
	b.want(focus, "draft")
	b.want(text, "Lint finds nothing to object to.")
	b.want(`document.querySelector('.draft details[open] pre').innerText`, aNote)
	b.shoot("forge-preview")
}

// forges what was previewed, in a folder that was as before.
func (b *tab) forges(dir string, before map[string]string) {
	b.Helper()
	if status := b.press("forge"); status != 200 {
		b.Errorf("forge: %d", status)
	}
	b.want(`document.getElementById('made').innerText`, "kei-note::add is forged")
	b.want(text, "It passes lint, test/add.sh.")
	b.shoot("forge-made")
	made := added(b.T, before, treeOf(b.T, dir))
	if !slices.Contains(made, "primitives/kei-note/atoms/add.md") || !slices.Contains(made, "primitives/kei-note/test/add.sh") {
		b.Errorf("there is %v", made)
	}
	out, errs, status := keiIn(b.T, dir, []string{"HOME=" + dir}, "", "atom", "lint", "--strict", "--package", "kei-note")
	if status != 0 || !strings.Contains(out, "1 atoms, 0 errors, 0 warnings") {
		b.Errorf("lint: %s%s", out, errs)
	}
}

// TestForgeBrowserReach: the page on a phone, its fields as a screen reader has
// them, and every one of them by the keyboard.
func TestForgeBrowserReach(t *testing.T) {
	t.Parallel()
	b, dir := newTab(t), forgeFolder(t)
	f := startForge(t, dir)
	b.do("a phone", chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile))
	b.loads("open the link", chromedp.Navigate(f.link))
	b.press("add:errors")
	b.press("preview") // long messages too
	if wide := b.says("document.documentElement.scrollWidth"); wide != "360" {
		t.Errorf("360 pixels wide, the page has %s", wide)
	}
	b.press("add:output")
	b.shoot("forge-phone")
	if small := b.says(`[...document.querySelectorAll('input:not([type=hidden]),select,textarea,button:not(.default)')].filter(e => e.checkVisibility() && Math.max(e.getBoundingClientRect().height, e.closest('label') ? e.closest('label').getBoundingClientRect().height : 0) < 40).map(e => e.id + e.value).join(' ')`); small != "" {
		t.Errorf("too small for a finger: %s", small)
	}
	b.want("document.scripts.length", "0")
	var tree accessibility.GetFullAXTreeResult
	b.do("as it is read out", chromedp.Func(func(ctx context.Context, t *chromedp.Target) (err error) {
		tree, err = cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		return err
	}))
	named := 0
	for _, n := range tree.Nodes {
		if n.Ignored || n.Role == nil || !slices.Contains([]string{`"textbox"`, `"combobox"`, `"checkbox"`, `"button"`}, string(n.Role.Value)) {
			continue
		}
		if n.Name == nil || string(n.Name.Value) == `""` {
			t.Errorf("a %s without a name", n.Role.Value)
		}
		named++
	}
	if named < 20 {
		t.Errorf("%d fields are read out", named)
	}
	// All that can be used is reached by Tab, in the order of the page.
	want := strings.Fields(b.says(`[...document.querySelectorAll('input:not([type=hidden]),select,textarea,button:not(.default)')].filter(e => e.checkVisibility()).map(e => e.id || e.value).join(' ')`))
	var got []string
	b.says(`(document.activeElement.blur(), window.getSelection().collapse(document.body, 0))`)
	for range len(want) + 20 {
		b.do("Tab", chromedp.KeyEvent("\t"))
		now := b.says(`['INPUT','SELECT','TEXTAREA','BUTTON'].includes(document.activeElement.tagName) ? document.activeElement.id || document.activeElement.value : ''`)
		if now != "" && !slices.Contains(got, now) {
			got = append(got, now)
		}
	}
	if first := slices.Index(got, want[0]); first > 0 { // where it begins is the browser's
		got = slices.Concat(got[first:], got[:first])
	}
	if !slices.Equal(got, want) {
		t.Errorf("Tab leads to %v, the page has %v", got, want)
	}
}

// TestForgeBrowserOrigins: a page that an agent serves on another port of the same
// address is sent the cookie, and even if it had the page's secret it gets
// nothing: not by a form, not by a script, not in a frame.
func TestForgeBrowserOrigins(t *testing.T) {
	t.Parallel()
	b, dir := newTab(t), forgeFolder(t)
	f := startForge(t, dir)
	b.loads("open the link", chromedp.Navigate(f.link))
	secret := strings.TrimPrefix(b.says("location.search"), "?page=")
	if len(secret) < 20 {
		t.Fatalf("the page is at %s", b.says("location.href"))
	}
	before := treeOf(t, dir)
	heard := make(chan string, 10)
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case heard <- r.Header.Get("Cookie"):
		default:
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<iframe id="frame" src="%[1]s/?page=%[2]s"></iframe><form method="post" action="%[1]s/"><input name="page" value="%[2]s"><input name="package" value="kei-x"><input name="verb" value="evil"><input name="kind" value="query"><input name="description" value="Evil."><button name="do" value="forge">win</button></form>`, f.base, secret)
	}))
	t.Cleanup(evil.Close)
	b.loads("the agent's page", chromedp.Navigate(evil.URL))
	if cookie := <-heard; !strings.Contains(cookie, "kei_forge_") {
		t.Errorf("the browser no longer sends cookies to other ports (%q); this test proves less than it says", cookie)
	}
	body := `{"package":"kei-x","verb":"evil","kind":"query","description":"Evil."}`
	for name, attempt := range map[string]string{
		"a simple request": `fetch('` + f.base + `/forge', {method: 'POST', credentials: 'include', mode: 'no-cors', body: '` + body + `'})`,
		"one with headers": `fetch('` + f.base + `/forge', {method: 'POST', credentials: 'include', headers: {'Content-Type': 'application/json', 'X-Kei-Forge': '` + secret + `'}, body: '` + body + `'})`,
		"reading the page": `fetch('` + f.base + `/?page=` + secret + `', {credentials: 'include'})`,
	} {
		if got := b.says(attempt + `.then(r => r.text(), e => '')`); got != "" {
			t.Errorf("%s: another origin reads %s", name, got)
		}
	}
	if frame := b.says(`(() => { try { return document.getElementById('frame').contentDocument.body.innerText } catch (e) { return '' } })()`); frame != "" {
		t.Errorf("the frame shows %s", frame)
	}
	if status := b.loads("the form", click("button")); status != 403 {
		t.Errorf("a form of another origin: %d", status)
	}
	b.want(text, "another origin")
	if !maps.Equal(before, treeOf(t, dir)) {
		t.Error("something was written")
	}
	// Who has neither, gets nothing.
	b.do("another profile", protocol(network.ClearBrowserCookies, cdp.Empty{}))
	if status := b.loads("without the cookie", chromedp.Navigate(f.base+"/?page="+secret)); status != 401 {
		t.Errorf("without the cookie: %d", status)
	}
	if status := b.loads("the link again", chromedp.Navigate(f.link)); status != 401 {
		t.Errorf("the link again: %d", status)
	}
	b.want(text, "this link has been used")
}
