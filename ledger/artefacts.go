package ledger

import (
	"io/fs"
	"path"
	"strings"
)

// Artefacts are the files that an agent's folder has when its work is complete.
var Artefacts = []string{"spec.md", "plan.md", "progress.json", "chatlog.md", "handoffs.md", "review.md"}

// MissingArtefacts says which of them the agent of a branch, agent/ID or ID, did
// not leave in .claude/agents/ID of the repository. The file system must not
// lead out of that: see [os.Root.FS].
func MissingArtefacts(repository fs.FS, branch string) (id string, missing []string, err error) {
	id = strings.TrimPrefix(branch, "agent/")
	if err := CheckID(id); err != nil {
		return id, nil, err
	}
	for _, name := range Artefacts {
		info, err := fs.Stat(repository, path.Join(".claude/agents", id, name))
		if err != nil || !info.Mode().IsRegular() {
			missing = append(missing, name)
		}
	}
	return id, missing, nil
}
