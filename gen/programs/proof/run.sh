git config --global user.name me 2>/dev/null
git config --global user.email me@example.com 2>/dev/null
(eval "$KEI_SETUP") </dev/null >/dev/null 2>"$KEI_RECORDS/setup.err"
echo $? >"$KEI_RECORDS/setup"
while IFS= read -r name; do
	[ -z "$name" ] || [ -e "$name" ] || { mkdir -p "$(dirname "$name")" && echo x >"$name"; }
done 2>/dev/null <<<"$KEI_TOUCH"
find . >"$KEI_RECORDS/before" 2>/dev/null
PATH="$KEI_STAND_INS:$PATH" timeout -k 1 "$KEI_LIMIT" strace -f -y --seccomp-bpf -s 8192 -o "$KEI_RECORDS/trace" -e trace="$KEI_CALLS" \
	env -u KEI_COMMAND -u KEI_SETUP -u KEI_TOUCH -u KEI_LIMIT -u KEI_CALLS -u KEI_RECORDS -u KEI_STAND_INS bash -c "$KEI_COMMAND" <<<a
echo $? >"$KEI_RECORDS/exit"
