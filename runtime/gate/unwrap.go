package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// unwrap finds what cmd runs and unfolds it.
func (u *unfolding) unwrap(cmd command, depth int) {
	if readings := u.readings(&cmd); len(readings) > 0 {
		u.list[cmd.at].readings = readings
		for i := range readings {
			u.follow(cmd, &readings[i], depth)
		}
		return
	}
	name := str.Lower(cmd.name())
	args := cmd.Words[1:]
	switch {
	case isShell(name):
		u.shell(cmd, depth)
		return
	case isInterpreter(name):
		u.interpreter(cmd, depth)
		return
	}
	if str.HasPrefix(name, "ld-linux") || str.HasPrefix(name, "ld-musl") || str.HasPrefix(name, "ld.so") || name == "ld64.so.1" {
		rest, _ := skipOptions(args, " --library-path --preload --audit --argv0 ")
		u.run(rest, cmd, depth)
		return
	}
	for i := range wrappers {
		if w := &wrappers[i]; str.Contains(w.names, " "+name+" ") {
			u.wrapped(cmd, w, depth)
			return
		}
	}
	for i := range verbs {
		if v := &verbs[i]; str.Contains(v.names, " "+name+" ") && u.runVerb(cmd, v, depth) {
			return
		}
	}
	switch name {
	case "eval":
		if len(args) > 0 && args[0].Text == "--" {
			args = args[1:]
		}
		u.runText(args, cmd, depth)
	case "source", ".":
		u.cannot("what " + cmd.text() + " runs is in a file; run its commands one by one")
	case "trap":
		if len(args) > 0 && args[0].Text == "--" {
			args = args[1:]
		}
		if len(args) > 1 && !isOption(args[0].Text) {
			u.runText(args[:1], cmd, depth)
		}
	case "emulate", "sched", "zpty":
		if rest, _ := skipOptions(args, ""); len(rest) > 1 {
			if name == "emulate" {
				u.textOption(cmd, depth, " -c ")
			} else {
				u.runText(rest[1:], cmd, depth)
			}
		}
	case "cp", "ln", "mv", "install", "link":
		// A program under another name is still that program.
		for _, a := range args {
			if str.Contains(a.Text, "/bin/") || str.Contains(a.Text, "/git-core/") || str.Contains(a.Text, "/sbin/") {
				u.literal(baseName(a.Text), command{by: name}, depth)
			}
		}
	case "history", "fc":
		for i, a := range args {
			if name == "history" && a.Text == "-s" {
				u.runText(args[i+1:], cmd, depth)
			}
			if name == "fc" && str.In(a.Text, "-s", "-e") {
				u.cannot("fc runs what is in the history; run the command itself")
			}
		}
	case "read", "printf", "getopts":
		for i, a := range args {
			if name == "printf" && (i == 0 || args[i-1].Text != "-v") {
				continue
			}
			if str.Contains(steersShell+runsValue, " "+a.Text+" ") {
				u.cannot(cmd.text() + " sets " + a.Text + ", which a shell or a program runs; leave it out")
			}
		}
	case "scp", "sftp":
		u.sshOptions(args, " -B -b -c -D -F -i -J -l -o -P -R -S -s -X ", cmd, depth)
		u.optionText(args, cmd, depth, "-S")
		if cmd.Stdin != nil && name == "sftp" {
			u.escaped(cmd.Stdin.Text, cmd, depth)
		}
	case "ssh-agent", "gpg-agent", "cross-env", "cross-env-shell", "ssh-keyscan-run", "cgexec", "buildah", "dtach", "abduco":
		rest, _ := skipOptions(args, " -t -a -k -g -n -A -c -e ")
		for len(rest) > 0 && isAssignment(rest[0].Text) {
			rest = rest[1:]
		}
		if str.In(name, "dtach", "abduco", "buildah") && len(rest) > 1 {
			rest = rest[1:]
		}
		u.run(rest, cmd, depth)
	case "gh", "glab":
		if len(args) > 3 && args[0].Text == "alias" && args[1].Text == "set" {
			ops := operandsOf(args[2:], "")
			if len(ops) > 1 {
				text := ops[1]
				if str.HasPrefix(text.Text, "!") || hasLetter(args, 's') || hasLongOption(args, "shell") {
					text.Text = trimByte(text.Text, '!')
				} else {
					text.Text = name + " " + text.Text
				}
				u.runText([]word.Word{text}, cmd, depth)
			}
		}
	case "ip":
		for i, a := range args {
			if a.Text == "exec" && i+2 < len(args) {
				u.run(args[i+2:], cmd, depth)
			}
		}
	case "cmake":
		for i, a := range args {
			if a.Text != "-E" || i+2 >= len(args) {
				continue
			}
			rest := args[i+2:]
			if args[i+1].Text == "chdir" {
				rest = rest[1:]
			}
			for len(rest) > 0 && (isAssignment(rest[0].Text) || isOption(rest[0].Text)) {
				rest = rest[1:]
			}
			if str.In(args[i+1].Text, "env", "time", "chdir") {
				u.run(rest, cmd, depth)
			}
		}
	case "xterm", "gnome-terminal", "konsole", "alacritty", "kitty", "foot", "systemd-nspawn":
		for i, a := range args {
			if str.In(a.Text, "-e", "-x", "--", "--command") {
				u.run(args[i+1:], cmd, depth)
				break
			}
		}
		if name == "systemd-nspawn" {
			rest, _ := skipOptions(args, " -D -M -i -u --directory --machine --image --user ")
			u.run(rest, cmd, depth)
		}
	case "dc", "m4", "gnuplot", "guile", "emacsclient", "ipython", "bc":
		for _, v := range optionValues(args, "-e", "-c", "--eval", "--expression") {
			u.program(v.Text+" ", cmd, depth)
			u.escaped(v.Text, cmd, depth)
		}
		if cmd.Stdin != nil {
			u.program(cmd.Stdin.Text, cmd, depth)
			u.escaped(cmd.Stdin.Text, cmd, depth)
		}
	case "pee", "mispipe", "concurrently", "npm-run-all", "run-p", "run-s":
		for _, a := range operandsOf(args, " -n --names -c --prefix-colors -p --prefix -m --max-processes --kill-others-on-fail ") {
			u.runText([]word.Word{a}, cmd, depth)
		}
	case "split", "gsplit":
		u.optionText(args, cmd, depth, "--filter")
	case "ed", "red":
		if cmd.Stdin != nil {
			u.escaped(cmd.Stdin.Text, cmd, depth)
		} else if cmd.Piped {
			u.cannot("what is piped into ed can run commands; write the file with a file tool")
		}
	case "bat", "batcat", "rg", "fzf", "delta", "skim", "sk":
		u.optionText(args, cmd, depth, "--pager", "--pre", "--preview", "--execute", "--bind")
	case "apt-get", "apt", "aptitude", "dpkg", "yum", "dnf", "pacman":
		for _, a := range args {
			if str.Contains(a.Text, "nvoke") || str.Contains(a.Text, "Hook") {
				u.cannot(cmd.text() + " runs a command by way of an option; leave it out")
			}
		}
	case "iex", "icm", "saps", "start-process", "invoke-expression", "invoke-command", "start-job", "foreach-object":
		u.cannot(cmd.text() + " runs what it is given; write the command itself")
	case "hash", "enable":
		for _, a := range args {
			if isOption(a.Text) && (str.IndexByte(a.Text, 'p') > 0 && name == "hash" || str.IndexByte(a.Text, 'f') > 0 && name == "enable") {
				u.cannot(cmd.text() + " gives a program another name; run it by its own")
			}
		}
	case "alias":
		for _, a := range args {
			if _, body, ok := str.Cut(a.Text, '='); ok {
				u.runText([]word.Word{{Text: body}}, cmd, depth)
			}
		}
	case "xargs", "gxargs":
		u.xargs(cmd, depth)
	case "parallel", "gparallel", "sem", "rush":
		u.parallel(cmd, depth)
	case "find", "gfind", "bfind":
		u.find(cmd, depth)
	case "fd", "fdfind":
		for i, a := range args {
			if str.In(a.Text, "-x", "-X", "--exec", "--exec-batch") {
				u.run(holes(args[i+1:], "{"), cmd, depth)
			}
		}
	case "busybox", "toybox":
		if len(args) > 0 && !isOption(args[0].Text) {
			u.run(args, cmd, depth)
		}
	case "ssh", "autossh", "mosh", "rsh", "slogin", "rlogin", "et", "dbclient":
		u.ssh(cmd, depth)
	case "setarch", "faketime":
		// What stands in front of the command may be left out, or look like an option.
		rest, _ := skipOptions(args, " -f ")
		u.run(rest, cmd, depth)
		if len(rest) > 1 {
			rest, _ = skipOptions(rest[1:], "")
			u.run(rest, cmd, depth)
		}
	case "start-stop-daemon":
		for _, v := range optionValues(args, "-x", "--exec", "-a", "--startas") {
			u.run([]word.Word{v}, cmd, depth)
		}
		for i, a := range args {
			if a.Text == "--" {
				for _, v := range optionValues(args, "-x", "--exec", "-a", "--startas") {
					u.run(append([]word.Word{v}, args[i+1:]...), cmd, depth)
				}
			}
		}
	case "flatpak":
		u.optionText(args, cmd, depth, "--command")
	case "mapfile", "readarray", "compgen", "complete":
		for _, v := range optionValues(args, "-C") {
			u.runText([]word.Word{v}, cmd, depth)
		}
		if name == "compgen" {
			for _, v := range optionValues(args, "-F") {
				u.run([]word.Word{v}, cmd, depth)
			}
			for _, v := range args {
				if str.ContainsAny(v.Text, "$`") || v.Holed() {
					u.cannot("compgen expands " + v.Shown() + "; write the words out")
				}
			}
		}
	case "jobs":
		for i, a := range args {
			if a.Text == "-x" {
				u.run(args[i+1:], cmd, depth)
			}
		}
	case "cmd", "cmd.exe":
		for i, a := range args {
			if str.In(str.Lower(a.Text), "/c", "/k", "/r") {
				u.runText(args[i+1:], cmd, depth)
				break
			}
		}
	case "wsl":
		rest, _ := skipOptions(args, " -d --distribution -u --user --cd ")
		u.run(rest, cmd, depth)
	case "hyperfine":
		for _, a := range operandsOf(args, " -w -r -m -M -s -p -c -n -P -L -D -u -i --warmup --runs --min-runs --max-runs --setup --prepare --conclude --cleanup --command-name --shell --export-json --export-markdown --export-csv ") {
			u.runText([]word.Word{a}, cmd, depth)
		}
		u.optionText(args, cmd, depth, "-s", "-p", "-c", "--setup", "--prepare", "--conclude", "--cleanup")
	case "just":
		for i, a := range args {
			if str.In(a.Text, "-c", "--command") {
				u.run(args[i+1:], cmd, depth)
			}
		}
	case "capsh":
		for i, a := range args {
			if a.Text == "--" || a.Text == "==" {
				u.shell(command{Command: word.Command{Words: append([]word.Word{{Text: "bash"}}, args[i+1:]...), Dirs: cmd.Dirs, Piped: cmd.Piped, Stdin: cmd.Stdin}, by: cmd.name(), at: cmd.at}, depth)
				break
			}
		}
	case "gcloud", "fly", "flyctl", "ansible", "pdsh", "pssh", "clush", "parallel-ssh":
		far := cmd
		far.remote = true
		u.optionText(args, far, depth, "--command", "-C", "-a", "--args")
		if str.In(name, "pdsh", "pssh", "clush", "parallel-ssh") {
			rest, _ := skipOptions(args, " -w -x -g -h -H -l -t -p -f -o -e -i ")
			u.runText(rest, far, depth)
		}
	case "su", "sg", "script":
		u.textOption(cmd, depth, " -c --command ")
	case "runuser":
		if anyOf(args, "-c", "--command") || !anyOf(args, "-u", "--user") {
			u.textOption(cmd, depth, " -c --command ")
		} else {
			rest, _ := skipOptions(args, " -u -g -G -s -w --user --group --supp-group --whitelist-environment ")
			u.run(rest, cmd, depth)
		}
	case "git":
		u.git(cmd, depth)
	case "awk", "gawk", "mawk", "nawk":
		u.awk(cmd, depth)
	case "sed", "gsed":
		u.sed(cmd, depth)
	case "docker", "podman", "nerdctl", "kubectl", "oc", "docker-compose", "podman-compose":
		u.container(cmd, depth)
	case "vim", "vi", "nvim", "ex", "view", "gvim", "vimdiff", "rview", "rvim", "nvimdiff", "emacs", "psql", "mysql", "sqlite3", "gdb", "lldb", "less", "man", "ftp", "expect", "more":
		u.escapes(cmd, depth)
	case "tar", "gtar", "bsdtar", "rsync", "sort", "make", "gmake", "go", "cargo", "npm", "pnpm", "yarn", "bun", "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle", "conda", "mamba", "nix", "nix-shell", "rustup", "tmux", "screen", "at", "batch", "crontab", "nodemon", "deno", "socat", "nc", "ncat", "zip", "corepack", "pipx", "mix", "op", "doppler", "aws-vault", "tee":
		u.others(cmd, depth)
	}
}
