package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// readSSH reads options of ssh: lines of its configuration, or one behind -o.
func readSSH(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		line = str.Trim(line)
		end := 0
		for end < len(line) && line[end] > ' ' && line[end] != '=' {
			end++
		}
		key, value := str.Lower(line[:end]), line[end:]
		for value != "" && str.IndexByte(" \t=", value[0]) >= 0 {
			value = value[1:]
		}
		sshOption(f, key, str.Trim(value))
	})
}

func sshOption(f *Found, key, value string) {
	plain := value
	if len(plain) > 1 && plain[0] == '"' && plain[len(plain)-1] == '"' {
		plain = plain[1 : len(plain)-1]
	}
	switch key {
	case "proxycommand", "localcommand", "knownhostscommand", "xauthlocation", "remotecommand":
		if str.Lower(plain) == "none" {
			return
		}
		if match.Holed(plain) {
			f.cannot("ssh runs a command that is computed at run time; write it out")
			return
		}
		f.shell(value)
		if plain != value {
			f.shell(plain)
		}
	case "match":
		if _, after, ok := str.CutText(str.Lower(value), "exec"); ok {
			command := str.Trim(value[len(value)-len(after):])
			for command != "" && (command[0] == '=' || command[0] == ' ') {
				command = command[1:]
			}
			if str.HasPrefix(command, "\"") {
				command, _, _ = str.Cut(command[1:], '"')
			}
			f.shell(command)
		}
	case "include":
		f.unsure("ssh obeys what is in " + str.OneLine(value, 80))
	case "pkcs11provider", "securitykeyprovider", "smartcarddevice":
		if str.Lower(plain) != "none" && str.Lower(plain) != "internal" {
			f.cannot("ssh loads the library " + str.OneLine(plain, 80) + "; leave it out")
		}
	case "userknownhostsfile", "controlpath", "revokedhostkeys_":
		for _, w := range quotedWords(value) {
			if str.Lower(w) != "none" && w != "/dev/null" {
				f.writes(w)
			}
		}
	}
}
