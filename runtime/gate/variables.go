package gate

// runsValue lists variables whose value is run as a command by programs that
// look at them.
const runsValue = " EDITOR VISUAL PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH_COMMAND GIT_SSH GIT_ASKPASS SSH_ASKPASS GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND MANPAGER BROWSER SUDO_EDITOR SUDO_ASKPASS SYSTEMD_PAGER PSQL_EDITOR PSQL_PAGER RSYNC_RSH LESSOPEN LESSCLOSE FCEDIT SVN_EDITOR HGEDITOR KUBE_EDITOR CARGO_BUILD_RUSTC_WRAPPER RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC CC CXX LD AR FC GCCGO PKG_CONFIG GOCACHEPROG GOAUTH PROMPT_COMMAND "

// steersShell lists variables by which the shell or the loader runs something
// that the command line does not show.
const steersShell = " BASH_ENV ENV PS0 PS1 PS2 PS4 SHELLOPTS BASHOPTS ZDOTDIR BASH_ALIASES BASH_CMDS BASH_LOADABLES_PATH "

// steersProgram lists those by which other programs do, for allowlists.
const steersProgram = " PATH IFS CDPATH HOME SHELL GOFLAGS GOROOT GOPATH GOENV GOTOOLCHAIN MAKEFLAGS NODE_OPTIONS NODE_PATH PYTHONPATH PYTHONHOME PYTHONSTARTUP PERL5LIB PERL5OPT PERLLIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH MAVEN_OPTS GRADLE_OPTS RUSTDOC RUSTUP_TOOLCHAIN RUSTUP_HOME CARGO_HOME CARGO TAR_OPTIONS RSYNC_RSH LESS XDG_CONFIG_HOME GCC_EXEC_PREFIX COMPILER_PATH LUA_PATH LUA_INIT DOTNET_STARTUP_HOOKS "

// assigned judges the assignment of a variable for every policy.
func (u *unfolding) assigned(a Assign, cmd command, depth int) {
	name := " " + a.Name + " "
	switch {
	case contains(steersShell, name) || hasPrefix(a.Name, "BASH_FUNC_"):
		if a.Value.Text != "" && !(hasPrefix(a.Name, "PS") && !contains(a.Value.Text, "$(") && !contains(a.Value.Text, "@P") && !containsAny(a.Value.Text, "`\x00\x01")) {
			u.cannot("setting " + a.Name + " makes a shell run what is not written here; leave it out")
		}
	case contains(runsValue, name):
		if a.Value.Holed() {
			u.unsure = append(u.unsure, "the value of "+a.Name+", which programs run, is computed at run time")
			return
		}
		if a.Value.Text != "" {
			// Only a string until something runs it.
			u.value(a, cmd, depth)
		}
	case contains(steersProgram, name) || hasSuffix(a.Name, "_RUNNER") || hasSuffix(a.Name, "_LINKER") || isOneOf(a.Name, "VIMINIT", "EXINIT", "GVIMINIT"):
		if !a.Value.Holed() && (contains(a.Value.Text, " ") || contains(a.Value.Text, "=")) {
			u.value(a, cmd, depth)
		}
	case hasPrefix(a.Name, "GIT_CONFIG") && !isOneOf(a.Name, "GIT_CONFIG_NOSYSTEM") && !isOneOf(a.Value.Text, "/dev/null", ""):
		u.cannot("setting " + a.Name + " makes git obey what is not written here; leave it out")
	case isOneOf(a.Name, "RANDOM", "SRANDOM", "HISTCMD", "BASH_ARGV0", "EPOCHREALTIME", "BASH_SUBSHELL", "MAILCHECK", "TMOUT", "HISTSIZE", "HISTFILESIZE", "COLUMNS", "LINES", "OPTIND", "SECONDS", "LINENO", "BASHPID", "EPOCHSECONDS"):
		if a.Value.Holed() || !onlyOf(a.Value.Text, "0123456789") {
			u.cannot("what " + a.Name + " is set to is evaluated as arithmetic and can run a command; leave it out")
		}
	case a.Name == "LD_PRELOAD" || a.Name == "LD_AUDIT" || a.Name == "DYLD_INSERT_LIBRARIES":
		u.cannot("setting " + a.Name + " loads code into every program; leave it out")
	}
}

// value judges the value of a variable that programs run, or run a part of: a
// command, one behind a pipe or a bang, or an option that names one.
func (u *unfolding) value(a Assign, cmd command, depth int) {
	outer := command{Command: cmd.Command, by: a.Name, remote: cmd.remote}
	text := a.Value.Text
	for text != "" && indexByte("|!-: ", text[0]) >= 0 {
		text = text[1:]
	}
	u.literal(text, outer, depth)
	if _, after, ok := cut(a.Value.Text, '='); ok {
		u.literal(after, outer, depth)
	}
}

// toolFlags reports whether flags for a compiler or linker choose the programs
// that it consists of, or load code into them.
func toolFlags(v Word) bool {
	for rest := v.Text; rest != ""; {
		var flag string
		flag, rest, _ = cut(rest, ' ')
		for _, p := range []string{"-fplugin", "-fuse-ld", "-B", "-wrapper", "-specs", "--specs", "-plugin", "-Wl,-plugin", "@"} {
			if hasPrefix(flag, p) {
				return true
			}
		}
	}
	return v.Holed()
}

// steers says how an assignment changes what a listed command runs.
func steers(a Assign) (string, bool) {
	name := " " + a.Name + " "
	harmful := contains(runsValue, name) || contains(steersShell, name) || contains(steersProgram, name) ||
		hasPrefix(a.Name, "LD_") || hasPrefix(a.Name, "DYLD_") || hasPrefix(a.Name, "GIT_") && !isOneOf(a.Name, "GIT_PAGER", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL") ||
		hasPrefix(a.Name, "BASH_FUNC_") || hasPrefix(a.Name, "CARGO_TARGET_") && a.Name != "CARGO_TARGET_DIR" || hasPrefix(a.Name, "CARGO_ALIAS_") || hasPrefix(a.Name, "CARGO_BUILD_") && !isOneOf(a.Name, "CARGO_BUILD_JOBS", "CARGO_BUILD_TARGET") ||
		hasPrefix(a.Name, "npm_config_") || hasPrefix(a.Name, "NPM_CONFIG_") || hasPrefix(a.Name, "PIP_") ||
		isOneOf(a.Name, "RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS") && (a.Value.Holed() || contains(a.Value.Text, "linker")) ||
		(hasPrefix(a.Name, "CGO_") && hasSuffix(a.Name, "FLAGS") || isOneOf(a.Name, "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS")) && toolFlags(a.Value)
	if isOneOf(a.Name, "PAGER", "GIT_PAGER", "MANPAGER") && isOneOf(a.Value.Text, "cat", "less", "") ||
		isOneOf(a.Name, "CC", "CXX") && isOneOf(a.Value.Text, "gcc", "clang", "cc", "g++", "clang++", "c++") {
		harmful = false
	}
	if !harmful {
		return "", false
	}
	return "setting " + a.Name + " can change what a command runs; leave it out", true
}
