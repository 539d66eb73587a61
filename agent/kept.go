package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"kei/ledger"
	"kei/runtime/verify"
)

// What was found clean is known by its commit's id, which the ledger has. The ref
// beside it keeps git from throwing the commit away, and shows it to people; any
// program that may write to the repository can point it elsewhere.

// Kept is the commit that the ledger has of an agent's work, "" if there is none.
// Rows of an earlier kei have it in their verification only.
func Kept(row ledger.Row) string {
	if row.Work != "" {
		return row.Work
	}
	var rep struct {
		Clean  bool
		Commit string
	}
	if json.Unmarshal([]byte(row.Verify), &rep) != nil || !rep.Clean {
		return ""
	}
	return rep.Commit
}

// OfMain is what was found of main's repository, and not of an agent's work, when that
// was looked at: what was changed there, and findings about where main stands.
func OfMain(row ledger.Row) (list []string) {
	var rep verify.Report
	if row.Verify == "" || json.Unmarshal([]byte(row.Verify), &rep) != nil {
		return nil
	}
	for _, f := range rep.Failed {
		if f.Capability == "main" {
			list = append(list, f.Reason)
		}
	}
	for _, note := range rep.Notes {
		if what, is := strings.CutPrefix(note, "finding: main"); is {
			list = append(list, "main"+what)
		}
	}
	return list
}

// A Forgery is a ref of kei's that is not at what the ledger says was found clean.
type Forgery struct {
	Agent string `json:"agent_id"`
	Is    string `json:"is,omitempty"`   // a commit, or the ref that it is a name for; "": it is gone
	Want  string `json:"want,omitempty"` // a commit; "": the ledger knows of none
}

func (f Forgery) String() string {
	ref := WorkRef(f.Agent)
	switch {
	case f.Want == "":
		return fmt.Sprintf("%s is at %.12s, and the ledger has no work of %s that was found clean: somebody has made it; git update-ref --no-deref -d %s takes it away", ref, f.Is, f.Agent, ref)
	case f.Is == "":
		return fmt.Sprintf("%s is gone, and the ledger has %.12s as what was found clean: somebody has deleted it; git update-ref %s %s puts it back", ref, f.Want, ref, f.Want)
	}
	return fmt.Sprintf("%s is at %.12s, and the ledger has %.12s as what was found clean: somebody has moved it; kei merge takes what was found clean, git update-ref --no-deref %s %s puts it right", ref, f.Is, f.Want, ref, f.Want)
}

// keptRefs are the refs below refs/kei, by the id of their agents: the commit, or the
// name of another ref that it stands for.
func (h *Home) keptRefs(ctx context.Context) (map[string]string, error) {
	g := h.git("")
	out, err := g.out(ctx, g.common, "for-each-ref", "--format=%(objectname) %(symref) %(refname)", "refs/kei/")
	if err != nil {
		return nil, fmt.Errorf("the refs of kei's: %w", err)
	}
	refs := map[string]string{}
	for line := range strings.Lines(out) {
		words := strings.Split(strings.TrimRight(line, "\n"), " ")
		if len(words) != 3 {
			continue
		}
		is := words[0]
		if words[1] != "" {
			is = words[1]
		}
		refs[strings.TrimPrefix(words[2], "refs/kei/")] = is
	}
	return refs, nil
}

// forgery holds the ref of one agent to its row.
func forgery(id, is string, row ledger.Row) (Forgery, bool) {
	want := Kept(row)
	gone := is == "" && (row.Status != ledger.Done || want == "")
	return Forgery{id, is, want}, is != want && !gone
}

// Forged holds the ref of an agent's work to its row, in the repository that its
// worktree is of. Where there is no worktree any more there is nothing to compare.
func Forged(ctx context.Context, row ledger.Row) (Forgery, bool) {
	if row.Worktree == "" {
		return Forgery{}, false
	}
	_, common, err := findMain(ctx, row.Worktree)
	if err != nil {
		return Forgery{}, false
	}
	refs, err := (&Home{common: common, Dir: os.DevNull}).keptRefs(ctx)
	if err != nil {
		return Forgery{}, false
	}
	return forgery(row.ID, refs[row.ID], row)
}

// Forgeries compares all refs of kei's with the ledger.
func (h *Home) Forgeries(ctx context.Context) ([]Forgery, error) {
	rows, err := h.Ledger.List(ctx, "")
	if err != nil {
		return nil, err
	}
	// After the rows: a row has the commit before there is a ref.
	refs, err := h.keptRefs(ctx)
	if err != nil {
		return nil, err
	}
	mine, err := h.ids()
	if err != nil {
		return nil, err
	}
	byID := map[string]ledger.Row{}
	for _, r := range rows {
		byID[r.ID] = r
	}
	for id := range refs {
		if !slices.Contains(mine, id) {
			mine = append(mine, id)
		}
	}
	slices.Sort(mine)
	var list []Forgery
	for _, id := range mine {
		if _, is := forgery(id, refs[id], byID[id]); !is {
			continue
		}
		// It may have been kept, or removed, between the two looks.
		row, err := h.Ledger.Get(ctx, id)
		if errors.As(err, new(*ledger.NotFoundError)) {
			if _, bad := loadJournal(h.Task(id)); bad == nil {
				continue // the ledger has lost its row, which is another trouble
			}
		} else if err != nil {
			return nil, err
		}
		if f, is := forgery(id, refs[id], row); is {
			list = append(list, f)
		}
	}
	return list, nil
}

// forgeries adds to what was found of an agent the refs of others that are not as
// the ledger says and were otherwise when it was started: it can have moved them.
func (a *Agent) forgeries(ctx context.Context, rep *verify.Report) error {
	list, err := a.home.Forgeries(ctx)
	if err != nil || len(list) == 0 {
		return err
	}
	was := map[string]string{}
	if text, err := os.ReadFile(a.File(RefsFile)); err == nil && sumOf(text) == a.Refs {
		for line := range strings.Lines(string(text)) {
			commit, ref, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
			was[ref] = commit
		}
	}
	var did []string
	for _, f := range list {
		ref := WorkRef(f.Agent)
		if old, known := was[ref]; f.Agent == a.ID || len(was) == 0 || known && old == f.Is || !known && f.Is == "" {
			continue // its own is made anew, and the others were so before it came
		}
		did = append(did, f.String())
	}
	if len(did) > 0 {
		rep.Fail("main", "evidence", "refs that say what was found clean of others were forged while the agent worked", did)
	}
	return nil
}
