package script

import "kei/runtime/str"

// Files of a project that tell a program what to run.

// readPackage reads package.json: each of its strings may be the text of a script.
func readPackage(t Text) Found {
	f := readRecipe(t)
	for rest := t.Text; ; {
		var key, text string
		var ok bool
		if key, rest, ok = jsonString(rest); !ok {
			return f
		}
		if after := str.Trim(rest); after == "" || after[0] != ':' {
			continue
		}
		value := str.Trim(str.Trim(rest)[1:])
		if value == "" || value[0] != '"' {
			continue
		}
		if text, rest, ok = jsonString(value); !ok {
			return f
		}
		if !str.In(key, "name", "version", "description", "license", "homepage", "author", "type", "main", "module", "types") && str.IndexByte(key, '/') < 0 {
			f.shell(text)
		}
	}
}

// jsonString is the first string of a text, and what stands behind it.
func jsonString(text string) (value, rest string, ok bool) {
	i := str.IndexByte(text, '"')
	if i < 0 {
		return "", "", false
	}
	var b []byte
	for i++; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return string(b), text[i+1:], true
		case c != '\\' || i+1 == len(text):
			b = append(b, c)
		case text[i+1] == 'u' && i+5 < len(text):
			n := rune(0)
			for _, d := range []byte(text[i+2 : i+6]) {
				n = n*16 + rune(max(str.IndexByte("0123456789abcdef", d|0x20), 0))
			}
			b, i = append(b, string(n)...), i+5
		default:
			i++
			b = append(b, text[i])
			if at := str.IndexByte("nrtbf", text[i]); at >= 0 {
				b[len(b)-1] = "\n\r\t\b\f"[at]
			}
		}
	}
	return "", "", false
}

// readNpmrc reads a file of npm's settings: some name the program that runs scripts, or
// opens what is asked for.
func readNpmrc(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		key, value, ok := str.Cut(line, '=')
		if !ok {
			key, value, _ = str.Cut(line, ' ') // npm config set KEY VALUE
		}
		switch key = str.Lower(str.Trim(key)); key {
		case "script-shell", "shell", "git", "editor", "viewer", "browser", "node-gyp":
			f.shell(unquote(str.Trim(value)) + " x")
		case "node-options":
			f.cannot("npm's settings hand node options that load code; leave that out")
		default:
			if str.HasPrefix(key, "scripts.") {
				f.shell(unquote(str.Trim(value))) // of package.json, as npm pkg set has it
			}
		}
	})
}

// unquote is a text without the quotes around it.
func unquote(s string) string {
	if n := len(s); n > 1 && s[0] == s[n-1] && (s[0] == '"' || s[0] == '\'') {
		return s[1 : n-1]
	}
	return s
}

// readDoctest reads the examples of python in a text: the lines behind >>> and what goes
// on behind "...".
func readDoctest(t Text) Found {
	var program []byte
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		line = str.Trim(line)
		for _, mark := range [...]string{">>> ", "... "} {
			if str.HasPrefix(line, mark) {
				program = append(append(program, line[len(mark):]...), '\n')
			}
		}
	}
	t.Text = string(program)
	return python.read(t)
}

// readPatch reads a patch: the files that its heads name, with any number of folders in
// front of them taken off, as -p says.
func readPatch(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		for _, mark := range [...]string{"--- ", "+++ ", "*** ", "Index: ", "rename to ", "rename from ", "copy to "} {
			if !str.HasPrefix(line, mark) {
				continue
			}
			name, _, _ := str.Cut(line[len(mark):], '\t')
			for name = unquote(str.Trim(name)); name != "" && name != "/dev/null"; {
				f.writes(name)
				var more bool
				if _, name, more = str.Cut(name, '/'); !more {
					break
				}
			}
		}
	})
}

// readFastImport reads what git fast-import is fed: the files that its features name.
func readFastImport(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		if rest := str.TrimPrefix(line, "option git "); rest != line {
			line = "feature " + str.TrimPrefix(rest, "--")
		}
		if name, file, ok := str.Cut(str.TrimPrefix(line, "feature "), '='); ok && name != line {
			switch name {
			case "export-marks", "export-pack-edges":
				f.writes(str.Trim(file))
			case "import-marks", "import-marks-if-exists":
				f.reads(str.Trim(file))
			}
		}
	})
}

// readLinkerScript reads a script of the linker: OUTPUT(file) is written.
func readLinkerScript(t Text) Found {
	var f Found
	for rest := t.Text; ; {
		var inner string
		var more bool
		_, rest, more = cutAt(rest, "OUTPUT")
		if !more {
			return f
		}
		if inner = str.Trim(rest); !str.HasPrefix(inner, "(") {
			continue
		}
		name, _, _ := str.Cut(inner[1:], ')')
		f.writes(unquote(str.Trim(name)))
	}
}

// cutAt cuts a text where another one stands in it.
func cutAt(text, at string) (before, behind string, ok bool) {
	if i := str.Index(text, at); i >= 0 {
		return text[:i], text[i+len(at):], true
	}
	return text, "", false
}

// readOptions reads nothing: what further options of a program are is what its table says.
func readOptions(Text) Found { return Found{} }

// readHotspot reads the flags of java's machine, +Flag and Name=value a line.
func readHotspot(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		for _, one := range str.Fields(line) {
			f.Runs = append(f.Runs, words("java", "-XX:"+one))
		}
	})
}

// readPytest reads a file of pytest's settings: options, and files that it writes.
func readPytest(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		key, value, _ := str.Cut(line, '=')
		value = unquote(str.Trim(value))
		switch str.Trim(key) {
		case "addopts":
			f.Runs = append(f.Runs, words(append([]string{"pytest"}, str.Fields(value)...)...))
		case "log_file":
			f.writes(value)
		case "cache_dir":
			f.writes(value + "/README.md")
		}
	})
}

// readERB reads a template of ruby: the code that stands between its marks.
func readERB(t Text) Found {
	var program []byte
	for rest := t.Text; ; {
		var code string
		var more bool
		if _, rest, more = cutAt(rest, "<%"); !more {
			break
		}
		code, rest, _ = cutAt(rest, "%>")
		for code != "" && str.IndexByte("=-#", code[0]) >= 0 {
			code = code[1:]
		}
		program = append(append(program, code...), '\n')
	}
	t.Text = string(program)
	return ruby.read(t)
}
