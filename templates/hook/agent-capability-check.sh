#!/bin/sh
# {{.Mark}}
#
# Asks about the tool call on standard input, for the capabilities that its
# arguments name, or the one that KEI_CAPABILITY_NAME does. Status 0 lets the call
# run, 2 denies it, and no other status leaves this script: clients take 1, 127 and
# a killed hook for "go on".
#
# Who is asked: the program behind --checker, which has to have the SHA-256 behind
# --sha256 (kei install --glue writes both); else bin/capability beside this
# script's folder, which kei build makes of that policy folder; else, where there is
# no policy folder, kei-capability on PATH, which has the capabilities of kei itself.
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

checker='' sum=''
case ${1-} in
--checker)
	[ "${3-}" = --sha256 ] || deny 'installed with --checker and without --sha256; install it again'
	checker=$2 sum=$4
	shift 4
	;;
esac
if [ $# = 0 ]; then
	case ${KEI_CAPABILITY_NAME-} in
	'')
		[ -z "$checker" ] || deny 'installed without the name of a capability; install it again'
		echo 'agent-capability-check: KEI_CAPABILITY_NAME names no capability, so none was asked' >&2
		exit 0
		;;
	esac
	set -- "$KEI_CAPABILITY_NAME"
	from='KEI_CAPABILITY_NAME holds'
else
	from='the arguments hold'
fi
case $1 in
-*)
	# check --help would answer 0.
	deny "$from an option; set it to a name such as policy::no-git-ops"
	;;
esac

# The policy folder that this script was emitted into, if it is still there.
home=${0%/*}
[ "$home" != "$0" ] || home=.
home=$home/..
if [ -z "$checker" ] && [ -d "$home/capabilities" ] && [ -d "$home/out" ]; then
	checker=$home/bin/capability
fi
if [ -n "$checker" ]; then
	[ -x "$checker" ] || deny 'the checker bin/capability is not there, so nothing can be checked; kei build makes it of the policy folder'
	if [ -n "$sum" ]; then
		is=''
		for program in /usr/bin/sha256sum /bin/sha256sum; do
			[ -z "$is" ] && [ -x "$program" ] && is=$("$program" <"$checker")
		done
		[ -z "$is" ] && [ -x /usr/bin/shasum ] && is=$(/usr/bin/shasum -a 256 <"$checker")
		case $is in
		"$sum"*) ;;
		'') deny 'neither sha256sum nor shasum is there, so the checker cannot be told from another; install one' ;;
		*) deny 'the checker is not the one that was installed; after kei build, a person runs kei install --glue again' ;;
		esac
	fi
	"$checker" "$@"
	status=$?
	case $status in
	0 | 2) exit $status ;;
	esac
	deny "the checker ended with status $status and no verdict"
fi

# A relative answer is a function, an alias, or a program in a relative folder
# of PATH, where the agent can have put it.
program=$(command -v kei-capability)
case $program in
/*) ;;
'') deny 'kei-capability is not on PATH, so nothing can be checked; install kei under that name' ;;
*) deny 'kei-capability is not found under an absolute path, so it is not trusted; take relative folders out of PATH' ;;
esac

for name in "$@"; do
	[ "$name" = "$1" ] || deny 'kei-capability is asked about one capability at a time; build the policy folder for more'
done
"$program" check "$1"
status=$?
case $status in
0 | 2) exit $status ;;
esac
deny "kei-capability ended with status $status and no verdict"
