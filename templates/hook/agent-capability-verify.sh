#!/bin/sh
# {{.Mark}}
#
# Makes the check of one capability, the one that KEI_CAPABILITY_NAME names, on
# what an agent left behind. An orchestrator runs it when the agent is back:
# AGENT_ID, TASK_TOML, WORKTREE_PATH, MAIN_REPO and RUN_MODE say of what.
#
# Status 0 is clean and 2 is not. Everything else that can happen is 1: it could
# not be checked, which is not clean either.

set -f
trap '' PIPE

unchecked() {
	printf 'agent-capability-verify: %s\n' "$1" >&2
	exit 1
}

case ${KEI_CAPABILITY_NAME-} in
'') unchecked 'KEI_CAPABILITY_NAME names no capability, so nothing was checked' ;;
-*) unchecked 'KEI_CAPABILITY_NAME holds an option; set it to a name such as scope::files-whitelist' ;;
esac

# A relative answer is a function, an alias, or a program in a relative folder
# of PATH, where the agent can have put it.
program=$(command -v kei-capability)
case $program in
/*) ;;
'') unchecked 'kei-capability is not on PATH, so nothing was checked; install kei under that name' ;;
*) unchecked 'kei-capability is not found under an absolute path, so it is not trusted; take relative folders out of PATH' ;;
esac

"$program" verify "$KEI_CAPABILITY_NAME"
status=$?
case $status in
0 | 1 | 2) exit $status ;;
esac
unchecked "kei-capability ended with status $status and no verdict"
