set -eu
# kei is the very archive that was reviewed.
curl --fail --silent --show-error --location --proto =https --output kei.tar.gz '{{.URL}}'
echo '{{.SHA256}}  kei.tar.gz' | sha256sum --check --quiet
tar -xzf kei.tar.gz kei
kei=$PWD/kei

# The change's policy: in order, with an out/ that is fresh and nothing but facts, and with
# the verdicts that were reviewed. Of the change nothing is run but gates made of that.
cd change
"$kei" -C '{{.Policy}}' check
"$kei" -C '{{.Policy}}' diff
"$kei" -C '{{.Policy}}' vet
"$kei" -C '{{.Policy}}' build
"$kei" -C '{{.Policy}}' goldens
cd ..
{{- if .Role}}

# The change's work is held to the policy of the base branch, which the change can't alter.
"$kei" -C 'base/{{.Policy}}' verify '{{.Role}}' --worktree change --main base --mode worktree
{{- end}}
