package file

import (
	"unicode/utf8"

	"kei/runtime/str"
	"kei/runtime/sys"
)

// Fold folds the letters that file systems fold and whose lower case is as
// long in UTF-8: ASCII, Latin-1, Greek and Cyrillic.
func Fold(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			b := make([]byte, 0, len(s))
			for i := 0; i < len(s); {
				r, n := utf8.DecodeRuneInString(s[i:])
				if l := lowerRune(r); l != r && utf8.RuneLen(l) == n {
					b = utf8.AppendRune(b, l)
				} else {
					b = append(b, s[i:i+n]...)
				}
				i += n
			}
			return string(b)
		}
	}
	return str.Lower(s)
}

func lowerRune(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z',
		r >= 'À' && r <= 'Þ' && r != '×',
		r >= 'Α' && r <= 'Ϋ' && r != 0x3A2,
		r >= 'А' && r <= 'Я':
		return r + 32
	case r >= 'Ѐ' && r <= 'Џ':
		return r + 80
	case r >= 0x100 && r <= 0x137 && r != 0x130 && r%2 == 0, r >= 0x14A && r <= 0x177 && r%2 == 0, r >= 0x460 && r <= 0x481 && r%2 == 0:
		return r + 1
	}
	return r
}

// FoldsCase reports whether the file system at folder, which is clean, takes
// upper case for lower: if its name with the case of a letter swapped is the
// same folder. Where that cannot be seen, the system's habit counts.
func FoldsCase(folder string) bool {
	for at := folder; ; at = Parent(at) {
		name := at[str.LastIndexByte(at, '/')+1:]
		for i := 0; i < len(name); i++ {
			if c := name[i] | 0x20; c >= 'a' && c <= 'z' {
				b := []byte(at)
				b[len(at)-len(name)+i] ^= 0x20
				switch same, known := sys.SameFile(at, string(b)); {
				case known:
					return same
				default:
					return sys.FoldsByHabit
				}
			}
		}
		if up := Parent(at); up == at {
			return sys.FoldsByHabit
		}
	}
}
