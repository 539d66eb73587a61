package script

// Languages are those that are known, by their names.
var Languages = [...]Language{
	{"awk", readAwk},
	{"elisp", lisp.read},
	{"java", javaLike.read},
	{"lua", lua.read},
	{"mysql", readMySQL},
	{"node", node.read},
	{"perl", perl.read},
	{"php", php.read},
	{"psql", readPsql},
	{"python", python.read},
	{"r", rLanguage.read},
	{"ruby", ruby.read},
	{"sed", readSed},
	{"sql", readSQL},
	{"sqlite", readSQLite},
}

// Named is the language of that name, or nil.
func Named(name string) *Language {
	low, high := 0, len(Languages)
	for low < high {
		mid := (low + high) / 2
		if Languages[mid].Name < name {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(Languages) && Languages[low].Name == name {
		return &Languages[low]
	}
	return nil
}
