package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
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
				dir, _, _ := str.Cut(words[i], ';')
				dirs = once(dirs, dir)
			}
		}
	}
	var folders []word.Word
	for _, dir := range dirs {
		folders = append(folders, word.Word{Text: dir})
	}
	folders = append(folders, f.folders...)
	reads, writes, deletes, maybe, shell := f.Reads, f.Writes, f.Deletes, f.Maybe, f.Shell
	for _, dir := range folders {
		f.Reads = below(f.Reads, dir, reads)
		f.Writes = below(f.Writes, dir, writes)
		f.Deletes = below(f.Deletes, dir, deletes)
		from := "cd '" + dir.Text + "' && "
		if dir.Home {
			from = `cd "$HOME` + dir.Text[1:] + `" && `
		}
		for _, text := range maybe {
			f.maybe(from + text)
		}
		for _, w := range shell {
			f.maybe(from + w.Text)
		}
	}
}

// below adds paths as they are seen from a folder, without those that are seen alike
// from all.
func below(list []word.Word, dir word.Word, paths []word.Word) []word.Word {
	for _, w := range paths {
		rest := str.TrimPrefix(w.Text, word.Here)
		if w.Home || rest == w.Text && str.HasPrefix(rest, "/") || w.Text == dir.Text || len(list) > maxFiles {
			continue
		}
		w.Text, w.Home = dir.Text+"/"+rest, dir.Home
		list = append(list, w)
	}
	return list
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
