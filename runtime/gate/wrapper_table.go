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
	{names: " builtin nohup chronic linux32 linux64 fakeroot eatmydata dbus-launch prime-run gamemoderun winpty catchsegv noglob nocorrect with-contenv vault-env procenv ", flags: " -h --help --version "},
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
	{names: " npx bunx pnpx uvx ", args: " -c --call -p --package -w --workspace --from --with --python ", flags: " -y -q --yes --no --no-install --quiet --prefer-offline --bun --ignore-existing "},
	{names: " flatpak-spawn host-spawn ", args: " --env --directory --unset-env --forward-fd ", flags: " --host --clear-env --watch-bus --latest-version --no-network -no-pty -pty "},
	{names: " repeat envdir envchain gosu su-exec setuidgid s6-setuidgid ", args: " -d -u -l -t -w ", flags: " -s ", skip: 1},
	{names: " trickle ", args: " -d -u -w -t -l -n -p ", flags: " -s -v "},
	{names: " chpst softlimit s6-softlimit ", args: " -u -U -b -e -/ -n -l -m -d -o -p -f -c -t -s -r -a ", flags: " -v -P -0 -1 -2 "},
	{names: " torsocks torify proxychains proxychains4 tsocks ccache sccache distcc icecc bear intercept-build scan-build tini dumb-init catatonit aa-exec pkgx mullvad-exclude vglrun optirun primusrun gamescope mangohud zsh-defer ",
		args: " -f -p -u -n -o --output --append -a ", flags: " -q -v -s -g -i --quiet --verbose "},
	{names: " sshpass ", args: " -p -f -d -P ", flags: " -e -v "},
	{names: " openvt ", args: " -c -C --console ", flags: " -e -f -l -s -u -v -w -sw -ws "},
	{names: " ifne ", flags: " -n "},
	{names: " logsave ", flags: " -a -s -v ", skip: 1},
	{names: " entr ", flags: " -a -c -d -n -p -r -s -z -cr -rc -cd -dc "},
	{names: " watchexec reflex ", args: " -e -w -i -f -r -g -d --exts --watch --ignore --filter ", flags: " -c -d -n -p -s -z --restart --clear "},
	{names: " daemonize daemon ", args: " -p -u -c -o -e -n -x -a -d -g -k -N -P -l --pidfile --chuid --name --exec --startas --user ", flags: " -S -b -m -q -v -t --start --background --make-pidfile --quiet "},
	{names: " watch ", args: " -n -q --interval ", flags: " -b -c -C -d -e -g -p -t -w -x --color --differences --no-title --exec --precise ", text: true},
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
	{names: " stack cabal opam tox lerna composer ", verb: "exec", args: " --switch -e -p "}, {names: " podman buildah ", verb: "unshare"},
	{names: " zellij ", verb: "run", args: " -d -n --cwd --name --direction "}, {names: " mix ", verb: "cmd"}, {names: " rails ", verb: "runner", text: true},
	{names: " apptainer singularity ", verb: "exec", skip: 1, args: " -B --bind -H --home --pwd --env --env-file -W --workdir -o --overlay -S --scratch "},
	{names: " guix ", verb: "shell", args: " -m --manifest -L -e -p --profile "}, {names: " guix ", verb: "environment", args: " -m --manifest -L -e "},
	{names: " chamber ", verb: "exec", skip: 1}, {names: " envchain ", verb: "--", skip: 0},
	{names: " heroku ", verb: "run", args: " -a --app -s --size -r --remote ", text: true},
	{names: " teller infisical doppler op devbox pixi toolbox varlock dotenvx ", verb: "run", args: " -p -c --project --config --env --path -a --app -f --env-file "},
	{names: " sops ", verb: "exec-env", skip: 1, text: true}, {names: " sops ", verb: "exec-file", skip: 1, text: true},
	{names: " machinectl ", verb: "shell", skip: 1}, {names: " distrobox ", verb: "enter", skip: 1},
	{names: " multipass lxc incus ", verb: "exec", skip: 1, far: true}, {names: " minikube ", verb: "ssh", far: true},
	{names: " vagrant ", verb: "ssh", args: " -c --command ", text: true, far: true},
}
