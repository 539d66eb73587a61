package verify

import (
	"slices"
	"strings"

	"kei/runtime/source"
	"kei/runtime/source/golang"
	"kei/runtime/source/javascript"
	"kei/runtime/source/python"
	"kei/runtime/source/ruby"
	"kei/runtime/source/rust"
)

// languages are those that sources are read in. A new one is a folder in
// runtime/source and a line here.
var languages = []source.Language{golang.Language{}, rust.Language{}, python.Language{}, javascript.Language{}, ruby.Language{}}

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

// fileLanguages are those of them whose tests are run by files.
var fileLanguages = func() (list []*fileLanguage) {
	for _, l := range languages {
		if tested, ok := l.(source.Tested); ok {
			list = append(list, &fileLanguage{tested})
		}
	}
	return list
}()

// testedLanguages are their names, the last behind "or".
func testedLanguages() string {
	var b strings.Builder
	for i, l := range fileLanguages {
		switch {
		case i > 0 && i == len(fileLanguages)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(l.Name())
	}
	return b.String()
}
