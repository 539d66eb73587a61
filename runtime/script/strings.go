package script

// Strings are the quoted strings of a program in any language, for those who
// ask which files it may mean. An apostrophe in a comment may shift them.
func Strings(code string) []string {
	var list []string
	for i := 0; i < len(code) && len(list) < maxFiles; i++ {
		q := code[i]
		if q != '\'' && q != '"' && q != '`' {
			continue
		}
		var text []byte
		i++
		for i < len(code) && code[i] != q {
			if code[i] == '\\' && i+1 < len(code) {
				i++
			}
			text = append(text, code[i])
			i++
		}
		if len(text) > 0 {
			list = append(list, string(text))
		}
	}
	return list
}
