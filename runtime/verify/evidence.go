package verify

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Evidence is what later judgements rest on and what runs when somebody goes on in
// main's repository: refs of kei's, settings, hooks, attributes. An agent of a role
// that writes files has no business there, and a program that it runs can reach it.
//
// What there was before is what Options.Before and Options.Refs say. Without them
// counts what was written since the worktree was made.

// evidence compares, last of all: what runs while the work is checked can reach it too.
func (w *work) evidence(ctx context.Context, rep *Report) error {
	if !w.hasEvidence() {
		return nil
	}
	e := &evidence{work: w}
	var was *Before
	now, err := w.repo.observe(ctx, w.store)
	if err != nil {
		return err
	}
	if now.Dirty, err = w.mainsCheckout(); err != nil {
		return err
	}
	if w.o.Before != "" {
		if was, err = readBefore(w.o.Before); err != nil {
			return err
		}
		e.compare(was, now)
	} else if err := e.since(now); err != nil {
		return err
	}
	if err := e.held(was); err != nil {
		return err
	}
	if err := e.refs(ctx); err != nil {
		return err
	}
	rep.Notes = append(rep.Notes, e.notes...)
	if len(e.did) > 0 {
		rep.Steps = append(rep.Steps, StepReport{Capability: "main", Kind: "evidence", Place: Worktree,
			violations: Violations{{Reason: "main's repository is not as it was, and what was changed runs or counts for others: " + some(e.did, 4), Detail: first(e.did, 40)}}})
	}
	return nil
}

// hasEvidence reports whether the agent of the role is to leave main's repository alone.
func (w *work) hasEvidence() bool {
	return (w.limited() || w.keepsHistory()) && w.repo.admin != w.repo.common
}

// lookAtCheckout begins to look at main's checkout, which takes as long as git status
// does. What it returns waits for that.
func (w *work) lookAtCheckout(ctx context.Context, g *git) (done func() (map[string]string, error)) {
	if !w.hasEvidence() {
		return func() (map[string]string, error) { return nil, nil }
	}
	var found map[string]string
	var err error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		found, err = w.repo.dirty(ctx, g)
	}()
	return func() (map[string]string, error) {
		<-ended
		return found, err
	}
}

// keepsHistory reports whether the role leaves history to others.
func (w *work) keepsHistory() bool {
	return slices.ContainsFunc(w.o.Plan.Steps, func(s Step) bool { _, is := s.(*HistoryUnchanged); return is })
}

type evidence struct {
	*work
	did, notes []string
}

// compare holds the repository to a record of it.
func (e *evidence) compare(was, now *Before) {
	if was.Version == 1 { // of an earlier kei, which did not note these
		now = now.asVersion1()
	}
	e.settings("", was.Settings, now.Settings)
	for _, name := range both(was.Modules, now.Modules) {
		e.settings(name, was.Modules[name], now.Modules[name])
	}
	for _, name := range both(was.Files, now.Files) {
		if old, is := was.Files[name], now.Files[name]; old != is {
			e.did = append(e.did, verbOf(old, is)+" "+fileTitle(name))
		}
	}
	var dirty []string
	for _, name := range both(was.Dirty, now.Dirty) {
		if is, ok := now.Dirty[name]; ok && is != was.Dirty[name] {
			dirty = append(dirty, shown(name))
		}
	}
	e.checkout(dirty)
	for _, name := range both(was.Ongoing, now.Ongoing) {
		if is, ok := now.Ongoing[name]; ok && is != was.Ongoing[name] {
			e.notes = append(e.notes, "finding: main's checkout is in the middle of something that was begun while the agent worked ("+name+"); if that was not you, end it with git merge --abort or its like before you commit there")
		}
	}
	if was.HEAD != now.HEAD {
		e.notes = append(e.notes, "finding: main's checkout went from "+shown(was.HEAD)+" to "+shown(now.HEAD)+" while the agent worked; if that was not you, look before you go on there")
	}
}

// settings compares those of the repository, or of a submodule's in it. Whoever clones a
// submodule meanwhile makes settings, and those that run nothing are none of the agent's.
func (e *evidence) settings(module string, was, now map[string][]string) {
	in := ""
	if module != "" {
		in = " in " + shown(module)
	}
	for _, key := range both(was, now) {
		old, is := was[key], now[key]
		switch {
		case slices.Equal(old, is), module != "" && was == nil && !runs(key, is):
		case everyday(key, old == nil):
			e.notes = append(e.notes, "the setting "+shown(key)+" of main's repository"+in+" was changed meanwhile")
		case old == nil:
			e.did = append(e.did, "made the setting "+shown(key)+" = "+plain(strings.Join(is, ", "))+in)
		case is == nil && now == nil: // the submodule's repository is gone, and its settings with it
		case is == nil:
			e.did = append(e.did, "took away the setting "+shown(key)+in)
		default:
			e.did = append(e.did, "changed the setting "+shown(key)+" to "+plain(strings.Join(is, ", "))+in)
		}
	}
}

// asVersion1 is the same without what a record of version 1 does not have.
func (b *Before) asVersion1() *Before {
	old := *b
	old.Modules, old.Ongoing, old.Files = nil, nil, maps.Clone(b.Files)
	maps.DeleteFunc(old.Files, func(name, _ string) bool {
		return name == "shallow" || name == "hooks" || strings.HasPrefix(name, "modules/")
	})
	return &old
}

// checkout tells of files in main's checkout. A person works there while agents do,
// so it is told, and not held against the agent; kei merge refuses what is in its way.
func (e *evidence) checkout(dirty []string) {
	if len(dirty) > 0 {
		e.notes = append(e.notes, "finding: "+plural(len(dirty), "file")+" of main's checkout changed while the agent worked, and not committed: "+some(dirty, 10)+
			"; if that was not you, look before you go on there")
	}
}

// since is compare without a record: by when files were written.
func (e *evidence) since(now *Before) error {
	info, err := os.Lstat(filepath.Join(e.repo.admin, "gitdir"))
	if err != nil {
		return reason(err)
	}
	made := info.ModTime()
	if e.written("config", made) || e.written("config.worktree", made) {
		e.running("", now.Settings)
	}
	for _, module := range slices.Sorted(maps.Keys(now.Modules)) {
		if e.written(module+"/config", made) || e.written(module+"/config.worktree", made) {
			e.running(" of "+shown(module), now.Modules[module])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now.Files)) {
		if e.written(name, made) {
			e.did = append(e.did, "wrote "+fileTitle(name))
		}
	}
	var dirty []string
	for _, name := range first(slices.Sorted(maps.Keys(now.Dirty)), maxDirty) {
		if e.written(filepath.Join(e.repo.top, filepath.FromSlash(name)), made) {
			dirty = append(dirty, shown(name))
		}
	}
	e.checkout(dirty)
	return nil
}

// madeAt is when the worktree was made.
func (e *evidence) madeAt() time.Time {
	info, err := os.Lstat(filepath.Join(e.repo.admin, "gitdir"))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// running tells of settings that were written, and that run something.
func (e *evidence) running(of string, settings map[string][]string) {
	for _, key := range slices.Sorted(maps.Keys(settings)) {
		if runs(key, settings[key]) {
			e.did = append(e.did, "wrote the settings"+of+", which have "+shown(key)+" = "+plain(strings.Join(settings[key], ", ")))
		}
	}
}

// written reports whether a file of the repository, or one of a whole path, was
// last changed after a time, as the system says and nobody can set.
func (e *evidence) written(name string, after time.Time) bool {
	if !filepath.IsAbs(name) {
		name = filepath.Join(e.repo.common, filepath.FromSlash(name))
	}
	info, err := os.Lstat(name)
	if err != nil {
		return false
	}
	at := info.ModTime()
	if s, ok := statOf(info); ok {
		at = time.Unix(int64(s.ctime[0]), int64(s.ctime[1]))
	}
	return at.After(after)
}

// refs finds those of kei's that point elsewhere now, and objects that were put in
// the place of others. (A ref of kei's that is new, or gone, is for whoever has the
// ledger to judge: other agents are kept and removed meanwhile.)
func (e *evidence) refs(ctx context.Context) error {
	if e.o.Refs == "" {
		return nil
	}
	was, err := readRefs(e.o.Refs)
	if err != nil {
		return err
	}
	now, err := e.repo.refs(ctx, e.store)
	if err != nil {
		return err
	}
	for _, name := range sortedNames(now) {
		old, had := was[name]
		switch {
		case old == now[name] || name == "refs/kei/"+e.o.AgentID:
		case had && name == "refs/heads/"+e.o.Onto:
			e.notes = append(e.notes, fmt.Sprintf("finding: main went from %.12s to %.12s while the agent worked; git log %.12[1]s..%.12[2]s has what was added, and if that was not you or kei merge, look before you go on", old, now[name]))
		case strings.HasPrefix(name, "refs/replace/"):
			e.did = append(e.did, "put another object in the place of "+shown(strings.TrimPrefix(name, "refs/replace/")))
		case strings.HasPrefix(name, "refs/kei/") && had:
			e.did = append(e.did, fmt.Sprintf("moved %s from %.12s to %.12s", shown(name), old, now[name]))
		}
	}
	return nil
}

// everyday are settings that git's own commands of every day write, and that run
// nothing: what a branch follows, where a new remote is. Each is listed: within a
// section of harmless ones, git gets new keys that name a command (gc.recentObjectsHook).
func everyday(key string, made bool) bool {
	return made && everydayNew.MatchString(key) || everydayKey.MatchString(key)
}

var (
	everydayNew = regexp.MustCompile(`^(branch\..*\.(remote|merge|rebase|pushremote|description|base|gh-merge-base|vscode-merge-base)|remote\..*\.(url|fetch|pushurl|tagopt|gh-resolved)|submodule\..*\.(url|active))$`)
	everydayKey = regexp.MustCompile(`^(user\.(name|email)|lfs\..*\.access|lfs\.repositoryformatversion` +
		`|gc\.(auto|autodetach|autopacklimit|bigpackthreshold|writecommitgraph|logexpiry|packrefs|cruftpacks|maxcruftsize|pruneexpire|worktreepruneexpire|aggressivedepth|aggressivewindow|rerereresolved|rerereunresolved|(.*\.)?reflogexpire(unreachable)?)` +
		`|maintenance\.(auto|autodetach|strategy|repo|[a-z-]+\.(auto|enabled|schedule|batchsize|splitfactor)))$`)
)

// runs reports whether a setting names a program, or has git go elsewhere.
func runs(key string, values []string) bool {
	if strings.HasPrefix(key, "filter.lfs.") {
		return slices.ContainsFunc(values, func(v string) bool { return v != "true" && v != "false" && !strings.HasPrefix(v, "git-lfs ") })
	}
	if strings.HasPrefix(key, "alias.") {
		return slices.ContainsFunc(values, func(v string) bool { return strings.HasPrefix(strings.TrimSpace(v), "!") })
	}
	return running.MatchString(key)
}

var running = regexp.MustCompile(`(?s)^(core\.(hookspath|fsmonitor|sshcommand|pager|editor|askpass|gitproxy|attributesfile|worktree|alternaterefscommand)` +
	`|sequence\.editor|diff\.external|interactive\.difffilter|gpg\..*|imap\.tunnel|init\.templatedir|sendemail\.(.*\.)?smtpserver|credential\..*|pager\..*|include\.path|includeif\..*|http\..*proxy|protocol\..*` +
	`|(browser|man|difftool|mergetool|guitool)\..*\.path|.*(hook|cmd|command|program|helper)` +
	`|.*\.(driver|textconv|process|clean|smudge|vcs|uploadpack|receivepack|insteadof|pushinsteadof|update))$`)

// both are the keys of two maps, sorted.
func both[V any](a, b map[string]V) []string {
	keys := slices.Collect(maps.Keys(a))
	for key := range b {
		if _, ok := a[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

func verbOf(old, is string) string {
	switch {
	case old == "":
		return "made"
	case is == "":
		return "took away"
	}
	return "changed"
}

// fileTitle is a file of the repository as people say it.
func fileTitle(name string) string {
	if hook, ok := strings.CutPrefix(name, "hooks/"); ok {
		return "the hook " + shown(hook)
	}
	if filepath.IsAbs(name) {
		return "the hook " + shown(name)
	}
	return "the repository's " + shown(name)
}
