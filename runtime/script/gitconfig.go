package script

import "kei/runtime/str"

// readGitConfig reads one setting of git, KEY=VALUE as behind git -c, or KEY with
// VALUE as its argument, as behind git config: what git runs for it.
func readGitConfig(t Text) Found {
	var f Found
	key, value, valued := str.Cut(t.Text, '=')
	if len(t.Args) > 0 {
		key, value, valued = t.Text, t.Args[0].Text, true
		t.Text += " " + value
	}
	k := str.Lower(str.Trim(key))
	if (Text{Word: words(key)[0]}).Holed() {
		f.cannot("the name of a setting of git is computed at run time, and can be that of a program; write it out")
		return f
	}
	gitTransport(&f, k, key, value)
	if len(t.Args) > 0 {
		f.Keeps = key
		if steers(k, str.Trim(value)) {
			f.Steers = []string{key}
		}
	}
	if !valued && !gitRuns(k) || !gitRuns(k) {
		return f
	}
	if t.Holed() {
		f.cannot("the value of " + key + ", which git runs, is computed at run time; leave it out")
		return f
	}
	v := str.Trim(value)
	last := k[str.LastIndexByte(k, '.')+1:]
	switch {
	case k == "init.templatedir" && v != "" && len(t.Args) == 0: // for this very command
		f.cannot(key + " makes git copy hooks, which it runs later, from " + v + "; leave it out")
	case v == "" || v == "true" || v == "false" || v == ":" || str.In(last, "pager", "editor") && str.In(v, "cat", "less"),
		str.HasPrefix(k, "pager.") && str.In(v, "0", "1", "on", "off", "yes", "no"):
	case str.In(k, "core.hookspath", "init.templatedir", "core.attributesfile", "include.path", "core.excludesfile") || str.HasPrefix(k, "includeif.") || last == "hookspath":
		f.unsure(key + " makes git run what is in " + v)
	case str.HasPrefix(k, "alias.") && v[0] != '!':
		f.shell("git " + v)
	case v[0] == '!':
		f.shell(v[1:])
	case last == "helper" && !str.ContainsAny(v, "/"):
		f.shell("git credential-" + v)
	case str.In(last, settingsOfPrograms...):
	case last == "sshcommand":
		f.shell(v + " host git-upload-pack")
	default:
		f.shell(v)
	}
	return f
}

// steers reports whether a setting that git keeps makes it run something that whoever sets
// it may write: what lies in a folder, a file, text for a shell. A program of the machine that
// is named with no more than options is none of that, nor are git's own subcommands.
func steers(k, v string) bool {
	last := k[str.LastIndexByte(k, '.')+1:]
	switch {
	case str.In(k, "include.path", "init.templatedir") || str.HasPrefix(k, "includeif.") || last == "hookspath":
		return v != ""
	case k == "protocol.allow" || str.HasPrefix(k, "protocol.ext."):
		return v != "never"
	case str.HasPrefix(k, "url."):
		return !plainBase(k[len("url."):])
	case !gitRuns(k) || k == "core.attributesfile":
		return false
	case str.HasPrefix(v, "!"):
		return true
	case str.HasPrefix(k, "alias.") || last == "update" || str.In(last, settingsOfPrograms...):
		return false
	}
	return !ofMachine(v)
}

// ofMachine reports whether text for a shell is programs by their names, with options.
func ofMachine(v string) bool {
	for rest := v; rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, '|')
		for i, w := range str.Fields(one) {
			if i > 0 && w[0] != '-' || str.ContainsAny(w, "/\\$`;&<>(){}'\"*?[~=") && i == 0 || str.ContainsAny(w, "$`;&<>(){}'\"") {
				return false
			}
		}
	}
	return true
}

// settingsOfPrograms are settings of programs that git starts which say nothing of what is started.
var settingsOfPrograms = []string{"required", "trustexitcode", "keepbackup", "keeptemporaries", "prompt", "format", "usehttppath", "username", "ifexists", "ifmissing", "where", "key", "separators", "confirm", "to", "from", "annotate", "cc", "smtpuser", "smtpencryption", "smtpserverport", "suppresscc", "thread", "hidetoolpath", "mintrustlevel", "allowedsignersfile", "xmlcharset", "conflictstyle", "guidefault", "autoresolve", "tool", "writetotemp"}

// gitTransport judges settings by which an address means another, or runs.
func gitTransport(f *Found, k, key, value string) {
	for _, s := range [...]string{value, key} {
		if i := str.Index(s, "ext::"); i >= 0 {
			text := s[i+len("ext::"):]
			if j := str.Index(str.Lower(text), ".insteadof"); j >= 0 {
				text = text[:j]
			}
			f.shell(text)
		}
	}
	switch {
	case str.HasPrefix(k, "url.") && !plainBase(k[len("url."):]):
		f.cannot(key + " makes git take one address for another that can run a program; leave it out")
	case (k == "protocol.allow" || str.HasPrefix(k, "protocol.ext.")) && str.Trim(value) != "never":
		f.cannot(key + " lets git run programs that an address names; leave it out")
	}
}

// plainBase reports whether what an address is replaced by names no transport
// that runs a program, whatever follows it.
func plainBase(s string) bool {
	for _, p := range [...]string{"https://", "http://", "git@", "ssh://", "git://", "/", "file:///", "./", "../"} {
		if str.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// gitRuns reports whether git runs the value of a key, or what is in the
// folder that it names. A section can be renamed later, so the name alone of
// a setting counts wherever it is its own.
func gitRuns(k string) bool {
	if str.In(k, "sequence.editor", "diff.external", "gpg.program", "uploadpack.packobjectshook", "interactive.difffilter", "init.templatedir",
		"include.path", "credential.helper", "web.browser", "core.attributesfile", "sendemail.smtpserver", "gc.recentobjectshook", "imap.tunnel",
		"core.excludesfile_", "transfer.credentialsinurl_") {
		return true
	}
	for _, p := range [...]string{"alias.", "pager.", "includeif.", "browser.", "man.", "sendemail.", "instaweb.", "mergetool.", "difftool.", "gpg.", "filter.", "credential.", "trailer.", "guitool.", "hook."} {
		if str.HasPrefix(k, p) {
			return true
		}
	}
	for _, e := range [...]string{".command", ".textconv", ".driver", ".uploadpack", ".receivepack", ".vcs", ".cmd", ".helper", ".proxy", ".update",
		".sshcommand", ".fsmonitor", ".hookspath", ".pager", ".editor", ".askpass", ".gitproxy", ".alternaterefscommand", ".tunnel", ".program", ".external", ".authorsprog", ".authors-prog"} {
		if str.HasSuffix(k, e) && !(e == ".proxy" && (str.HasPrefix(k, "http.") || str.HasPrefix(k, "https."))) {
			return true
		}
	}
	return false
}
