package script

import (
	"kei/runtime/str"
)

// readCrontab reads the lines of a crontab.
func readCrontab(t Text) Found {
	f := eachLine(t, func(f *Found, line string) {
		line = str.Trim(line)
		if line == "" || line[0] == '#' {
			return
		}
		if key, value, ok := str.Cut(line, '='); ok && !str.ContainsAny(str.Trim(key), " \t*@") {
			if key = str.Trim(key); key == "SHELL" || key == "PATH" || key == "BASH_ENV" || str.HasPrefix(key, "LD_") {
				f.unsure("crontab sets " + key + " to " + str.OneLine(value, 80))
			}
			return
		}
		fields := 5
		if line[0] == '@' {
			fields = 1
		}
		for ; fields > 0; fields-- {
			i := 0
			for i < len(line) && line[i] != ' ' && line[i] != '\t' {
				i++
			}
			line = str.Trim(line[i:])
		}
		command, input, fed := str.Cut(line, '%')
		f.shell(command)
		if fed {
			f.maybe(input) // fed to the command
		}
	})
	f.Effects |= system
	return f
}
