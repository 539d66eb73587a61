package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// A program that changes its folder, or starts commands in another, means by a name
// what lies there. Which of its strings the folder is, and from where on, is not
// followed: each may be.

// folderWords are what languages have for that.
const folderWords = " chdir fchdir dir_fd src_dir_fd dst_dir_fd cwd "

// maxFolders is how many strings of a program are taken for folders.
const maxFolders = 12

// elsewhere adds the files and commands of a program as they are seen from the
// folders that it may change to.
func (f *Found) elsewhere(language, text string) {
	if !changesFolder(language, text) {
		return
	}
	var dirs []string
	for _, s := range Strings(text) {
		if s != "" && len(s) <= 200 && len(dirs) < maxFolders && !str.ContainsAny(s, " '\n;|&<>$`") && !match.Holed(s) {
			dirs = once(dirs, s)
		}
	}
	if language == "tcl" {
		words := str.Fields(text)
		for i := 1; i < len(words) && len(dirs) < maxFolders; i++ {
			if words[i-1] == "cd" {
				dirs = once(dirs, str.TrimSuffix(words[i], ";"))
			}
		}
	}
	reads, writes, deletes, maybe, shell := f.Reads, f.Writes, f.Deletes, f.Maybe, f.Shell
	for _, dir := range dirs {
		for _, w := range reads {
			f.reads(below(dir, w.Text))
		}
		for _, w := range writes {
			f.writes(below(dir, w.Text))
		}
		for _, w := range deletes {
			f.deletes(below(dir, w.Text))
		}
		for _, text := range maybe {
			f.maybe("cd '" + dir + "' && " + text)
		}
		for _, w := range shell {
			f.maybe("cd '" + dir + "' && " + w.Text)
		}
	}
}

// below is a path as it is seen from a folder, "" if it is seen alike from all.
func below(dir, path string) string {
	if str.HasPrefix(path, "/") || path == dir {
		return ""
	}
	return dir + "/" + path
}

// changesFolder reports whether the text of a program has a word by which it comes
// into another folder. Asking for the folder it is in is none.
func changesFolder(language, text string) bool {
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && isWord(text[i]) {
			i++
		}
		w := text[start:i]
		if i == start {
			i++
			continue
		}
		if w == "cd" && language == "tcl" {
			return true
		}
		if len(w) > 2 && str.Contains(folderWords, " "+w+" ") && !(w == "cwd" && i < len(text) && text[i] == '(') {
			return true
		}
	}
	return false
}
