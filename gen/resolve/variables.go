package resolve

import (
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/invocation"
	"kei/runtime/word"
)

// steering are the variables by which a shell, the loader or a program finds
// what it runs and the settings that it obeys; NAME* is all that begin so.
var steering = []string{
	"PATH", "path", "CDPATH", "FPATH", "fpath", "HOME", "IFS", "INPUTRC", "GLOBIGNORE", "FIGNORE", "POSIXLY_CORRECT",
	"XDG_CONFIG_*", "XDG_DATA_*", "XDG_RUNTIME_DIR", "LD_*", "DYLD_*", "BASH_*", "ZDOTDIR", "GCONV_PATH", "LOCPATH", "NLSPATH",
	"OPENSSL_*", "GTK_*", "GIO_*", "QT_PLUGIN_PATH", "TERMINFO", "TERMCAP", "GIT_*", "GCC_EXEC_PREFIX", "CLAUDE_*", "CODEX_*", "KEI_*", "WORKTREE_PATH", "TASK_TOML",
}

// variable holds a name that a policy lets commands be given against what is
// known of it: one whose value is run would allow everything.
func (e *entries) variable(file string, at tomlpos.Pos, name string) {
	what := "the variable " + tomlpos.Printable(name)
	if slices.ContainsFunc(steering, func(s string) bool { return likeName(s, name) }) {
		e.errs.Add(file, at, "%s makes shells and programs run or obey what no list names; it cannot be allowed", what)
		return
	}
	found := e.programs.Read([]word.Word{{Text: "environment"}, {Text: name + "=x"}}, "environment", "")
	if len(found) == 0 || len(found[0].Given) == 0 {
		return
	}
	inv := &found[0]
	if refused, _ := inv.Refused(); len(refused) > 0 {
		e.errs.Add(file, at, "%s %s; it cannot be allowed", what, strings.TrimSuffix(refused[0], "; leave it out"))
		return
	}
	if more := inv.Given[0].Option.More; more != nil && more.Free {
		e.warnings.Add(file, at, "%s changes nothing of what is run, and may be set without this", what)
		return
	}
	for _, use := range inv.Uses() {
		switch use.Kind {
		case invocation.Run, invocation.Sh, invocation.Code, invocation.Source, invocation.Words, invocation.Prompt, invocation.Number:
			e.errs.Add(file, at, "the value of %s is run; it cannot be allowed", what)
			return
		case invocation.Options:
			e.errs.Add(file, at, "the value of %s is options of %s, which are judged as such; write them behind the command", what, strings.Join(use.Prefix(), " "))
			return
		}
	}
}

func likeName(pattern, name string) bool {
	if start, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, start)
	}
	return name == pattern
}
