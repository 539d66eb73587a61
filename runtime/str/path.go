package str

// CleanOperand cleans what looks like a path, so that /tmp/../home is /home;
// a URL is left alone.
func CleanOperand(s string) string {
	if len(s) > 4096*4 || !Contains(s, "/") || Contains(s, "://") || (len(s) > 1 && s[0] == '-') {
		return s
	}
	cleaned := CleanPath(s)
	if HasSuffix(s, "/") && cleaned != "/" {
		cleaned += "/"
	}
	return cleaned
}

// CleanPath removes ., .. and empty elements of a path without looking at the disk.
func CleanPath(s string) string {
	rooted := HasPrefix(s, "/")
	var out []string
	for s != "" {
		var e string
		e, s, _ = Cut(s, '/')
		switch {
		case e == "" || e == ".":
		case e == ".." && len(out) > 0 && out[len(out)-1] != "..":
			out = out[:len(out)-1]
		case e == ".." && rooted:
		default:
			out = append(out, e)
		}
	}
	p := Join(out, "/")
	if rooted {
		return "/" + p
	}
	if p == "" {
		return "."
	}
	return p
}
