package file

import (
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Native is [Windows] in a gate that was built for it, and the path as it is in
// any other.
func Native(path string) string {
	if sys.OnWindows {
		return Windows(path)
	}
	return path
}

// Windows returns the name by which Windows finds what a path names, with
// slashes, as far as that can be told from the path alone. It drops dots and
// blanks at the end of an element, and what names a stream of a file, so that
// ".git. /config::$DATA" is .git/config; Git Bash writes c:/x as /c/x; and a
// folder that begins with a dot has a short name without it.
func Windows(path string) string {
	path = str.ReplaceByte(path, '\\', '/')
	path = undevice(path)
	if len(path) > 1 && path[0] == '/' && letter(path[1]) && (len(path) == 2 || path[2] == '/') {
		path = path[1:2] + ":" + path[2:]
		if len(path) == 2 {
			path += "/"
		}
	}
	var b []byte
	if len(path) > 1 && path[1] == ':' && letter(path[0]) {
		b, path = append(b, path[:2]...), path[2:]
	}
	for {
		at := str.IndexByte(path, '/')
		if at < 0 {
			return string(append(b, element(path)...))
		}
		b = append(append(b, element(path[:at])...), '/')
		path = path[at+1:]
	}
}

// undevice takes off what says that a path is to be taken as it stands.
func undevice(path string) string {
	for _, head := range [...]string{"//?/", "//./", "/??/"} {
		if !str.HasPrefix(path, head) {
			continue
		}
		rest := path[len(head):]
		if len(rest) > 3 && str.Lower(rest[:4]) == "unc/" {
			return "//" + rest[4:]
		}
		if len(rest) > 1 && rest[1] == ':' {
			return rest
		}
	}
	if str.HasPrefix(str.Lower(path), "/cygdrive/") {
		return path[len("/cygdrive"):]
	}
	return path
}

// element is the name that one element of a path means.
func element(name string) string {
	if at := str.IndexByte(name, ':'); at >= 0 {
		name = name[:at]
	}
	bare := name
	for bare != "" && (bare[len(bare)-1] == '.' || bare[len(bare)-1] == ' ') {
		bare = bare[:len(bare)-1]
	}
	if bare == "" {
		return name // "." and ".."
	}
	if at := str.IndexByte(bare, '~'); at == len(bare)-2 && str.In(str.Lower(bare[:max(at, 0)]), short...) {
		return "." + str.Lower(bare[:at])
	}
	return bare
}

// short are the folders that are protected, by what their short names begin with.
var short = []string{"git", "claude", "codex", "gemini", "cursor", "qwen", "cline", "vscode", "pi"}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
