set -eu
# kei is the very archive that was reviewed.
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
curl --fail --silent --show-error --location --proto =https --output "$at/kei.tar.gz" '{{.URL}}'
echo "{{.SHA256}}  $at/kei.tar.gz" | sha256sum --check --quiet
# It lies at the top of the archive, or in the one folder that a release's archive is.
mkdir "$at/archive"
tar -xzf "$at/kei.tar.gz" -C "$at/archive" --no-same-owner
kei=$(find "$at/archive" -maxdepth 2 -name kei -type f -perm -u+x)
[ -x "$kei" ] || { echo "kei: {{.URL}} holds no program kei, or several" >&2; exit 1; }

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
