package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// harmless are variables that change only how much a program says, in which
// language and colour, how many threads it takes, or that it is run by a machine.
const harmless = " CI TERM COLORTERM COLUMNS LINES LANG LANGUAGE TZ NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE DEBUG VERBOSE " +
	"RUST_LOG RUST_BACKTRACE RUST_LIB_BACKTRACE RUST_TEST_THREADS RUST_TEST_NOCAPTURE RUST_MIN_STACK CARGO_TERM_COLOR CARGO_TERM_VERBOSE CARGO_TERM_PROGRESS_WHEN CARGO_INCREMENTAL CARGO_BUILD_JOBS CARGO_NET_OFFLINE CARGO_PROFILE_DEV_DEBUG " +
	"CGO_ENABLED GOOS GOARCH GOARM GOAMD64 GOMAXPROCS GODEBUG GOTRACEBACK GOGC GOMEMLIMIT " +
	"PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 PYTHONWARNINGS PYTEST_DISABLE_PLUGIN_AUTOLOAD " +
	"NODE_ENV NEXT_TELEMETRY_DISABLED TURBO_TELEMETRY_DISABLED DO_NOT_TRACK DOTNET_CLI_TELEMETRY_OPTOUT HOMEBREW_NO_AUTO_UPDATE " +
	"GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_AUTHOR_DATE GIT_COMMITTER_DATE GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL SOURCE_DATE_EPOCH " +
	"DEBIAN_FRONTEND PGCONNECT_TIMEOUT LESSCHARSET XDG_SESSION_TYPE OMP_NUM_THREADS MAKELEVEL "

// obeyed reports whether a variable that a command gets is one that nobody knows
// to change nothing of what the command does. What is only the shell's own, as
// for f in and read f make it, is not.
func obeyed(cmd *command, a word.Assign) (string, bool) {
	if len(cmd.Words) == 0 || str.In(cmd.name(), "read", "mapfile", "readarray", "getopts", "printf", "wait", "vared", "print", "let", "unset", "local", "readonly") {
		return "", false
	}
	if str.In(cmd.name(), "declare", "typeset", "integer", "float") && !exports(cmd.Words) {
		return "", false
	}
	if str.Contains(harmless, " "+a.Name+" ") || str.HasPrefix(a.Name, "LC_") {
		return "", false
	}
	if str.HasPrefix(a.Name, "CGO_") && str.HasSuffix(a.Name, "FLAGS") || str.In(a.Name, "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "RUSTFLAGS", "RUSTDOCFLAGS", "CC", "CXX") {
		return "", false // their values are judged by what they hold
	}
	if a.Name == "CARGO_TARGET_DIR" && a.Value.Known() && !str.HasPrefix(a.Value.Text, "/") && !str.Contains(a.Value.Text, "..") && !a.Value.Home {
		return "", false // a folder of the worktree
	}
	if str.In(a.Name, "PAGER", "GIT_PAGER", "MANPAGER") && str.In(a.Value.Text, "cat", "less", "") {
		return "", false
	}
	return "setting " + a.Name + " for a command may change what it does; leave it out", true
}

// exports reports whether a declaration hands its variables on.
func exports(words []word.Word) bool {
	for _, w := range words[1:] {
		if str.HasPrefix(w.Text, "-") && str.Contains(w.Text, "x") || w.Holed() {
			return true
		}
	}
	return false
}
