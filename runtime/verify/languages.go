package verify

import (
	"slices"
	"strings"

	"kei/runtime/source"
	"kei/runtime/source/golang"
	"kei/runtime/source/javascript"
	"kei/runtime/source/python"
	"kei/runtime/source/rust"
)

// languages are those that sources are read in. A new one is a folder in
// runtime/source and a line here.
var languages = []source.Language{golang.Language{}, rust.Language{}, python.Language{}, javascript.Language{}}

// languageOf is the language of files with an extension, nil if it is none of
// them.
func languageOf(ext string) source.Language {
	for _, l := range languages {
		if slices.Contains(l.Extensions(), strings.ToLower(ext)) {
			return l
		}
	}
	return nil
}
