package permit

import (
	"regexp"
	"strings"
)

// HasRules reports whether a tool's section may have rules: whether there is
// anything about a call that a pattern could be matched with.
func HasRules(tool string) bool {
	switch tool {
	case "bash", "edit", "read", "external_directory", "webfetch", "task":
		return true
	}
	return false
}

// IsPath reports whether a tool's patterns are about files.
func IsPath(tool string) bool {
	switch tool {
	case "edit", "read", "external_directory":
		return true
	}
	return false
}

// Language is the regular expression of what a pattern means, for the whole text.
func Language(tool, pattern string) string {
	switch {
	case IsPath(tool):
		return `^(?s:` + pathLanguage(pattern) + `)$`
	case tool == "webfetch":
		return `^(?s:` + fetchLanguage(pattern) + `)$`
	case tool == "task":
		return `^(?s:` + starred(pattern, `.*`) + `)$`
	}
	return `^(?s:` + commandLanguage(pattern) + `)$`
}

// commandLanguage: a star is any run of characters, and one behind a last blank
// may be missing with it.
func commandLanguage(pattern string) string {
	if stem, ok := trailing(pattern); ok {
		return starred(stem, `.*`) + `(?: .*)?`
	}
	return starred(pattern, `.*`)
}

// trailing cuts a last " *" off.
func trailing(pattern string) (stem string, ok bool) {
	stem = strings.TrimRight(pattern, "*")
	if stem == pattern || !strings.HasSuffix(stem, " ") {
		return "", false
	}
	return stem[:len(stem)-1], true
}

// starred is a pattern in which every run of stars is one expression and all
// else stands for itself.
func starred(pattern, star string) string {
	var b strings.Builder
	for pattern != "" {
		i := strings.IndexByte(pattern, '*')
		if i < 0 {
			i = len(pattern)
		}
		b.WriteString(regexp.QuoteMeta(pattern[:i]))
		if pattern = pattern[i:]; pattern != "" {
			b.WriteString(star)
			pattern = strings.TrimLeft(pattern, "*")
		}
	}
	return b.String()
}

// pathLanguage: a star is within one element, two as an element of their own are
// any number of elements. A path inside the project is relative, one in the home
// folder begins with "~/" and any other with "/".
func pathLanguage(pattern string) string {
	var b strings.Builder
	rooted := strings.HasPrefix(pattern, "/") || strings.HasPrefix(pattern, "~/")
	elements := strings.Split(pattern, "/")
	for i, e := range elements {
		last := i == len(elements)-1
		switch {
		case e == "**" && last && i == 0:
			b.WriteString(relative)
		case e == "**" && last:
			b.WriteString(`.+`)
		case e == "**":
			if i == 0 && !rooted {
				b.WriteString(`(?:(?:[^/~][^/]*/|~[^/]+/)(?:[^/]+/)*)?`)
			} else {
				b.WriteString(`(?:[^/]+/)*`)
			}
		case i == 0 && strings.HasPrefix(pattern, "/**"):
			b.WriteString(`~?/`) // the home folder is below the root, too
		default:
			b.WriteString(starred(e, `[^/]*`))
			if !last {
				b.WriteByte('/')
			}
		}
	}
	return b.String()
}

// relative is any path inside the project.
const relative = `(?:[^/~].*|~[^/]*|~[^/]+/.*)`

// fetchLanguage: a pattern without a scheme is a host, and with one the beginning
// is compared to the end.
func fetchLanguage(pattern string) string {
	if strings.Contains(pattern, "://") {
		return starred(pattern, `.*`)
	}
	return `(?:[a-z]+://)?` + starred(pattern, `[^/]*`) + `(?:[:/?#].*)?`
}

// Domain is the regular expression of the texts that can occur: one simple
// command, a clean path, a URL, a name.
func Domain(tool string) string {
	const element = `(?:\.{0,2}[^/.\x00-\x1f\x7f][^/\x00-\x1f\x7f]*|\.\.\.[^/\x00-\x1f\x7f]*)`
	switch {
	case tool == inside:
		return `^` + element + `(?:/` + element + `)*$`
	case IsPath(tool):
		return `^(?:/|~/)?` + element + `(?:/` + element + `)*$`
	case tool == "webfetch":
		return `^https?://[a-z0-9.-]+(?:/[^ \x00-\x1f\x7f]*)?$`
	case tool == "task":
		return `^[A-Za-z0-9_-]+$`
	}
	return `^[^ \x00-\x1f\x7f]+(?: [^ \x00-\x1f\x7f]+)*$`
}

// Matches reports whether the pattern matches one text. It is for a few texts:
// it compiles the pattern each time.
func Matches(tool, pattern, text string) bool {
	return regexp.MustCompile(Language(tool, pattern)).MatchString(text)
}
