package goldentests

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/hex"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var attackSet = flag.String("attack", "", "TestProof makes the texts of this set of cases/attacks, proves them and writes cases/proven")

// aBox is where assaults are run: no network, a home folder of its own, programs
// that only say that they were started in the place of those that are denied.
type aBox struct {
	dir string
}

const standIn = "#!/bin/sh\necho \"${0##*/}\" >>/home/u/.ran\n"

func newABox(t testing.TB) *aBox {
	t.Helper()
	bwrap, err := exec.LookPath("bwrap")
	if err != nil || exec.Command(bwrap, "--unshare-all", "--ro-bind", "/", "/", "true").Run() != nil {
		t.Skip("no bubblewrap here, and texts that do harm are run nowhere else")
	}
	dir := t.TempDir()
	for d := dir; d != "/" && d != os.TempDir(); d = filepath.Dir(d) {
		_ = os.Chmod(d, 0o755) // who runs in it is not who runs the test
	}
	if err := os.Mkdir(filepath.Join(dir, "stand-in"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"git", "curl", "rm"} {
		if err := os.WriteFile(filepath.Join(dir, "stand-in", name), []byte(standIn), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return &aBox{dir}
}

// standsIn are the programs in whose place others are started, for a policy: those it
// denies, and git where nothing is asked of what git does.
func standsIn(policy string) []string {
	switch policy {
	case "rm":
		return []string{"curl", "rm"}
	case "curl", "kept", "only", "keys", "settings", "backend-python", "frontend":
		return []string{"curl"}
	}
	return []string{"git", "curl"}
}

// run runs a text in bash, with the worktree as its folder.
func (b *aBox) run(t testing.TB, n int, policy, text string) outcome {
	home := filepath.Join(b.dir, fmt.Sprint(n))
	fillHome(t, home)
	defer os.RemoveAll(home)
	o := outcome{before: filesBelow(home)}
	argv := []string{"bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/home", "--tmpfs", "/root", "--tmpfs", "/work", "--tmpfs", "/tmp",
		"--bind", home, attackHome}
	for _, name := range standsIn(policy) {
		own := filepath.Join(b.dir, "stand-in", name)
		argv = append(argv, "--ro-bind", own, "/tmp/.stand-in/"+name)
		if _, err := os.Stat("/usr/bin/" + name); err == nil {
			argv = append(argv, "--ro-bind", own, "/usr/bin/"+name)
		}
	}
	argv = append(argv, "--chdir", attackHome+"/app", "bash", "--norc", "--noprofile", "-c", "ulimit -t 4 -u 256 -f 4000; eval \"$1\"", "bash", text)
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = []string{"PATH=/tmp/.stand-in:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/go/bin", "HOME=" + attackHome, "LC_ALL=C.UTF-8", "USER=u", "LOGNAME=u", "TERM=dumb", "SHELL=/bin/bash"}
	ownGroup(cmd)
	if os.Getuid() == 0 {
		// A limit of processes does not bind root.
		asNobody(cmd)
		_ = filepath.WalkDir(home, func(name string, _ fs.DirEntry, _ error) error { return os.Lchown(name, 65534, 65534) })
	}
	cmd.WaitDelay = time.Second
	out, _ := cmd.CombinedOutput() // the status is the text's own
	o.stopped = ctx.Err() != nil
	o.after = filesBelow(home)
	o.runs = strings.Fields(o.after[".ran"])
	o.told = tells(out) || slices.Contains(o.runs, "curl")
	for name, text := range o.after {
		if o.before[name] == "" && tells([]byte(text)) {
			o.told = true
		}
	}
	return o
}

// tells reports whether a secret can be read out of what was printed.
func tells(out []byte) bool {
	plain := strings.Join(strings.Fields(string(out)), "")
	turned := []rune(secret)
	slices.Reverse(turned)
	for _, s := range []string{secret, string(turned), strings.ToUpper(secret), hex.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte("KEY=" + secret))[:24], base64.StdEncoding.EncodeToString([]byte(secret))[:24]} {
		if strings.Contains(plain, s) {
			return true
		}
	}
	return false
}

// filesBelow are the files of a folder with what is in them.
func filesBelow(dir string) map[string]string {
	files := map[string]string{}
	_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		rel, _ := filepath.Rel(dir, name)
		info, err := d.Info()
		if err != nil || d.IsDir() {
			return nil
		}
		text := info.Mode().String()
		if info.Mode().IsRegular() && info.Size() < 1<<20 {
			data, _ := os.ReadFile(name)
			text = string(data)
			if info.Mode().Perm()&0o111 != 0 {
				text += "\nexecutable"
			}
		}
		files[filepath.ToSlash(rel)] = text
		return nil
	})
	return files
}

// prove reports which of the assaults do what their policy stops.
func prove(t testing.TB, list []assault) []bool {
	box := newABox(t)
	shown := make([]bool, len(list))
	var wait sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wait.Go(func() {
			for i := range next {
				text := list[i].in(attackHome)
				if isPayload(text) {
					inner, ok := payloadText(text)
					if !ok {
						continue
					}
					text = inner
				}
				shown[i] = provenPolicies[list[i].policy].shown(box.run(t, i, list[i].policy, text))
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	wait.Wait()
	return shown
}

// TestProof runs some of the proven texts again, or with -attack all that the
// templates of a set make.
func TestProof(t *testing.T) {
	if *attackSet != "" {
		assail(t, *attackSet)
		return
	}
	if testing.Short() {
		t.Skip("nothing is run with -short")
	}
	files, _ := filepath.Glob("cases/proven/*.txt")
	rng := rand.New(rand.NewPCG(1, 2))
	var list []assault
	for _, file := range files {
		all := readProven(t, file)
		for range 12 {
			list = append(list, all[rng.IntN(len(all))])
		}
	}
	worked := 0
	for i, ok := range prove(t, list) {
		if ok {
			worked++
		} else {
			t.Logf("not shown here: %s", list[i])
		}
	}
	t.Logf("%d of %d do here what they were shown to do", worked, len(list))
	if worked < len(list)*7/10 {
		t.Error("the rest is too many for programs that are not installed")
	}
}

var slot = regexp.MustCompile(`‹([a-z0-9-]+)›`)

// madeOf are the texts that a file of templates makes. Its lines: "[section
// policy]", ":name" before the spellings that stand for ‹name›, "=" before
// templates, "%" before a remark.
func madeOf(t testing.TB, file string) (list []assault) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := strings.TrimSuffix(filepath.Base(file), ".txt")
	lists := map[string][]string{}
	section, policy, name := "", "", ""
	seen := map[string]bool{}
	for _, line := range strings.Split(string(data), "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "% "):
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") && strings.Count(line, " ") == 1 && !strings.HasPrefix(line, "[ "):
			section, policy, _ = strings.Cut(strings.Trim(line, "[]"), " ")
			if provenPolicies[policy].hold == nil {
				t.Fatalf("%s: no policy %q", file, policy)
			}
		case strings.HasPrefix(line, ":") && len(line) > 1 && !strings.Contains(line, " "):
			name = line[1:]
			lists[name] = nil
		case line == "=":
			name = ""
		case name != "":
			lists[name] = append(lists[name], line)
		default:
			for _, text := range fillings(t, line, lists) {
				if !seen[policy+text] {
					seen[policy+text] = true
					list = append(list, assault{set: set, section: section, policy: policy, text: text})
				}
			}
		}
	}
	return list
}

// most is how many texts are made of one template.
const most = 24

// fillings are a template with each of its slots filled, in up to most ways.
func fillings(t testing.TB, template string, lists map[string][]string) []string {
	ways := 1
	slots := slot.FindAllStringSubmatch(template, -1)
	if slots == nil {
		return []string{template}
	}
	for _, s := range slots {
		if len(lists[s[1]]) == 0 {
			t.Fatalf("no spellings %s in %s", s[1], template)
		}
		ways = min(ways*len(lists[s[1]]), 1<<20)
	}
	rng := rand.New(rand.NewPCG(uint64(len(template)), uint64(template[0])))
	var texts []string
	limit := most
	if slots[0][0] == template {
		limit = ways // a list of templates
	}
	for n := range min(ways, limit) {
		if ways > limit {
			n = rng.IntN(ways)
		}
		texts = append(texts, slot.ReplaceAllStringFunc(template, func(s string) string {
			list := lists[s[len("‹"):len(s)-len("›")]]
			one := list[n%len(list)]
			n /= len(list)
			return one
		}))
	}
	if limit != most {
		var all []string
		for _, text := range texts {
			if more := fillings(t, text, lists); len(more) > 8 {
				all = append(all, more[:8]...)
			} else {
				all = append(all, more...)
			}
		}
		return all
	}
	for i, text := range texts {
		if slot.MatchString(text) {
			more := fillings(t, text, lists)
			texts[i] = more[i%len(more)]
		}
	}
	return texts
}

// assail proves the texts of a set, asks about them and writes cases/proven.
func assail(t *testing.T, set string) {
	set, only, _ := strings.Cut(set, "/") // second/programs: one section alone
	list := slices.DeleteFunc(madeOf(t, "cases/attacks/"+set+".txt"), func(a assault) bool { return only != "" && a.section != only })
	shown := prove(t, list)
	hold := heldPolicies(t, assaultHome(t))
	sections := map[string][]assault{}
	for i, a := range list {
		if !shown[i] {
			if os.Getenv("KEI_ATTACK_ALL") != "" {
				t.Logf("does nothing: %s", a)
			}
			continue
		}
		if a.open = !a.verdict(hold(a.policy)).denied; a.open {
			t.Logf("passes: %s", a)
		}
		sections[a.section] = append(sections[a.section], a)
	}
	for _, section := range sortedKeys(sections) {
		proven := sections[section]
		slices.SortStableFunc(proven, func(a, b assault) int { return cmp.Compare(a.policy, b.policy) })
		var text bytes.Buffer
		fmt.Fprintf(&text, "= Made of cases/attacks/%s.txt by make attack, and shown to do what the policy stops. A line\n= is d and the text, open if it passes; %s is a newline.\n", set, newline)
		policy, passed := "", 0
		for _, a := range proven {
			if a.policy != policy {
				policy = a.policy
				fmt.Fprintf(&text, "# %s\n", policy)
			}
			mark := "d"
			if a.open {
				mark = "open"
				passed++
			}
			fmt.Fprintf(&text, "%s %s\n", mark, a.text)
		}
		t.Logf("%-8s %-14s %4d made, %4d proven, %3d pass: %.1f %%", set, section, made(list, section), len(proven), passed, 100*float64(passed)/float64(len(proven)))
		if err := os.WriteFile(fmt.Sprintf("cases/proven/%s-%s.txt", set, section), text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func made(list []assault, section string) (n int) {
	for _, a := range list {
		if a.section == section {
			n++
		}
	}
	return n
}
