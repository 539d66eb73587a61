package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Verify makes all steps of the plan and reports on each. The error is for what
// kept it from making any.
func Verify(ctx context.Context, o Options) (rep *Report, err error) {
	if o.Mode == "" {
		o.Mode = Both
	}
	if o.Mode != Worktree && o.Mode != Merge && o.Mode != Both {
		return nil, fmt.Errorf("unknown mode %s; there are worktree, simulated-merge and both", shown(string(o.Mode)))
	}
	if err := o.Plan.empty(); err != nil {
		return nil, err
	}
	w := &work{o: o}
	if w.repo, err = openRepository(o.Main, o.Worktree, o.Commit); err != nil {
		return nil, err
	}
	if w.scratch, err = newScratch(); err != nil {
		return nil, err
	}
	defer func() {
		w.settle() // it works in folders that go
		w.batch.close()
		if w.keeper != nil {
			w.keeper.close()
		}
		if e := w.scratch.close(); e != nil && err == nil {
			err = fmt.Errorf("clean up: %w", e)
		}
	}()
	if err := w.open(ctx); err != nil {
		return nil, err
	}
	rep = w.report()
	w.tried = sync.OnceValues(func() (*container, error) {
		return findContainer(ctx, w.o.Contain, w.repo.searchPath(), w.scratch)
	})
	defer w.tried()
	go w.tried() // it waits for a system to be set up and taken down
	bad, err := w.audit(ctx)
	if err != nil {
		return nil, fmt.Errorf("look at main's objects: %w", err)
	}
	if len(bad) > 0 {
		// Nothing else can be believed.
		rep.Steps = []StepReport{{Capability: "main", Kind: "objects", Place: Worktree,
			violations: Violations{{Reason: plural(len(bad), "object") + " of main's repository not as they should be", Detail: first(bad, 20)}}}}
		rep.finish()
		return rep, nil
	}
	if err := w.look(ctx); err != nil {
		return nil, err
	}
	return rep, w.verify(ctx, rep)
}

// settle waits for what was asked ahead.
func (w *work) settle() {
	if w.mainsCheckout != nil {
		_, _ = w.mainsCheckout()
	}
	if w.root != nil {
		_, _ = w.root()
		_, _ = w.branch()
	}
}

// report is the beginning of a report.
func (w *work) report() *Report {
	return &Report{Version: 1, Role: w.o.Plan.Role, AgentID: w.o.AgentID, Mode: w.o.Mode, Main: w.tip, Base: w.base, Head: w.head}
}

// findGit finds the git that looks at main's repository, which has an empty home in the
// scratch folder and no repository of its own.
func (w *work) findGit() (*git, error) {
	home := w.scratch.path("home")
	if err := os.Mkdir(home, 0o700); err != nil {
		return nil, err
	}
	return findGit(home, w.repo.searchPath())
}

// openStore makes the private repository in the scratch folder.
func (w *work) openStore(ctx context.Context, g *git) error {
	format := ahead(func() (string, error) { return w.repo.format(ctx, g) })
	old := g.merges(ctx)
	var err error
	if w.format, err = format(); old != nil || err != nil {
		return cmp.Or(old, err)
	}
	w.stamped = ahead(w.stamp)
	w.store, err = g.newStore(w.scratch.path("store"), w.format, w.repo)
	return err
}

// open finds the commits, while the private repository is made.
func (w *work) open(ctx context.Context) error {
	g, err := w.findGit()
	if err != nil {
		return err
	}
	if w.hasEvidence() {
		if w.locked, err = w.repo.locks(); err != nil {
			return err
		}
	}
	w.mainsCheckout = w.lookAtCheckout(ctx, g) // first: it takes longest
	tip := ahead(func() (string, error) { return w.repo.tip(ctx, g, w.o.Onto) })
	head := ahead(func() (string, error) {
		if w.o.Commit != "" {
			return w.o.Base, nil // the agent's branch is another matter, and may be gone
		}
		return w.repo.head(ctx, g)
	})
	err = w.openStore(ctx, g)
	var noTip, noHead error
	w.tip, noTip = tip()
	w.head, noHead = head()
	if err = cmp.Or(err, noTip, noHead); err != nil {
		return err
	}
	w.batch = newBatch(ctx, w.store)
	if w.base = w.o.Base; w.base == "" {
		if w.base, err = w.store.mergeBase(ctx, w.tip, w.head); err != nil {
			return err
		}
	} else if !IsID(w.base) {
		return fmt.Errorf("--base %s is not the whole id of a commit; git rev-parse prints it", shown(w.base))
	} else if _, code, _ := w.store.exit(ctx, nil, "cat-file", "-e", w.base+"^{commit}"); code != 0 {
		return fmt.Errorf("--base %s is no commit of main's repository; name the one that the agent was started from", w.base)
	}
	w.root = ahead(func() (string, error) { return w.store.rootOf(ctx, w.base) })
	w.branch = ahead(func() (string, error) { return w.branchTip(ctx) })
	w.document = sync.OnceValues(w.readReport)
	return nil
}

// stamp is what the copy of the worktree's index vouches for, nil if there is none.
func (w *work) stamp() (*stamp, error) {
	if w.o.Index == "" || w.o.Commit != "" {
		return nil, nil
	}
	return readStamp(w.o.Index, w.format)
}

// look takes the snapshot.
func (w *work) look(ctx context.Context) error {
	w.progress("looking at every file of the worktree")
	known, err := w.stamped()
	if err != nil {
		return err
	}
	root, err := w.root()
	if err != nil {
		return err
	}
	if w.files, err = w.store.filesOf(ctx, root, known); err != nil {
		return err
	}
	rules, err := newIgnorer(ctx, w.store, w.batch, w.scratch.path("rules"), w.files)
	if err != nil {
		return err
	}
	defer rules.close()
	attributes, err := newCleaner(ctx, w.store, w.batch, w.scratch.path("attributes"), w.files)
	if err != nil {
		return err
	}
	defer attributes.close()
	w.lfs = attributes != nil && attributes.lfs
	w.keeper = newKeeper(ctx, w.store, w.o.Bundle != "")
	if w.o.Commit != "" {
		return w.lookAtCommit(ctx)
	}
	own, err := w.store.between(ctx, w.base, w.head)
	if err != nil {
		return err
	}
	subs := map[string]Entry{}
	err = w.submodules(ctx, w.files, func(s submodule) error {
		for name, e := range s.files.all() {
			if e.Mode != modeSub {
				subs[s.path+"/"+name] = e
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	walker := &walker{subs: subs, stamp: known, ctx: ctx, root: w.repo.worktree, base: w.files, own: own, rules: rules, attributes: attributes,
		keeper: w.keeper, blob: w.batch.blob, hold: w.batch.hold, format: w.format, skip: w.reportInside()}
	w.snapshot, err = walker.take()
	return err
}

// reportInside is the path of the report from the worktree's root, if it is in
// the worktree: it is about the work and no part of it.
func (w *work) reportInside() string {
	rel, err := filepath.Rel(w.repo.worktree, w.reportPath())
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

// reportPath is where the agent's report is.
func (w *work) reportPath() string {
	if w.o.Report != "" {
		if abs, err := filepath.Abs(w.o.Report); err == nil {
			return abs
		}
	}
	if w.o.AgentID == "" {
		return ""
	}
	return filepath.Join(w.repo.worktree, ".claude", "agents", w.o.AgentID, "review.md")
}

func (w *work) progress(format string, args ...any) {
	if w.o.Progress != nil {
		w.o.Progress(fmt.Sprintf(format, args...))
	}
}

// verify makes the steps, first in the worktree and then in the merge.
func (w *work) verify(ctx context.Context, rep *Report) error {
	for _, c := range w.snapshot.changes {
		rep.Changes = append(rep.Changes, c.String())
	}
	if w.o.Task != nil {
		if list := w.snapshot.reach(w.o.Task.Whitelist); len(list) > 0 {
			rep.Notes = append(rep.Notes, "left out, because main's own .gitignore does: "+some(list, 20))
		}
	}
	var err error
	if w.container, err = w.tried(); err != nil {
		return err
	}
	if w.o.Base != "" && w.limited() {
		if err := w.history(ctx, rep); err != nil {
			return err
		}
	}
	kept := ahead(w.keep)
	w.batch.after = func() error { _, err := kept(); return err }
	if w.o.Mode.in(Worktree) {
		if err := w.inWorktree(ctx, rep, kept); err != nil {
			return err
		}
	}
	work, err := kept()
	if err != nil {
		return err
	}
	rep.Tree = work.tree
	if w.o.Mode.in(Merge) && (w.wanted(Merge) || w.o.Commit != "") {
		if slices.ContainsFunc(rep.Steps, func(s StepReport) bool { return len(s.violations) > 0 }) {
			w.noMerge(rep, "the work failed where it was made, so main with the work in it was not looked at")
		} else if err := w.inMerge(ctx, rep, work.commit); err != nil {
			return err
		}
	}
	if err := w.evidence(ctx, rep); err != nil {
		return err
	}
	if d, err := w.document(); err == nil {
		rep.Questions = d.questions()
		if d.form == nil && w.wantsFields() {
			rep.Notes = append(rep.Notes, "the report has no block of TOML that begins with [report], so its lines were read; from the next release on they are not")
		}
	}
	rep.Contained = w.container.name()
	rep.finish()
	if w.o.Bundle != "" && rep.Clean {
		return w.bundle(ctx, rep, work.commit)
	}
	return nil
}

// A kept is the agent's work as the store has it.
type kept struct{ tree, commit string }

// keep commits the agent's work to the store.
func (w *work) keep() (k kept, err error) {
	k.tree, k.commit, err = w.keeper.commit(w.base, w.message(), w.snapshot.changes)
	if err != nil {
		err = fmt.Errorf("keep the agent's work: %w", err)
	}
	return k, err
}

// message is that of the commit of the agent's work.
func (w *work) message() string {
	who := "an agent"
	if w.o.AgentID != "" {
		who = "agent " + w.o.AgentID
	}
	return fmt.Sprintf("work of %s\n\nRole: %s\nBase: %s\n", who, w.o.Plan.Role, w.base)
}

// limited reports whether the role may change certain files only. Its agent has
// no business with main then; that of one that merges has.
func (w *work) limited() bool {
	return slices.ContainsFunc(w.o.Plan.Steps, Limits)
}

// history holds main to what whoever started the agent knows of it. An agent can
// move branches without a command that a gate would see; main may move while it
// works, but what it committed is not to be there before it was checked, and what
// it started from is not to be gone.
func (w *work) history(ctx context.Context, rep *Report) error {
	fail := func(format string, args ...any) {
		rep.Steps = append(rep.Steps, StepReport{Capability: "main", Kind: "history", Place: Worktree,
			violations: Violations{{Reason: fmt.Sprintf(format, args...)}}})
	}
	if w.tip != w.base {
		rep.Notes = append(rep.Notes, "main has moved since the agent was started, from "+w.base[:12]+" to "+w.tip[:12])
		switch has, err := w.store.holds(ctx, w.tip, w.base); {
		case err != nil:
			return err
		case !has:
			fail("main does not hold %s any more, which the agent was started from", w.base[:12])
		}
	}
	if w.head != w.base {
		switch has, err := w.store.holds(ctx, w.tip, w.head); {
		case err != nil:
			return err
		case has:
			fail("main holds %s, which the agent's branch is at, before it was checked", w.head[:12])
		}
	}
	return nil
}

func (w *work) wanted(p Place) bool {
	return slices.ContainsFunc(w.o.Plan.Steps, func(s Step) bool { _, place := About(s); return place.in(p) })
}

func (w *work) inWorktree(ctx context.Context, rep *Report, kept func() (kept, error)) error {
	r := &Run{Task: w.o.Task, AgentID: w.o.AgentID, Place: Worktree, Dir: w.scratch.path("worktree"), Changes: w.snapshot.changes,
		work: w, old: w.files, new: w.files.with(w.snapshot.changes), ctx: ctx}
	// Commands run on a copy of what was found: they would leave things in the
	// worktree, and what is left of the agent's could change it under them.
	r.write = func(ctx context.Context, dir string) error {
		k, err := kept()
		if err != nil {
			return err
		}
		return w.writeOut(ctx, k.tree, r.new, dir)
	}
	r.export = sync.OnceValue(func() error { return r.write(ctx, r.Dir) })
	if len(w.snapshot.unlike) > 0 {
		rep.Steps = append(rep.Steps, StepReport{Capability: "worktree", Kind: "snapshot", Place: Worktree,
			violations: Violations{{Reason: plural(len(w.snapshot.unlike), "file") + " committed on the agent's branch and otherwise in its worktree", Detail: w.snapshot.unlike}}})
	}
	if why, err := w.otherBranch(ctx); err != nil {
		return err
	} else if why != "" {
		rep.Steps = append(rep.Steps, StepReport{Capability: "worktree", Kind: "snapshot", Place: Worktree, violations: Violations{{Reason: why}}})
	}
	if len(w.snapshot.strange) > 0 {
		rep.Steps = append(rep.Steps, StepReport{Capability: "worktree", Kind: "snapshot", Place: Worktree,
			violations: Violations{{Reason: plural(len(w.snapshot.strange), "thing") + " in the worktree that git cannot keep", Detail: w.snapshot.strange}}})
	}
	return w.steps(r, rep, func(Step) string { return "" })
}

// otherBranch says that the agent's branch has what its worktree does not stand on.
// Whoever merges the branch would get what nobody looked at.
func (w *work) otherBranch(ctx context.Context) (why string, err error) {
	tip, err := w.branch()
	if err != nil || tip == "" || tip == w.head {
		return "", err
	}
	has, err := w.store.holds(ctx, w.head, tip)
	if err != nil || has {
		return "", err
	}
	return fmt.Sprintf("the branch %s is at %s, which is not in the history of %s, where its worktree is", shown(w.branchName()), tip[:12], w.head[:12]), nil
}

func (w *work) branchName() string { return "agent/" + w.o.AgentID }

// branchTip is the commit that the agent's branch is at, "" if it has none.
func (w *work) branchTip(ctx context.Context) (string, error) {
	if w.o.AgentID == "" || w.o.Commit != "" {
		return "", nil
	}
	return w.repo.lookup(ctx, w.store, w.repo.common, "refs/heads/"+w.branchName())
}

func (w *work) inMerge(ctx context.Context, rep *Report, commit string) error {
	w.progress("merging into main")
	since, err := w.store.between(ctx, w.base, w.tip)
	if err != nil {
		return err
	}
	old := w.files.with(since)
	m := &merged{tree: rep.Tree} // where main stands still, it becomes the work
	if w.tip != w.base {
		if m, err = w.store.mergeBy(ctx, w.batch, w.scratch.path("attributes-of-main"), old, w.tip, commit); err != nil {
			return err
		}
	}
	if len(m.conflicts) > 0 {
		rep.Steps = append(rep.Steps, StepReport{Capability: "simulated-merge", Kind: "merge", Place: Merge,
			violations: Violations{{Reason: "the work does not merge into main: " + plural(len(m.conflicts), "conflict"), Detail: m.conflicts}}})
		w.noMerge(rep, "there is a conflict, so there is nothing to look at")
		return nil
	}
	rep.Merged = m.tree
	r := &Run{Task: w.o.Task, AgentID: w.o.AgentID, Place: Merge, Dir: w.scratch.path("main"), work: w, old: old, ctx: ctx}
	settled := func(s Step) string {
		if w.tip == w.base && m.tree == rep.Tree && rep.made(s) {
			return "main would be the same files as in the worktree, where it was made"
		}
		return ""
	}
	if !w.allIn(Merge, func(s Step) bool { return settled(s) != "" }) {
		if r.Changes, err = w.store.between(ctx, w.tip, m.tree); err != nil {
			return err
		}
	}
	r.new = r.old.with(r.Changes)
	// The files are written out for the first command that wants them.
	r.write = func(ctx context.Context, dir string) error { return w.writeOut(ctx, m.tree, r.new, dir) }
	r.export = sync.OnceValue(func() error { return r.write(ctx, r.Dir) })
	return w.steps(r, rep, settled)
}

// made reports whether a step was made, whatever it found.
func (rep *Report) made(s Step) bool {
	capability, _ := About(s)
	return slices.ContainsFunc(rep.Steps, func(done StepReport) bool {
		return done.Capability == capability && done.Kind == KindOf(s) && done.Error == ""
	})
}

// allIn reports whether something is true of all steps that are made at a place.
func (w *work) allIn(p Place, is func(Step) bool) bool {
	return !slices.ContainsFunc(w.o.Plan.Steps, func(s Step) bool { _, place := About(s); return place.in(p) && !is(s) })
}

// noMerge says of every step that is made in the merge that it was not.
func (w *work) noMerge(rep *Report, why string) {
	for _, s := range w.o.Plan.Steps {
		if capability, place := About(s); place.in(Merge) {
			rep.Steps = append(rep.Steps, StepReport{Capability: capability, Kind: KindOf(s), Place: Merge, Skipped: why})
		}
	}
	rep.Notes = append(rep.Notes, "simulated-merge was not made: "+why)
}

// steps makes the steps of one place, all of them whatever the others say, but
// for those that known says have passed already.
func (w *work) steps(r *Run, rep *Report, known func(Step) (settled string)) error {
	for _, s := range w.o.Plan.Steps {
		capability, place := About(s)
		if !place.in(r.Place) {
			continue
		}
		one := StepReport{Capability: capability, Kind: KindOf(s), Place: r.Place}
		if settled := known(s); settled != "" {
			one.Notes = []string{settled}
		} else {
			w.progress("%s: %s", r.Place, capability)
			start := time.Now()
			one.take(s, r)
			one.Seconds = time.Since(start).Round(time.Millisecond).Seconds()
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
		rep.Steps = append(rep.Steps, one)
	}
	return nil
}

// take makes one step. A step that breaks down has not looked.
func (s *StepReport) take(step Step, r *Run) {
	here := *r
	here.step = s
	defer func() {
		if p := recover(); p != nil {
			s.Error = fmt.Sprint("broke down: ", p)
		}
	}()
	var v Violations
	switch err := step.Check(&here); {
	case err == nil:
	case errors.As(err, &v) && len(v) > 0:
		s.violations = v
	default:
		s.Error = strings.TrimSpace(err.Error())
	}
}

// some is a list in one line.
func some(list []string, most int) string {
	if len(list) > most {
		return strings.Join(list[:most], ", ") + fmt.Sprintf(", and %d more", len(list)-most)
	}
	return strings.Join(list, ", ")
}
