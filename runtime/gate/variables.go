package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// runsValue lists variables whose value is run as a command by programs that
// look at them.
const runsValue = " EDITOR VISUAL PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH_COMMAND GIT_SSH GIT_ASKPASS SSH_ASKPASS GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND MANPAGER BROWSER SUDO_EDITOR SUDO_ASKPASS SYSTEMD_PAGER PSQL_EDITOR PSQL_PAGER RSYNC_RSH LESSOPEN LESSCLOSE FCEDIT SVN_EDITOR HGEDITOR KUBE_EDITOR CARGO_BUILD_RUSTC_WRAPPER RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC CC CXX LD AR FC GCCGO PKG_CONFIG GOCACHEPROG GOAUTH PROMPT_COMMAND AUTOM4TE AUTOCONF AUTOHEADER AUTOMAKE ACLOCAL CRASHPAGER RESTIC_PASSWORD_COMMAND BORG_RSH BORG_PASSCOMMAND SYSTEMD_EDITOR "

// steersShell lists variables by which the shell or the loader runs something
// that the command line does not show.
const steersShell = " BASH_ENV ENV PS0 PS1 PS2 PS4 SHELLOPTS BASHOPTS ZDOTDIR BASH_ALIASES BASH_CMDS BASH_LOADABLES_PATH "

// steersProgram lists those by which other programs do, for allowlists.
const steersProgram = " PATH IFS CDPATH HOME SHELL GOFLAGS GOROOT GOPATH GOENV GOTOOLCHAIN MAKEFLAGS NODE_OPTIONS NODE_PATH PYTHONPATH PYTHONHOME PYTHONSTARTUP PERL5LIB PERL5OPT PERLLIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH MAVEN_OPTS GRADLE_OPTS RUSTDOC RUSTUP_TOOLCHAIN RUSTUP_HOME CARGO_HOME CARGO TAR_OPTIONS RSYNC_RSH LESS XDG_CONFIG_HOME GCC_EXEC_PREFIX COMPILER_PATH LUA_PATH LUA_INIT DOTNET_STARTUP_HOOKS "

// promptEnd ends the here-document as which a prompt is read: it is expanded as
// one is.
const promptEnd = "END-OF-PROMPT"

// PromptRuns reports whether what a prompt runs stands in its text as it is: no
// escape of prompts, all of which are taken before anything is expanded, stands
// within a command, or takes the backslash away that makes one plain text.
func PromptRuns(name, text string) bool {
	if !str.In(name, "PS0", "PS1", "PS2", "PS4") || str.Contains(text, `\\`) || str.Contains(text, "@P") || str.Contains(text, promptEnd) || str.ContainsAny(text, "\n\x00\x01") {
		return false
	}
	from, end := str.Index(text, "$("), str.LastIndexByte(text, ')')
	tick, last := str.IndexByte(text, '`'), str.LastIndexByte(text, '`')
	switch {
	case from < 0 && tick >= 0 && str.IndexByte(text[tick+1:], '`') == last-tick-1:
		from, end = tick, last
	case from < 0 || tick >= 0:
		return false
	}
	if end < from || str.ContainsAny(text[from:end], "\\[{") || str.Contains(text, "((") || str.Contains(text[from:end], "let") || from > 0 && text[from-1] == '\\' {
		return false
	}
	// What is left of octal numbers makes no character that means anything.
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' && text[i+1] >= '0' && text[i+1] <= '7' && !(i+3 < len(text) && controls(text[i+1:i+4])) {
			return false
		}
	}
	return true
}

// controls reports whether an octal number is that of a control character that
// ends nothing.
func controls(n string) bool {
	return n[0] == '0' && onlyOf(n[1:2], "0123") && onlyOf(n[2:], "01234567") && n != "000" && n != "001" && n != "012"
}

// assigned judges the assignment of a variable for every policy.
func (u *unfolding) assigned(a word.Assign, cmd command, depth int) {
	name := " " + a.Name + " "
	switch {
	case PromptRuns(a.Name, a.Value.Text) && !a.Value.Holed():
		// It runs wherever the shell is by then, and with any variables.
		outer := command{by: "bash", at: cmd.at}
		outer.Dirs = []word.Word{{Text: string(rune(match.Hole))}}
		u.text(": <<"+promptEnd+"\n"+a.Value.Text+"\n"+promptEnd, outer, depth+1)
	case str.Contains(steersShell, name) || str.HasPrefix(a.Name, "BASH_FUNC_"):
		if a.Value.Text != "" && !(str.HasPrefix(a.Name, "PS") && !str.Contains(a.Value.Text, "$(") && !str.Contains(a.Value.Text, "@P") && !str.ContainsAny(a.Value.Text, "`\x00\x01")) {
			u.cannot("setting " + a.Name + " makes a shell run what is not written here; leave it out")
		}
	case str.Contains(runsValue, name):
		if a.Value.Holed() {
			u.unsure = append(u.unsure, "the value of "+a.Name+", which programs run, is computed at run time")
			return
		}
		if a.Name == "LESSOPEN" {
			// What it prints is the name of the file that is shown instead.
			for _, w := range str.Fields(a.Value.Text) {
				u.list[cmd.at].read = append(u.list[cmd.at].read, word.Word{Text: w})
			}
		}
		if a.Value.Text != "" {
			// Only a string until something runs it.
			u.value(a, cmd, depth)
		}
	case str.Contains(steersProgram, name) || str.HasSuffix(a.Name, "_RUNNER") || str.HasSuffix(a.Name, "_LINKER") || str.In(a.Name, "VIMINIT", "EXINIT", "GVIMINIT"):
		if !a.Value.Holed() && (str.Contains(a.Value.Text, " ") || str.Contains(a.Value.Text, "=")) {
			u.value(a, cmd, depth)
		}
	case str.HasPrefix(a.Name, "GIT_CONFIG") && !str.In(a.Name, "GIT_CONFIG_NOSYSTEM") && !str.In(a.Value.Text, "/dev/null", ""):
		u.cannot("setting " + a.Name + " makes git obey what is not written here; leave it out")
	case str.In(a.Name, "RANDOM", "SRANDOM", "HISTCMD", "BASH_ARGV0", "EPOCHREALTIME", "BASH_SUBSHELL", "MAILCHECK", "TMOUT", "HISTSIZE", "HISTFILESIZE", "COLUMNS", "LINES", "OPTIND", "SECONDS", "LINENO", "BASHPID", "EPOCHSECONDS"):
		if a.Value.Holed() || !onlyOf(a.Value.Text, "0123456789") {
			u.cannot("what " + a.Name + " is set to is evaluated as arithmetic and can run a command; leave it out")
		}
	case a.Name == "GROFF_BIN_PATH" && a.Value.Text != "":
		u.cannot("setting " + a.Name + " says where the programs are that troff's front end runs; leave it out")
	case a.Name == "LD_PRELOAD" || a.Name == "LD_AUDIT" || a.Name == "DYLD_INSERT_LIBRARIES":
		u.cannot("setting " + a.Name + " loads code into every program; leave it out")
	}
}

// value judges the value of a variable that programs run, or run a part of: a
// command, one behind a pipe or a bang, or an option that names one.
func (u *unfolding) value(a word.Assign, cmd command, depth int) {
	outer := command{Command: cmd.Command, by: a.Name, remote: cmd.remote}
	text := a.Value.Text
	for text != "" && str.IndexByte("|!-: ", text[0]) >= 0 {
		text = text[1:]
	}
	u.literal(text, outer, depth)
	if _, after, ok := str.Cut(a.Value.Text, '='); ok {
		u.literal(after, outer, depth)
	}
}

// toolFlags reports whether flags for a compiler or linker choose the programs
// that it consists of, or load code into them.
func toolFlags(v word.Word) bool {
	for rest := v.Text; rest != ""; {
		var flag string
		flag, rest, _ = str.Cut(rest, ' ')
		for _, p := range []string{"-fplugin", "-fuse-ld", "-B", "-wrapper", "-specs", "--specs", "-plugin", "-Wl,-plugin", "@"} {
			if str.HasPrefix(flag, p) {
				return true
			}
		}
	}
	return v.Holed()
}

// steers says how an assignment changes what a listed command runs.
func steers(a word.Assign) (string, bool) {
	name := " " + a.Name + " "
	harmful := str.Contains(runsValue, name) || str.Contains(steersShell, name) || str.Contains(steersProgram, name) ||
		str.HasPrefix(a.Name, "LD_") || str.HasPrefix(a.Name, "DYLD_") || str.HasPrefix(a.Name, "GIT_") && !str.In(a.Name, "GIT_PAGER", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL") ||
		str.HasPrefix(a.Name, "BASH_FUNC_") || str.HasPrefix(a.Name, "CARGO_TARGET_") && a.Name != "CARGO_TARGET_DIR" || str.HasPrefix(a.Name, "CARGO_ALIAS_") || str.HasPrefix(a.Name, "CARGO_BUILD_") && !str.In(a.Name, "CARGO_BUILD_JOBS", "CARGO_BUILD_TARGET") ||
		str.HasPrefix(a.Name, "npm_config_") || str.HasPrefix(a.Name, "NPM_CONFIG_") || str.HasPrefix(a.Name, "PIP_") ||
		str.In(a.Name, "RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS") && (a.Value.Holed() || str.Contains(a.Value.Text, "linker")) ||
		(str.HasPrefix(a.Name, "CGO_") && str.HasSuffix(a.Name, "FLAGS") || str.In(a.Name, "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS")) && toolFlags(a.Value)
	if str.In(a.Name, "PAGER", "GIT_PAGER", "MANPAGER") && str.In(a.Value.Text, "cat", "less", "") ||
		str.In(a.Name, "CC", "CXX") && str.In(a.Value.Text, "gcc", "clang", "cc", "g++", "clang++", "c++") {
		harmful = false
	}
	if !harmful {
		return "", false
	}
	return "setting " + a.Name + " can change what a command runs; leave it out", true
}
