#!/bin/sh
# {{.Mark}}
#
# Asks kei-capability about the tool call on standard input, for the one
# capability that KEI_CAPABILITY_NAME names. Status 0 lets the call run, 2
# denies it, and no other status leaves this script: clients take 1, 127 and a
# killed hook for "go on".
#
# KEI_DISABLED_HOOKS turns it off, with the word agent-capability-check or the
# word all (words are separated by commas and blanks). KEI_HOOK_PROFILE does
# not: this check is part of every profile, minimal too.

# No -e and no -u: they leave with status 1, which denies nothing. With -f a *
# in KEI_DISABLED_HOOKS is a word and not the files of this folder. A reader
# that has gone away must not kill the script before it has answered.
set -f
trap '' PIPE
IFS=' ,	
'

# The reason goes to both streams, in every form a client looks for: some read
# standard error, some the JSON, and some let the call run if theirs is absent.
# It is put into JSON as it is, so it holds no quotes and no backslashes.
deny() {
	reason="agent-capability-check: $1"
	printf '%s\n' "$reason" >&2
	printf '{"decision":"block","reason":"%s","permissionDecision":"deny","permissionDecisionReason":"%s",' "$reason" "$reason"
	printf '"permission":"deny","agent_message":"%s","user_message":"%s","cancel":true,"errorMessage":"%s",' "$reason" "$reason" "$reason"
	printf '"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}\n' "$reason"
	exit 2
}

for word in ${KEI_DISABLED_HOOKS-}; do
	case $word in
	agent-capability-check | all)
		echo "agent-capability-check: off, KEI_DISABLED_HOOKS has the word $word" >&2
		exit 0
		;;
	esac
done

case ${KEI_CAPABILITY_NAME-} in
'')
	echo 'agent-capability-check: KEI_CAPABILITY_NAME names no capability, so none was asked' >&2
	exit 0
	;;
-*)
	# check --help would answer 0.
	deny 'KEI_CAPABILITY_NAME holds an option; set it to a name such as policy::no-git-ops'
	;;
esac

# A relative answer is a function, an alias, or a program in a relative folder
# of PATH, where the agent can have put it.
program=$(command -v kei-capability)
case $program in
/*) ;;
'') deny 'kei-capability is not on PATH, so nothing can be checked; install kei under that name' ;;
*) deny 'kei-capability is not found under an absolute path, so it is not trusted; take relative folders out of PATH' ;;
esac

"$program" check "$KEI_CAPABILITY_NAME"
status=$?
case $status in
0 | 2) exit $status ;;
esac
deny "kei-capability ended with status $status and no verdict"
