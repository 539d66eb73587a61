package file

import (
	"kei/runtime/str"
	"kei/runtime/sys"
)

// LinkedWorktree is the worktree that folder lies in, if that is one of git's
// below root and belongs to root's own repository; "" if there is none. Anybody
// who may write below root can make a file that says so: what counts is what
// the repository says, in git's own folder.
func LinkedWorktree(root, folder string) string {
	if root == folder {
		return ""
	}
	at, err := Resolve(folder)
	if err != nil {
		return ""
	}
	top, err := Resolve(root)
	if err != nil {
		return ""
	}
	if rel, inside := Within(top, at, false); !inside || rel == "." {
		return ""
	}
	tree := Repository(at)
	if rel, inside := Within(top, tree, false); tree == "" || !inside || rel == "." {
		return ""
	}
	common := commonFolder(top)
	own := pointed(tree+"/.git", "gitdir:", tree)
	if common == "" || own == "" || sys.Look(tree+"/.git") != sys.There {
		return ""
	}
	name, below := Within(common+"/worktrees", own, false)
	if !below || name == "." || str.IndexByte(name, '/') >= 0 {
		return ""
	}
	if pointed(own+"/commondir", "", own) != common || pointed(own+"/gitdir", "", own) != tree+"/.git" {
		return ""
	}
	return tree
}

// commonFolder is where the repository of a worktree keeps what all of its
// worktrees share.
func commonFolder(tree string) string {
	switch sys.Look(tree + "/.git") {
	case sys.Folder:
		return tree + "/.git"
	case sys.There:
		if own := pointed(tree+"/.git", "gitdir:", tree); own != "" {
			return pointed(own+"/commondir", "", own)
		}
	}
	return ""
}

// pointed is the path that a file of git's says behind a key, without links; a
// relative one starts in from. It is "" if there is none.
func pointed(name, key, from string) string {
	text, err := sys.ReadFile(name, 4096)
	if err != nil || !str.HasPrefix(string(text), key) {
		return ""
	}
	path := sys.Slashed(str.Trim(string(text[len(key):])))
	if path == "" {
		return ""
	}
	if !sys.IsAbs(path) {
		path = from + "/" + path
	}
	path, err = Resolve(Clean(path))
	if err != nil {
		return ""
	}
	return path
}
