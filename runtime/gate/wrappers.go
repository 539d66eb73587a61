package gate

// A wrapper is a program that runs the command given by its operands.
type wrapper struct {
	names   string // its names, between blanks
	args    string // options that take the next word, between blanks
	pairs   string // options that take the next two
	flags   string // options that take none; of others it is not known
	skip    int    // operands in front of the command: timeout's duration
	assigns bool   // NAME=value operands stand in front of the command
	remote  bool   // the command runs elsewhere
	text    bool   // the operands are joined to shell text
}

var wrappers = []wrapper{
	{names: " env ", args: " -u --unset -C --chdir -a --argv0 ", flags: " -i -0 -v --null --ignore-environment --debug - ", assigns: true},
	{names: " sudo ", args: " -u -g -h -p -C -r -t -T -U -D -R -a -c --user --group --host --prompt --close-from --role --type --command-timeout --other-user --chdir --chroot ",
		flags: " -A -b -E -e -H -i -K -k -l -n -P -S -s -V -v -B -N --askpass --background --preserve-env --non-interactive --login --shell --stdin --set-home --validate ", assigns: true},
	{names: " doas ", args: " -u -C -a ", flags: " -n -s -L "},
	{names: " run0 pkexec ", args: " --user -u --chdir -D --setenv --unit --property --description ", flags: " --disable-internal-agent --keep-cwd "},
	{names: " builtin nohup chronic linux32 linux64 fakeroot eatmydata ltrace-run dbus-launch prime-run gamemoderun winpty catchsegv noglob nocorrect with-contenv vault-env procenv ", flags: " -h --help --version "},
	{names: " - -- ", assigns: true},
	{names: " command ", flags: " -p "},
	{names: " exec ", args: " -a ", flags: " -c -l -cl "},
	{names: " nice ", args: " -n --adjustment ", flags: ""},
	{names: " ionice ", args: " -c -n --class --classdata ", flags: " -t --ignore "},
	{names: " chrt ", args: " -T -P -D ", flags: " -b -f -i -o -r -d -a -R --batch --fifo --idle --other --rr --deadline ", skip: 1},
	{names: " taskset ", flags: " -a -c --cpu-list --all-tasks ", skip: 1},
	{names: " numactl ", args: " -m -N -C -i -p --membind --cpunodebind --physcpubind --interleave --preferred ", flags: " -l --localalloc -a "},
	{names: " time gtime ", args: " -f -o --format --output ", flags: " -p -v -a -q --verbose --append --portability "},
	{names: " timeout gtimeout ", args: " -k -s --kill-after --signal ", flags: " -v -f -p --foreground --preserve-status --verbose ", skip: 1},
	{names: " stdbuf gstdbuf ", args: " -i -o -e --input --output --error ", flags: ""},
	{names: " unbuffer ", flags: " -p "},
	{names: " setsid ", flags: " -c -f -w --ctty --fork --wait "},
	{names: " chroot ", args: " --userspec --groups ", flags: " --skip-chdir ", skip: 1},
	{names: " unshare ", args: " -R -w -S -G --root --wd --setuid --setgid --propagation --setgroups --map-user --map-group --map-users --map-groups ",
		flags: " -m -u -i -n -p -U -C -T -f -r -c --mount --uts --ipc --net --pid --user --cgroup --time --fork --map-root-user --map-current-user --mount-proc --keep-caps --kill-child "},
	{names: " nsenter ", args: " -t -S -G --target --setuid --setgid ", flags: " -a -m -u -i -n -p -U -C -T -r -w -F -e --all --mount --uts --ipc --net --pid --user --cgroup --preserve-credentials "},
	{names: " flock ", args: " -w -E --timeout --conflict-exit-code --wait ", flags: " -s -x -u -n -o -F -e --shared --exclusive --nonblock --close --verbose --no-fork ", skip: 1},
	{names: " strace ltrace ", args: " -e -o -p -s -u -E -P -b -I -O -S -X -a -A -l -n -F -x ", flags: " -f -ff -c -C -q -qq -r -t -tt -ttt -T -v -y -yy -i -k -z -Z -d -D --follow-forks "},
	{names: " valgrind heaptrack ", flags: " -q -v --quiet --verbose "},
	{names: " caffeinate ", args: " -t -w ", flags: " -d -i -m -s -u "},
	{names: " systemd-run ", args: " -u -p -M -H -E --unit --property --description --slice --uid --gid --nice --setenv --working-directory --machine --host --on-active --on-calendar ",
		flags: " -t -P -q -G -r -d --user --system --scope --pty --pipe --quiet --collect --wait --no-block --remain-after-exit --same-dir "},
	{names: " systemd-inhibit ", args: " --what --who --why --mode ", flags: ""},
	{names: " prlimit cpulimit ", args: " -l --limit -p ", flags: ""},
	{names: " setpriv ", args: " --reuid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits --selinux-label ", flags: " --clear-groups --keep-groups --init-groups --no-new-privs --nnp "},
	{names: " runcon ", args: " -t -u -r -l ", flags: " -c ", skip: 1},
	{names: " firejail bwrap proot ", args: " --dev --proc --tmpfs --chdir --unsetenv --dir -r -b -w -q --uid --gid --hostname --remount-ro --perms --size --mqueue --info-fd --block-fd --seccomp --args --argv0 --cap-add --cap-drop ",
		pairs: " --bind --ro-bind --dev-bind --bind-try --ro-bind-try --dev-bind-try --symlink --setenv --file --bind-data --ro-bind-data --chmod --overlay-src ", flags: " --unshare-all --share-net --unshare-net --unshare-pid --die-with-parent --new-session --clearenv --quiet --noprofile --private "},
	{names: " xvfb-run ", args: " -e -f -n -p -s -w --server-args --server-num --error-file ", flags: " -a -l --auto-servernum "},
	{names: " dbus-run-session ", args: " --config-file --dbus-daemon ", flags: ""},
	{names: " rlwrap ", args: " -a -b -C -D -f -g -H -l -p -P -q -s -S -t -w ", flags: " -A -c -i -I -m -n -N -o -r -R -v -W -z "},
	{names: " dotenv ", args: " -f -e -v -p --file ", flags: " -c -o -q "},
	{names: " npx bunx pnpx uvx ", args: " -p --package -w --workspace --from --with --python ", flags: " -y -q --yes --no --no-install --quiet --prefer-offline --bun --ignore-existing "},
	{names: " flatpak-spawn host-spawn ", args: " --env --directory --unset-env --forward-fd ", flags: " --host --clear-env --watch-bus --latest-version --no-network -no-pty -pty "},
	{names: " repeat envdir envchain gosu su-exec setuidgid s6-setuidgid ", args: " -d -u -l -t -w ", flags: " -s ", skip: 1},
	{names: " trickle ", args: " -d -u -w -t -l -n -p ", flags: " -s -v "},
	{names: " chpst softlimit s6-softlimit ", args: " -u -U -b -e -/ -n -l -m -d -o -p -f -c -t -s -r -a ", flags: " -v -P -0 -1 -2 "},
	{names: " torsocks torify proxychains proxychains4 tsocks ccache sccache distcc icecc bear intercept-build scan-build tini dumb-init catatonit gdbserver-run cachegrind hotspot setcap-run aa-exec firejail-exec unbuffer-run pkgx mullvad-exclude vglrun optirun primusrun gamescope mangohud zsh-defer ",
		args: " -f -p -u -n -o --output --append -a ", flags: " -q -v -s -g -i --quiet --verbose "},
	{names: " sshpass ", args: " -p -f -d -P ", flags: " -e -v "},
	{names: " entr ", flags: " -a -c -d -n -p -r -s -z -cr -rc -cd -dc "},
	{names: " watchexec reflex ", args: " -e -w -i -f -r -g -d --exts --watch --ignore --filter ", flags: " -c -d -n -p -s -z --restart --clear "},
	{names: " daemonize daemon ", args: " -p -u -c -o -e -n -x -a -d -g -k -N -P -l --pidfile --chuid --name --exec --startas --user ", flags: " -S -b -m -q -v -t --start --background --make-pidfile --quiet "},
	{names: " watch ", args: " -n -q --interval ", flags: " -b -c -C -d -e -g -p -t -w -x --color --differences --no-title --exec --precise ", text: true},
}

// unwrap finds what cmd runs and unfolds it.
func (u *unfolding) unwrap(cmd command, depth int) {
	name := lower(cmd.name())
	args := cmd.Words[1:]
	switch {
	case isShell(name):
		u.shell(cmd, depth)
		return
	case isInterpreter(name):
		u.interpreter(cmd, depth)
		return
	}
	if hasPrefix(name, "ld-linux") || hasPrefix(name, "ld-musl") || hasPrefix(name, "ld.so") || name == "ld64.so.1" {
		rest, _ := skipOptions(args, " --library-path --preload --audit --argv0 ")
		u.run(rest, cmd, depth)
		return
	}
	for i := range wrappers {
		if w := &wrappers[i]; contains(w.names, " "+name+" ") {
			u.wrapped(cmd, w, depth)
			return
		}
	}
	for i := range verbs {
		if v := &verbs[i]; contains(v.names, " "+name+" ") && u.runVerb(cmd, v, depth) {
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
			if contains(a.Text, "/bin/") || contains(a.Text, "/git-core/") || contains(a.Text, "/sbin/") {
				u.literal(baseName(a.Text), command{by: name}, depth)
			}
		}
	case "hash", "enable":
		for _, a := range args {
			if isOption(a.Text) && (indexByte(a.Text, 'p') > 0 && name == "hash" || indexByte(a.Text, 'f') > 0 && name == "enable") {
				u.cannot(cmd.text() + " gives a program another name; run it by its own")
			}
		}
	case "alias":
		for _, a := range args {
			if _, body, ok := cut(a.Text, '='); ok {
				u.runText([]Word{{Text: body}}, cmd, depth)
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
			if isOneOf(a.Text, "-x", "-X", "--exec", "--exec-batch") {
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
			u.run([]Word{v}, cmd, depth)
		}
		for i, a := range args {
			if a.Text == "--" {
				for _, v := range optionValues(args, "-x", "--exec", "-a", "--startas") {
					u.run(append([]Word{v}, args[i+1:]...), cmd, depth)
				}
			}
		}
	case "flatpak":
		u.optionText(args, cmd, depth, "--command")
	case "mapfile", "readarray", "compgen", "complete":
		for _, v := range optionValues(args, "-C") {
			u.runText([]Word{v}, cmd, depth)
		}
		if name == "compgen" {
			for _, v := range optionValues(args, "-F") {
				u.run([]Word{v}, cmd, depth)
			}
			for _, v := range args {
				if containsAny(v.Text, "$`") || v.Holed() {
					u.cannot("compgen expands " + v.shown() + "; write the words out")
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
			if isOneOf(lower(a.Text), "/c", "/k", "/r") {
				u.runText(args[i+1:], cmd, depth)
				break
			}
		}
	case "wsl":
		rest, _ := skipOptions(args, " -d --distribution -u --user --cd ")
		u.run(rest, cmd, depth)
	case "hyperfine":
		for _, a := range operandsOf(args, " -w -r -m -M -s -p -c -n -P -L -D -u -i --warmup --runs --min-runs --max-runs --setup --prepare --conclude --cleanup --command-name --shell --export-json --export-markdown --export-csv ") {
			u.runText([]Word{a}, cmd, depth)
		}
		u.optionText(args, cmd, depth, "-s", "-p", "-c", "--setup", "--prepare", "--conclude", "--cleanup")
	case "just":
		for i, a := range args {
			if isOneOf(a.Text, "-c", "--command") {
				u.run(args[i+1:], cmd, depth)
			}
		}
	case "capsh":
		for i, a := range args {
			if a.Text == "--" || a.Text == "==" {
				u.shell(command{Command: Command{Words: append([]Word{{Text: "bash"}}, args[i+1:]...), Dirs: cmd.Dirs, Piped: cmd.Piped, Stdin: cmd.Stdin}, by: cmd.name(), at: cmd.at}, depth)
				break
			}
		}
	case "gcloud", "fly", "flyctl", "ansible", "pdsh", "pssh", "clush", "parallel-ssh":
		far := cmd
		far.remote = true
		u.optionText(args, far, depth, "--command", "-C", "-a", "--args")
		if isOneOf(name, "pdsh", "pssh", "clush", "parallel-ssh") {
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
	case "vim", "vi", "nvim", "ex", "view", "emacs", "psql", "mysql", "sqlite3", "gdb", "lldb", "less", "man", "ftp", "expect", "more":
		u.escapes(cmd, depth)
	case "tar", "gtar", "bsdtar", "rsync", "sort", "make", "gmake", "go", "cargo", "npm", "pnpm", "yarn", "bun", "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle", "conda", "mamba", "nix", "nix-shell", "rustup", "tmux", "screen", "at", "batch", "crontab", "nodemon", "deno", "socat", "nc", "ncat", "zip", "corepack", "pipx", "mix", "op", "doppler", "aws-vault", "tee":
		u.others(cmd, depth)
	}
}

// wrapped unfolds what a wrapper of the table runs.
func (u *unfolding) wrapped(cmd command, w *wrapper, depth int) {
	cmd.remote = cmd.remote || w.remote
	args := cmd.Words[1:]
	i, unsure := 0, -1
	for i < len(args) && (isOption(args[i].Text) || args[i].Text == "-") {
		t := args[i].Text
		i++
		if t == "--" {
			break
		}
		switch name := lower(cmd.name()); {
		case name == "env" && (t == "-S" || t == "--split-string"):
			if i < len(args) {
				// The text is split into words in front of what follows.
				u.runText(append([]Word(nil), args[i:]...), cmd, depth)
			}
			return
		case name == "env" && len(t) > 2 && t[1] != '-' && hasSuffix(t, "S") && lettersOnly(t[1:]):
			u.runText(append([]Word(nil), args[i:]...), cmd, depth)
			return
		case name == "env" && (hasPrefix(t, "-S") || hasPrefix(t, "--split-string=")):
			text := t[2:]
			if hasPrefix(t, "--") {
				_, text, _ = cut(t, '=')
			}
			u.runText(append([]Word{{Text: text}}, args[i:]...), cmd, depth)
			return
		case name == "command" && isOneOf(t, "-v", "-V", "-pv", "-pV"):
			return // it only says where the command is
		case (name == "flock" || name == "runuser") && (t == "-c" || t == "--command"):
			u.runText(args[i:min(i+1, len(args))], cmd, depth)
			return
		case contains(w.args, " "+t+" "):
			if i < len(args) && isOneOf(t, "-C", "-D", "--chdir", "--working-directory", "--wd", "--root", "-R") {
				cmd.Dirs = elsewhere(args[i])
			}
			i++
		case contains(w.pairs, " "+t+" "):
			i += 2
		case hasPrefix(t, "--chdir=") || hasPrefix(t, "--working-directory="):
			_, dir, _ := cut(t, '=')
			cmd.Dirs = elsewhere(Word{Text: dir})
		case contains(w.flags, " "+t+" ") || contains(t, "=") || takesLast(t, w):
			if !contains(t, "=") && takesLast(t, w) {
				i++
			}
		case attached(t, w) || cluster(t, w):
		default:
			unsure = i
		}
	}
	if w.assigns {
		for i < len(args) && isAssignment(args[i].Text) {
			n, v, _ := cut(args[i].Text, '=')
			u.assigned(Assign{n, Word{Text: v, Split: args[i].Split}}, cmd, depth)
			cmd.Assigns = append(cmd.Assigns[:len(cmd.Assigns):len(cmd.Assigns)], Assign{n, Word{Text: v}})
			i++
		}
		// What an allowlist thinks of the variables is asked of the wrapper.
		u.list[cmd.at].Assigns = cmd.Assigns
	}
	i += w.skip
	if i == w.skip && w.skip > 0 && lower(cmd.name()) == "flock" && i+1 < len(args) && isOneOf(args[i].Text, "-c", "--command") {
		u.runText(args[i+1:i+2], cmd, depth)
		return
	}
	if i >= len(args) {
		return
	}
	if isOneOf(args[i].Text, "-c", "--command") && lower(cmd.name()) == "flock" {
		u.runText(args[min(i+1, len(args)):], cmd, depth)
		return
	}
	rest := args[i:]
	for len(rest) > 0 && rest[0].Text == "--" {
		rest = rest[1:]
	}
	if w.text {
		u.runText(rest, cmd, depth)
		return
	}
	u.run(rest, cmd, depth)
	if unsure >= 0 && len(rest) > 1 && !isOption(rest[1].Text) {
		// An option that is not known may take the word that was read as the command.
		u.run(rest[1:], cmd, depth)
	}
}

// elsewhere is the folder that an option of a wrapper changes to.
func elsewhere(dir Word) []Word {
	if dir.Known() && hasPrefix(dir.Text, "/") {
		return []Word{dir}
	}
	return []Word{{Text: string(rune(Hole))}}
}

// takesLast reports whether t is a cluster whose last letter takes the next word: sudo -nu x.
func takesLast(t string, w *wrapper) bool {
	return len(t) > 2 && t[1] != '-' && contains(w.args, " -"+t[len(t)-1:]+" ") && cluster(t[:len(t)-1], w)
}

// attached reports whether t holds an option's own argument: nice -n5, stdbuf -oL.
func attached(t string, w *wrapper) bool {
	return len(t) > 2 && t[1] != '-' && contains(w.args, " "+t[:2]+" ") || len(t) > 1 && t[1] >= '0' && t[1] <= '9'
}

func cluster(t string, w *wrapper) bool {
	for i := 1; i < len(t); i++ {
		if !contains(w.flags, " -"+t[i:i+1]+" ") {
			return false
		}
	}
	return len(t) > 1 && t[1] != '-'
}

func isAssignment(s string) bool {
	n, _, ok := cut(s, '=')
	if !ok || n == "" || n[0] >= '0' && n[0] <= '9' {
		return false
	}
	for i := 0; i < len(n); i++ {
		if !isLetter(n[i]) && n[i] != '_' {
			return false
		}
	}
	return true
}

// A verb is a subcommand behind which a program runs the rest of its words.
type verb struct {
	names string // of the program
	verb  string
	skip  int    // operands between the verb and the command
	args  string // options of the verb that take the next word
	text  bool   // one operand is shell text
	far   bool   // it runs elsewhere
}

var verbs = []verb{
	{names: " direnv ", verb: "exec", skip: 1},
	{names: " asdf rbenv pyenv nodenv goenv jenv ", verb: "exec"},
	{names: " mise rtx ", verb: "exec", args: " -c --command -j "}, {names: " mise rtx ", verb: "x"},
	{names: " perf ", verb: "stat", args: " -e -o -p -t -C -r -I -x --event --output "}, {names: " perf ", verb: "record", args: " -e -o -p -t -F -c -C -m --event --output --call-graph "}, {names: " perf ", verb: "trace", args: " -e -o -p "},
	{names: " rr py-spy ", verb: "record", args: " -o -p -d -r -f --output --pid --duration --rate --format "},
	{names: " aws-vault ", verb: "exec", skip: 1, args: " -d --duration --region --prompt "},
	{names: " chamber ", verb: "exec", skip: 1}, {names: " envchain ", verb: "--", skip: 0},
	{names: " heroku ", verb: "run", args: " -a --app -s --size -r --remote ", text: true},
	{names: " teller infisical doppler op devbox pixi toolbox varlock dotenvx ", verb: "run", args: " -p -c --project --config --env --path -a --app -f --env-file "},
	{names: " sops ", verb: "exec-env", skip: 1, text: true}, {names: " sops ", verb: "exec-file", skip: 1, text: true},
	{names: " machinectl ", verb: "shell", skip: 1}, {names: " distrobox ", verb: "enter", skip: 1},
	{names: " multipass lxc incus ", verb: "exec", skip: 1, far: true}, {names: " minikube ", verb: "ssh", far: true},
	{names: " vagrant ", verb: "ssh", args: " -c --command ", text: true, far: true},
}

// runVerb unfolds what a program of the table runs behind its verb.
func (u *unfolding) runVerb(cmd command, v *verb, depth int) bool {
	args := cmd.Words[1:]
	for i, a := range args {
		if a.Text != v.verb {
			continue
		}
		rest := args[i+1:]
		if v.text && v.far {
			u.optionText(rest, cmd, depth, fields(v.args)...)
			return true
		}
		rest, _ = skipOptions(rest, v.args)
		for n := v.skip; n > 0 && len(rest) > 0; n-- {
			rest = rest[1:]
		}
		rest, _ = skipOptions(rest, v.args)
		for j, r := range rest {
			if r.Text == "--" {
				rest = rest[j+1:]
				break
			}
		}
		for len(rest) > 1 && contains(rest[0].Text, "@") && v.names != " distrobox " {
			rest = rest[1:] // node@20
		}
		cmd.remote = cmd.remote || v.far
		if v.text {
			u.runText(rest, cmd, depth)
		} else {
			u.run(rest, cmd, depth)
		}
		return true
	}
	return false
}

// holes makes words unknown where they hold the mark that is filled in later.
func holes(words []Word, mark string) []Word {
	var out []Word
	for _, w := range words {
		if at := index(w.Text, mark); at >= 0 {
			w.Text = w.Text[:at] + string(rune(Hole))
			w.Split = false
		}
		out = append(out, w)
	}
	return out
}

func (u *unfolding) xargs(cmd command, depth int) {
	args := cmd.Words[1:]
	const takes = " -a -d -E -I -L -n -P -s -R -S --arg-file --delimiter --max-args --max-procs --max-chars --process-slot-var "
	mark := ""
	i := 0
	for i < len(args) && isOption(args[i].Text) {
		t := args[i].Text
		i++
		if t == "--" {
			break
		}
		switch {
		case (t == "-I" || t == "-J") && i < len(args):
			mark = args[i].Text
			i++
		case hasPrefix(t, "-I"):
			mark = t[2:]
		case t == "-i" || t == "--replace":
			mark = "{}"
		case hasPrefix(t, "-i"):
			mark = t[2:]
		case hasPrefix(t, "--replace="):
			mark = t[len("--replace="):]
		case contains(takes, " "+t+" "):
			i++
		case len(t) > 2 && t[1] != '-' && contains(takes, " -"+t[len(t)-1:]+" ") && indexByte("adEILnPs", t[1]) < 0:
			i++ // -0n 1
		}
	}
	rest := args[i:]
	if len(rest) == 0 {
		return // echo
	}
	var words []Word
	if mark != "" {
		words = holes(rest, mark)
	} else {
		words = append(append(words, rest...), Word{Text: string(rune(Hole)), Split: true})
	}
	cmd.Piped, cmd.Stdin = false, nil
	if n := lower(baseName(rest[0].Text)); isShell(n) && len(rest) > 1 && mark == "" {
		// sh -c TEXT gets the lines as $0 and $1, which the text must quote.
		words = words[:len(words)-1]
	} else if isShell(n) && mark == "" {
		u.cannot("xargs feeds a shell files or options that are not known; write the commands out")
		return
	}
	u.run(words, cmd, depth)
}

func (u *unfolding) parallel(cmd command, depth int) {
	const takes = " -j --jobs -a --arg-file -I -d --delimiter -L -n --max-args --max-replace-args -N -P -s -S --sshlogin --results --joblog --delay --timeout --retries --colsep -C --tagstring --workdir --wd --env --halt --memfree --load --nice "
	args := cmd.Words[1:]
	i := 0
	for i < len(args) && isOption(args[i].Text) {
		t := args[i].Text
		i++
		if t == "--" {
			break
		}
		if contains(takes, " "+t+" ") {
			i++
		}
	}
	args = args[i:]
	var template, values []Word
	known := false
	for j, a := range args {
		if hasPrefix(a.Text, ":::") {
			known = !hasPrefix(a.Text, "::::")
			for _, v := range args[j+1:] {
				if hasPrefix(v.Text, ":::") {
					known = known && !hasPrefix(v.Text, "::::")
					continue
				}
				values = append(values, v)
			}
			break
		}
		template = append(template, a)
	}
	cmd.Piped, cmd.Stdin = false, nil
	if len(values) > 1000 {
		u.cannot("parallel with more than 1000 values; write the commands out")
		return
	}
	if !known {
		values = []Word{{Text: string(rune(Hole)), Split: true}}
	}
	if len(template) == 0 {
		for _, v := range values {
			u.runText([]Word{v}, cmd, depth)
		}
		return
	}
	text := ""
	for _, w := range template {
		if w.Holed() {
			u.cannot("the text that parallel runs is computed at run time; write it out")
			return
		}
		text += " " + w.Text
	}
	for _, v := range values {
		if v.Holed() {
			// Lines are quoted by parallel: they are one more word each.
			words := holesIn(fields(text))
			if !contains(text, "{") {
				words = append(words, v)
			}
			if containsAny(text, "|;&`$<>()'\"") {
				u.cannot("parallel runs text with lines that are not known; write the commands out")
				return
			}
			u.run(words, cmd, depth)
			continue
		}
		filled := text
		if at := index(text, "{}"); at >= 0 {
			filled = text[:at] + v.Text + text[at+2:]
		} else {
			filled += " " + v.Text
		}
		u.runText([]Word{{Text: filled}}, cmd, depth)
	}
}

func holesIn(texts []string) []Word {
	var words []Word
	for _, t := range texts {
		words = append(words, Word{Text: t})
	}
	return holes(words, "{")
}

func (u *unfolding) find(cmd command, depth int) {
	args := cmd.Words[1:]
	for i := 0; i < len(args); i++ {
		if !isOneOf(args[i].Text, "-exec", "-execdir", "-ok", "-okdir") {
			continue
		}
		end := i + 1
		for end < len(args) && args[end].Text != ";" && args[end].Text != "+" {
			end++
		}
		next := cmd
		next.Piped, next.Stdin = false, nil
		if args[i].Text == "-execdir" || args[i].Text == "-okdir" {
			next.Dirs = []Word{{Text: string(rune(Hole))}}
		}
		u.run(findHoles(args[i+1:end], args), next, depth)
		i = end
	}
}

// findHoles fills {} with what find gives: paths below where it starts.
func findHoles(words, args []Word) []Word {
	start := "."
	for _, a := range args {
		if !isOption(a.Text) && a.Text != "(" && a.Text != "!" {
			start = a.Text
		}
		break
	}
	var out []Word
	for _, w := range words {
		if at := index(w.Text, "{}"); at >= 0 {
			w.Text = w.Text[:at] + trimSlash(start) + "/**" + w.Text[at+2:]
			w.Glob = true
		}
		out = append(out, w)
	}
	return out
}

func (u *unfolding) ssh(cmd command, depth int) {
	takes := " -B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w --ssh --port --bind-server "
	if cmd.name() == "autossh" {
		takes += "-M "
	}
	rest := u.sshOptions(cmd.Words[1:], takes, cmd, depth)
	if len(rest) > 0 {
		// Options may stand behind the host as well.
		rest = u.sshOptions(rest[1:], takes, cmd, depth)
	}
	if len(rest) == 0 {
		if cmd.Stdin != nil || cmd.Piped {
			u.stdinText(cmd, depth, true)
		}
		return
	}
	cmd.remote = true
	u.runText(rest, cmd, depth)
}

// sshOptions skips ssh's options and unfolds the local commands in them.
func (u *unfolding) sshOptions(args []Word, takes string, cmd command, depth int) []Word {
	for len(args) > 0 && isOption(args[0].Text) {
		t := args[0].Text
		args = args[1:]
		if t == "--" {
			break
		}
		value := ""
		if contains(takes, " "+t+" ") && len(args) > 0 {
			value = args[0].Text
			args = args[1:]
		} else if hasPrefix(t, "-o") {
			value = t[2:]
		} else if hasPrefix(t, "--ssh=") {
			u.runText([]Word{{Text: t[len("--ssh="):]}}, cmd, depth)
		}
		if l := lower(value); hasPrefix(l, "proxycommand") || hasPrefix(l, "localcommand") || hasPrefix(l, "knownhostscommand") {
			_, text, ok := cut(value, '=')
			if !ok {
				_, text, _ = cut(value, ' ')
			}
			u.runText([]Word{{Text: text}}, cmd, depth)
		}
	}
	return args
}

// stdinText unfolds what a shell reads from its standard input.
func (u *unfolding) stdinText(cmd command, depth int, remote bool) {
	if cmd.Stdin == nil {
		u.cannot("what is piped into " + cmd.name() + " runs unread; write the commands out")
		return
	}
	text := *cmd.Stdin
	cmd.Stdin, cmd.Piped = nil, true
	cmd.remote = cmd.remote || remote
	u.runText([]Word{text}, cmd, depth)
}

// textOption unfolds the text behind an option: su -c TEXT.
func (u *unfolding) textOption(cmd command, depth int, options string) {
	args := cmd.Words[1:]
	found := false
	for i, a := range args {
		t := a.Text
		switch {
		case contains(options, " "+t+" ") || isOption(t) && t[1] != '-' && hasSuffix(t, "c"):
			if i+1 < len(args) {
				u.runText(args[i+1:i+2], cmd, depth)
				found = true
			}
		case hasPrefix(t, "--command="):
			u.runText([]Word{{Text: t[len("--command="):]}}, cmd, depth)
			found = true
		}
	}
	if !found {
		if cmd.Stdin != nil || cmd.Piped {
			u.stdinText(cmd, depth, false)
		} else {
			u.cannot(cmd.name() + " starts a shell that takes commands later; run the commands themselves")
		}
	}
}

// container unfolds docker exec, docker run and kubectl exec.
func (u *unfolding) container(cmd command, depth int) {
	const flags = " --rm -i -t -it -ti -d -id -dit -itd --init --privileged -P --publish-all --read-only --no-healthcheck --oom-kill-disable -q --quiet --interactive --tty --detach --stdin --no-deps -T --no-TTY --service-ports --build --use-aliases --replace --tls-verify "
	args := cmd.Words[1:]
	for i, a := range args {
		if !isOneOf(a.Text, "exec", "run", "create") {
			continue
		}
		rest := args[i+1:]
		cmd.remote = true
		for j, r := range rest {
			if r.Text == "--" {
				u.run(rest[j+1:], cmd, depth)
				return
			}
		}
		for len(rest) > 0 && isOption(rest[0].Text) {
			t := rest[0].Text
			rest = rest[1:]
			if t == "--entrypoint" && len(rest) > 0 {
				u.run(rest[:1], cmd, depth)
			} else if hasPrefix(t, "--entrypoint=") {
				u.run([]Word{{Text: t[len("--entrypoint="):]}}, cmd, depth)
			}
			if !contains(t, "=") && !contains(flags, " "+t+" ") && len(rest) > 0 {
				rest = rest[1:]
			}
		}
		if len(rest) > 1 {
			u.run(rest[1:], cmd, depth)
		}
		return
	}
}
