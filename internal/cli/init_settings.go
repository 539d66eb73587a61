package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"kei"
	"kei/gen/programs"
	"kei/hooks"
	"kei/internal/tomlpos"
	"kei/runtime/file"
)

// What a repository's settings for agents say is what somebody wrote, perhaps to be let
// in. What they deny or ask about becomes rules; what they allow is proposed at most.

const (
	settingsCapability = "policy::client-settings"
	settingsFolder     = "capabilities/policy/client-settings"
	settingsAdvice     = `Some commands, files and tools are closed to you here because the settings of a coding agent
in this repository denied them, or asked a person first. The denial says which entry it was.

Do the rest of your task, and say in your report what you would have needed and why.
`
	// maxEntries is how many entries of a list are looked at.
	maxEntries = 100
	// maxSettingsFile is the size beyond which a file is nobody's settings.
	maxSettingsFile = 1 << 20
)

// settingsFiles are where Claude Code keeps a project's permissions.
var settingsFiles = []string{".claude/settings.json", ".claude/settings.local.json"}

// A settingRule is an entry of deny or ask.
type settingRule struct {
	entry, kind, severity, key, value string
}

// clientSettings are what was found in them.
type clientSettings struct {
	rules      []settingRule
	untaken    []string // entries of deny and ask that no rule can say
	allowed    []string // entries of allow
	proposed   []string // those of them that are proposed
	unreadable []error  // what is wrong with files that are no settings
}

// permissions are what a file of settings denies, asks about and allows.
type permissions struct {
	Deny  []string `json:"deny"`
	Ask   []string `json:"ask"`
	Allow []string `json:"allow"`
}

// readClientSettings reads what the repository's settings deny, ask and allow.
func readClientSettings(root *os.Root) *clientSettings {
	s := &clientSettings{}
	for _, name := range settingsFiles {
		p, err := readPermissions(root, name)
		if err != nil {
			s.unreadable = append(s.unreadable, err)
			continue
		}
		s.take(p.Deny, "block")
		s.take(p.Ask, "ask")
		for _, e := range p.Allow {
			if len(s.allowed) < maxEntries && !slices.Contains(s.allowed, e) {
				s.allowed = append(s.allowed, e)
			}
		}
	}
	return s
}

// readPermissions reads a file of settings, which need not be there. The error says
// where in it what is wrong.
func readPermissions(root *os.Root, name string) (p permissions, err error) {
	info, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return p, nil
	case err != nil:
		return p, fmt.Errorf("%s: %s", name, tomlpos.Reason(err))
	case !info.Mode().IsRegular():
		return p, fmt.Errorf("%s: not a regular file", name)
	case info.Size() > maxSettingsFile:
		return p, fmt.Errorf("%s: %d bytes are too many for settings", name, info.Size())
	}
	text, err := root.ReadFile(name)
	if err != nil {
		return p, fmt.Errorf("%s: %s", name, tomlpos.Reason(err))
	}
	if err := hooks.Named("claude").Reads(name, text); err != nil {
		return p, err
	}
	var f struct {
		Permissions permissions `json:"permissions"`
	}
	if text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))); len(text) == 0 {
		return p, nil
	}
	var wrong *json.UnmarshalTypeError
	if err := json.Unmarshal(text, &f); errors.As(err, &wrong) {
		return p, fmt.Errorf("%s: %s is a JSON %s, and the client takes none there", name, wrong.Field, wrong.Value)
	} else if err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	return f.Permissions, nil
}

// settingForm is an entry: a tool, and in brackets what of it.
var settingForm = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_]*)(?:\(([^\x00-\x1f]*)\))?$`)

// take makes rules of entries.
func (s *clientSettings) take(entries []string, severity string) {
	for i, e := range entries {
		if i == maxEntries {
			s.untaken = append(s.untaken, fmt.Sprintf("%d more", len(entries)-i))
			return
		}
		r, ok := ruleOf(e)
		r.severity = severity
		switch {
		case !ok:
			s.untaken = append(s.untaken, e)
		case !slices.Contains(s.rules, r):
			s.rules = append(s.rules, r)
		}
	}
}

// ruleOf is the rule that an entry of deny or ask is.
func ruleOf(entry string) (settingRule, bool) {
	m := settingForm.FindStringSubmatch(entry)
	if m == nil {
		return settingRule{}, false
	}
	tool, of := m[1], m[2]
	r := settingRule{entry: entry}
	switch {
	case of == "" || of == "*" || of == "**":
		r.kind, r.key, r.value = "deny-tool", "tools-denied", tool
	case tool == "Bash":
		of = strings.TrimSuffix(strings.TrimSuffix(of, ":*"), " *")
		if of == "" || strings.Contains(of, "*") {
			return r, false
		}
		r.kind, r.key, r.value = "deny-command", "tool-patterns", "^"+regexp.QuoteMeta(of)+"( |$)"
	case slices.Contains([]string{"Read", "Grep", "Glob"}, tool):
		r.kind, r.key = "deny-reads", "files-unreadable"
	case slices.Contains([]string{"Edit", "Write", "MultiEdit", "NotebookEdit"}, tool):
		r.kind, r.key = "deny-files", "files-denied"
	default:
		return r, false
	}
	if r.value == "" {
		r.value = globOf(of)
		return r, r.value != "" && file.Glob(r.value).Check() == nil
	}
	return r, true
}

// globOf is a path of the settings as a glob of kei's, "" if it is none: //x is
// absolute, ~/x in the home folder, a name alone is anywhere.
func globOf(p string) string {
	if strings.ContainsAny(p, `{}[]?!\`) {
		return ""
	}
	p = strings.TrimPrefix(p, "./")
	switch {
	case strings.HasPrefix(p, "//"):
		p = p[1:]
	case strings.HasPrefix(p, "~/"):
		p = "**/" + p[2:]
	case strings.HasPrefix(p, "/"):
		p = p[1:]
	case !strings.Contains(strings.TrimSuffix(p, "/"), "/"):
		p = "**/" + p
	}
	if strings.HasSuffix(p, "/") {
		p += "**"
	}
	return p
}

// notes say what becomes of the settings.
func (s *clientSettings) notes() []string {
	var list []string
	if n := len(s.rules); n > 0 {
		list = append(list, fmt.Sprintf("%d entries that Claude Code's settings deny or ask about come over as rules (%s)", n, settingsCapability))
	}
	for _, e := range s.untaken {
		list = append(list, "not taken over, no rule says the same: "+shownText(e))
	}
	if n := len(s.allowed); n > 0 {
		list = append(list, fmt.Sprintf("of %d entries that they allow none is taken over; those that are harmless are proposed as comments", n))
	}
	return list
}

// shownText is what somebody else wrote, on one line and not too long.
func shownText(s string) string {
	s = strings.Trim(tomlString(s), `"`)
	if r := []rune(s); len(r) > 100 {
		s = string(r[:100]) + "..."
	}
	return s
}

// capability is capability.toml of the rules.
func (s *clientSettings) capability() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `[capability]
name        = %q
category    = "policy"
version     = "1.0"
description = "What the settings of coding agents in this repository denied or asked about."

[text]
path = "text.md"
`, settingsCapability)
	events := map[string]string{"deny-command": "PreToolUse:Bash", "deny-reads": "PreToolUse:Read", "deny-files": "PreToolUse:Edit|Write", "deny-tool": "PreToolUse"}
	for _, kind := range []string{"deny-tool", "deny-command", "deny-reads", "deny-files"} {
		for _, severity := range []string{"block", "ask"} {
			var list, why []string
			key := ""
			for _, r := range s.rules {
				if r.kind == kind && r.severity == severity && !slices.Contains(list, r.value) {
					key, list, why = r.key, append(list, r.value), append(why, r.entry)
				}
			}
			if len(list) == 0 {
				continue
			}
			fmt.Fprintf(&b, "\n[[gate]]\nkind     = %q\nwhy      = %s\nevent    = %q\nseverity = %q\n%s = [\n", kind, tomlString(map[string]string{"block": "denied", "ask": "asked about"}[severity]+", "+kind), events[kind], severity, key)
			for i, v := range list {
				fmt.Fprintf(&b, "  %s, # %s\n", tomlString(v), shownText(why[i]))
			}
			b.WriteString("]\n")
		}
	}
	b.WriteString(s.examples())
	return []byte(b.String())
}

// examples show what the rules deny, as far as an entry says a whole call.
func (s *clientSettings) examples() string {
	var b strings.Builder
	for _, r := range s.rules {
		of := strings.TrimSuffix(strings.TrimPrefix(r.entry, "Bash("), ")")
		of = strings.TrimSuffix(strings.TrimSuffix(of, ":*"), " *")
		switch {
		case r.kind == "deny-command" && plainWords(of):
			fmt.Fprintf(&b, "\n[[example]]\ndeny = %s\n", tomlString(of))
		case r.kind == "deny-tool" && r.value != "Bash":
			fmt.Fprintf(&b, "\n[[example]]\ntool    = %s\nverdict = \"deny\"\n", tomlString(r.value))
		}
	}
	return b.String()
}

// runsOthers are the words by which a program's table says that it runs what it is
// given, or obeys it.
var runsOthers = regexp.MustCompile(`\b(run|sh|script|source|module|args|config|env|perhaps)[:(]|"(run|sh|script|source|module|args)"|refuse`)

// harmful are effects of a command that is never proposed.
var harmful = []string{"deletes", "installs", "fetches", "sends", "history", "destroys", "secrets", "privilege", "system", "agents"}

// propose picks what of the allowed a person may be asked about: programs that are known,
// run nothing that they are given, and have no effect that leaves the worktree.
func (s *clientSettings) propose(known *programs.Set) {
	for _, e := range s.allowed {
		m := settingForm.FindStringSubmatch(e)
		if m == nil || m[1] != "Bash" {
			continue
		}
		of := strings.TrimSuffix(strings.TrimSuffix(m[2], ":*"), " *")
		words := strings.Fields(of)
		if len(words) == 0 || !plainWords(of) {
			continue
		}
		p := known.Named(words[0])
		if p == nil {
			continue
		}
		text, err := kei.Programs.ReadFile(p.File)
		if err != nil || runsOthers.Match(text) || mentions(string(text), harmful) {
			continue
		}
		s.proposed = append(s.proposed, of)
	}
}

// plainWords reports whether a text is words and nothing that a shell reads otherwise.
func plainWords(text string) bool {
	return regexp.MustCompile(`^[A-Za-z0-9 ._/=:@-]+$`).MatchString(text)
}

// mentions reports whether a text has one of the words between quotes.
func mentions(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, `"`+w+`"`) })
}

// proposals is what stands in a role of what was allowed.
func (s *clientSettings) proposals() string {
	if len(s.proposed) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n# The settings of Claude Code in this repository allowed these, too. They are not taken over: leave\n# what you mean of them in and take the marks away, and these are added to those of its parent.\n# [tools]\n# bash-commands-added = [\n")
	for _, p := range s.proposed {
		fmt.Fprintf(&b, "#   %s,\n", tomlString(p))
	}
	b.WriteString("# ]\n")
	return b.String()
}
