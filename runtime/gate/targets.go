package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// written are the paths that the command writes, as it names them: by
// redirection, and because that is what the program does with its operands.
func (cmd *command) written() []target {
	var list []target
	for _, r := range cmd.Redirs {
		if r.Write {
			list = append(list, target{Word: r.Target, redirect: true})
		}
	}
	for _, w := range cmd.targets {
		list = append(list, target{Word: w})
	}
	if cmd.writesUnknown {
		list = append(list, named("written by the program of "+cmd.name()))
	}
	if len(cmd.Words) < 2 {
		return list
	}
	if len(cmd.readings) > 0 {
		for i := range cmd.readings {
			list = append(list, targetsOf(&cmd.readings[i])...)
		}
		return list
	}
	return append(list, programWrites(str.Lower(cmd.name()), cmd.Words[1:])...)
}

// programWrites are the files that a well-known program writes or removes.
func programWrites(name string, args []word.Word) []target {
	all := func(words []word.Word, tree bool) []target {
		var list []target
		for _, w := range words {
			list = append(list, target{Word: w, tree: tree})
		}
		return list
	}
	recursive := hasLetter(args, 'r') || hasLetter(args, 'R') || hasLongOption(args, "recursive")
	switch name {
	case "tee", "gtee", "sponge", "touch", "gtouch", "mkfifo", "mktemp", "unlink", "shred", "rename", "prename", "dos2unix", "unix2dos", "ed", "nano", "pico", "emacs", "gio", "trash", "trash-put", "setfacl", "chattr", "prettier", "black", "autopep8", "isort", "rustfmt", "gofmt", "goimports":
		switch name {
		case "prettier", "black", "autopep8", "isort", "rustfmt", "gofmt", "goimports":
			if v := optionValues(args, "-cpuprofile", "--cpuprofile"); len(v) > 0 && str.In(name, "gofmt", "goimports") {
				return all(append(operandsOf(args, " -r -cpuprofile --cpuprofile "), v...), true)
			}
			if name == "rustfmt" && hasLongOption(args, "check") || str.In(name, "gofmt", "goimports") && !hasLetter(args, 'w') ||
				name == "prettier" && !hasLetter(args, 'w') && !hasLongOption(args, "write") || str.In(name, "black", "isort") && (hasLongOption(args, "check") || hasLongOption(args, "diff")) ||
				name == "autopep8" && !hasLetter(args, 'i') && !hasLongOption(args, "in-place") {
				return nil
			}
			return all(operandsOf(args, " --config-path --edition --config -l -r "), true)
		case "mktemp":
			list := all(optionValues(args, "-p", "--tmpdir"), false)
			for _, w := range operandsOf(args, " -p --suffix ") {
				if !hasLetter(args, 't') {
					list = append(list, target{Word: w})
				}
			}
			return list
		}
		return all(operandsOf(args, " -t -d -r -s -n -o --size --reference "), false)
	case "mkdir", "rmdir", "gmkdir":
		var list []target
		for _, w := range operandsOf(args, " -m --mode -Z ") {
			list = append(list, target{Word: w, empty: true})
		}
		return list
	case "rm", "grm", "del", "rd", "srm", "rimraf", "trash-rm":
		return all(operandsOf(args, ""), recursive || name == "rimraf")
	case "truncate", "fallocate", "gtruncate":
		return all(operandsOf(args, " -s --size -r --reference -l --length -o --offset "), false)
	case "chmod", "chown", "chgrp", "gchmod":
		ops := operandsOf(args, " --reference --from ")
		if len(ops) > 0 && !hasLongOption(args, "reference") {
			ops = ops[1:]
		}
		return all(ops, recursive)
	case "cp", "gcp", "install", "ginstall", "rsync", "scp", "ln", "gln", "mv", "gmv", "link", "ditto":
		return copies(name, args, recursive)
	case "dd", "gdd", "dcfldd":
		var list []target
		for _, a := range args {
			if str.HasPrefix(a.Text, "of=") {
				list = append(list, target{Word: part(a, 3)})
			}
		}
		return list
	case "sed", "gsed":
		if !inPlace(args) {
			return nil
		}
		ops := operandsOf(args, " -e -f -l --expression --file --line-length ")
		if !anyOf(args, "-e", "-f", "--expression", "--file") && !clusterEnds(args, 'e') && len(ops) > 0 {
			ops = ops[1:]
		}
		return all(ops, false)
	case "perl", "ruby":
		if !inPlace(args) {
			return nil
		}
		ops := operandsOf(args, " -e -I -M -E -n -p -pe -ne -pie -ie ")
		if clusterEnds(args, 'e') && len(ops) > 0 && !anyOf(args, "-e", "-pe", "-ne", "-pie", "-ie") {
			ops = ops[1:]
		}
		return all(ops, false)
	case "awk", "gawk":
		for i, a := range args {
			if a.Text == "-iinplace" || a.Text == "inplace" && i > 0 && str.In(args[i-1].Text, "-i", "--include") {
				ops := operandsOf(args, " -i -f -v -F -e --include --file --assign ")
				if len(ops) > 0 && !anyOf(args, "-f", "--file", "-e") {
					ops = ops[1:]
				}
				return all(ops, false)
			}
		}
	case "patch", "gpatch":
		list := all(optionValues(args, "-o", "--output", "-r"), false)
		if ops := operandsOf(args, " -p -i -d -o -r -B -D -F -V -Y -z -g --strip --input --directory --output "); len(ops) > 0 {
			return append(list, all(ops[:1], false)...)
		}
		return append(list, named("written by the patch"))
	case "tar", "gtar", "bsdtar":
		return tarWrites(args)
	case "unzip", "gunzip", "7z", "7za", "cpio", "unrar", "pax":
		if name == "unzip" && (hasLetter(args, 'l') || hasLetter(args, 't') || hasLetter(args, 'p') || hasLetter(args, 'v') || hasLetter(args, 'Z')) {
			return nil
		}
		if dirs := optionValues(args, "-d"); name == "unzip" && len(dirs) > 0 {
			return all(dirs, true)
		}
		if name == "gunzip" {
			if hasLetter(args, 'c') || hasLetter(args, 't') || hasLetter(args, 'l') {
				return nil
			}
			return all(operandsOf(args, " -S "), false)
		}
		if str.In(name, "7z", "7za", "unrar") && len(args) > 0 && str.In(args[0].Text, "l", "t", "i") {
			return nil
		}
		return []target{named("unpacked by " + name)}
	case "gzip", "xz", "bzip2", "zstd", "unxz", "bunzip2", "unzstd", "lz4", "compress":
		if hasLetter(args, 'c') || hasLetter(args, 't') || hasLetter(args, 'l') || hasLongOption(args, "stdout") {
			return nil
		}
		return all(operandsOf(args, " -S --suffix -T "), false)
	case "curl":
		list := all(optionValues(args, "-o", "--output", "-D", "--dump-header", "-c", "--cookie-jar", "--trace", "--trace-ascii", "--output-dir", "--etag-save", "--hsts", "--stderr", "--libcurl"), false)
		if hasLetter(args, 'O') || hasLongOption(args, "remote-name") || hasLongOption(args, "remote-name-all") {
			list = append(list, named("named by the server"))
		}
		return list
	case "wget", "aria2c":
		list := all(optionValues(args, "-O", "--output-document", "-o", "--output-file", "-a", "--append-output"), false)
		list = append(list, all(optionValues(args, "-P", "--directory-prefix", "-d", "--dir"), true)...)
		if len(optionValues(args, "-O", "--output-document", "-P", "--directory-prefix", "-d", "--dir")) == 0 && !hasLongOption(args, "spider") && !hasLongOption(args, "version") && !hasLongOption(args, "help") {
			list = append(list, named("named by the server"))
		}
		return list
	case "sort", "gsort", "shuf", "gcc", "cc", "clang", "g++", "clang++", "ld", "rustc", "pandoc", "yacc", "bison", "flex", "dot":
		return all(optionValues(args, "-o", "--output", "--out"), false)
	case "iconv", "gpg", "gpg2", "age", "xmllint", "xsltproc", "base64", "tshark", "sops", "wkhtmltopdf", "dvc", "wasm-opt", "esbuild", "tsc", "swc":
		return all(optionValues(args, "-o", "--output", "--outfile", "--out", "--outdir", "--outDir", "--outFile"), false)
	case "xxd", "objcopy", "patchelf", "pdftotext", "pdftoppm", "mmv":
		if ops := operandsOf(args, " -c -g -l -o -s -O -I -F -j -R --add-section --set-rpath --set-interpreter "); len(ops) > 1 || len(ops) == 1 && str.In(name, "objcopy", "patchelf") {
			return all(ops[len(ops)-1:], false)
		}
		return nil
	case "strip":
		if len(optionValues(args, "-o")) > 0 {
			return all(optionValues(args, "-o"), false)
		}
		return all(operandsOf(args, " -o -K -N -R -F "), false)
	case "zip":
		if ops := operandsOf(args, " -x -i -b -t -n -P "); len(ops) > 0 && ops[0].Text != "-" {
			return all(ops[:1], false)
		}
		return nil
	case "ar", "ranlib":
		if ops := operandsOf(args, ""); name == "ar" && len(ops) > 1 && str.ContainsAny(ops[0].Text, "rqdmcs") {
			return all(ops[1:2], false)
		}
		return nil
	case "ssh-keygen":
		return all(optionValues(args, "-f"), false)
	case "history":
		if anyOf(args, "-w", "-a") {
			return all(operandsOf(args, ""), false)
		}
		return nil
	case "go":
		return goWrites(args)
	case "cargo":
		return cargoWrites(args)
	case "docker", "podman", "kubectl", "oc", "aws", "gsutil", "rclone", "s3cmd", "gcloud":
		return fetches(args)
	case "uniq":
		if ops := operandsOf(args, " -f -s -w --skip-fields --skip-chars --check-chars "); len(ops) > 1 {
			return all(ops[1:2], false)
		}
	case "split", "csplit", "gsplit":
		if ops := operandsOf(args, " -a -b -C -l -n -t -f --bytes --lines --number "); len(ops) > 1 {
			return []target{{Word: word.Word{Text: ops[1].Text + "*", Glob: true}}}
		}
		return []target{{Word: word.Word{Text: "xaa"}}}
	case "find", "gfind":
		return findWrites(args)
	case "yq":
		if inPlace(args) || hasLongOption(args, "inplace") {
			ops := operandsOf(args, "")
			if len(ops) > 1 {
				return all(ops[1:], false)
			}
		}
	case "git":
		list := gitWrites(args)
		for _, v := range optionValues(args[:max(len(args)-1, 0)], "-C") {
			for i := range list {
				if !str.HasPrefix(list[i].Text, "/") && !list[i].unnamed {
					list[i].Text = v.Text + "/" + list[i].Text
				}
			}
		}
		if len(list) > 0 && (len(optionValues(args, "--work-tree")) > 0 || len(optionValues(args, "--git-dir")) > 0) {
			list = append(list, named("rewritten in another worktree"))
		}
		return list
	case "vim", "vi", "nvim", "ex", "emacsclient", "view":
		list := all(operandsOf(args, " -c --cmd -S -u -U -T -i -s -w "), false)
		for _, v := range append(optionValues(args, "-c", "--cmd"), args...) {
			if t := trimByte(v.Text, '+'); str.HasPrefix(t, "w ") || str.Contains(t, "w! ") || str.Contains(t, "saveas") || str.Contains(t, "write ") {
				list = append(list, named("written by "+name))
			}
		}
		return list
	case "python", "python3":
		for i, a := range args {
			if a.Text != "-m" || i+1 >= len(args) {
				continue
			}
			switch module, rest := args[i+1].Text, args[i+2:]; module {
			case "venv", "compileall":
				return all(operandsOf(rest, ""), true)
			case "zipfile", "tarfile":
				return []target{named("unpacked by " + module)}
			case "json.tool":
				if ops := operandsOf(rest, " --indent "); len(ops) > 1 {
					return all(ops[1:2], false)
				}
			default:
				if module != name {
					return programWrites(module, rest)
				}
			}
			return nil
		}
		return nil
	case "ruff", "eslint", "clang-format", "shfmt", "terraform":
		fixes := hasLongOption(args, "fix") || str.In(name, "clang-format") && inPlace(args) || name == "shfmt" && hasLetter(args, 'w')
		if len(args) > 0 && (name == "ruff" && args[0].Text == "format" || name == "terraform" && args[0].Text == "fmt") && !hasLongOption(args, "check") {
			fixes = true
		}
		if fixes {
			ops := operandsOf(args, " --config -c --style ")
			if str.In(name, "ruff", "terraform") && len(ops) > 0 {
				ops = ops[1:]
			}
			if len(ops) == 0 {
				ops = []word.Word{{Text: "."}}
			}
			return all(ops, true)
		}
		return nil
	case "jar", "uudecode", "mknod":
		if name == "jar" && (len(args) == 0 || !str.Contains(args[0].Text, "x") && !hasLongOption(args, "extract")) {
			return nil
		}
		return []target{named("written by " + name)}
	case "sqlite3":
		for _, a := range args {
			for _, word := range [...]string{".out", ".once", ".backup", ".save", ".excel", ".clone", "into '", "writefile"} {
				if str.Contains(str.Lower(a.Text), word) {
					return []target{named("written by sqlite3")}
				}
			}
		}
		if ops := operandsOf(args, " -cmd -init "); len(ops) > 0 {
			return all(ops[:1], false)
		}
	case "openssl", "ffmpeg", "magick", "convert":
		list := all(optionValues(args, "-out"), false)
		if ops := operandsOf(args, ""); name != "openssl" && len(ops) > 0 {
			list = append(list, target{Word: ops[len(ops)-1]})
		}
		return list
	case "script":
		if ops := operandsOf(args, " -c -T -t -I -O -B -o -E -m --command "); len(ops) > 0 {
			return all(ops[:1], false)
		}
	case "time", "gtime", "strace", "ltrace":
		return all(optionValues(args, "-o", "--output"), false)
	}
	return nil
}

// fetches are what the copying subcommand of a remote's program writes here.
func fetches(args []word.Word) []target {
	ops := operandsOf(args, " -n --namespace -c --container --profile --region --context -L ")
	for i, o := range ops {
		if !str.In(o.Text, "cp", "copy", "copyto", "sync", "mv", "move", "get", "rsync") {
			continue
		}
		if rest := ops[i+1:]; len(rest) > 1 {
			last := rest[len(rest)-1]
			if str.Contains(last.Text, "://") || str.IndexByte(last.Text, ':') > 0 && !str.HasPrefix(last.Text, "/") && !str.HasPrefix(last.Text, ".") {
				return nil
			}
			return []target{{Word: last, tree: true, folder: rest[:len(rest)-1]}}
		}
		return nil
	}
	return nil
}

func named(what string) target { return target{Word: word.Word{Text: what}, unnamed: true} }

func part(w word.Word, from int) word.Word {
	w.Text = w.Text[from:]
	w.Home = str.HasPrefix(w.Text, "~")
	return w
}

// operandsOf are the words that are neither options nor an option's own word;
// takes lists, between blanks, those that take the next.
func operandsOf(args []word.Word, takes string) []word.Word {
	var list []word.Word
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		if t == "--" {
			return append(list, args[i+1:]...)
		}
		if isOption(t) {
			if takesNext(takes, t) {
				i++
			}
			continue
		}
		list = append(list, args[i])
	}
	return list
}

// optionValues are the words given to any of the options.
func optionValues(args []word.Word, names ...string) []word.Word {
	var list []word.Word
	for i, a := range args {
		for _, n := range names {
			switch {
			case a.Text == n:
				if i+1 < len(args) {
					list = append(list, args[i+1])
				}
			case str.HasPrefix(n, "--") && isLong(a.Text, n) && str.Contains(a.Text, "="):
				list = append(list, part(a, str.IndexByte(a.Text, '=')+1))
			case len(n) == 2 && len(a.Text) > 2 && str.HasPrefix(a.Text, n) && a.Text[1] != '-':
				list = append(list, part(a, 2))
			case len(n) == 2 && len(a.Text) > 2 && a.Text[0] == '-' && a.Text[1] != '-':
				at := str.IndexByte(a.Text, n[1])
				if at < 2 || !onlyOf(a.Text[1:at], "qvncfsSLkgNRiIzjJxturb046#") {
					continue
				}
				if at+1 < len(a.Text) {
					list = append(list, part(a, at+1)) // wget -qO-
				} else if i+1 < len(args) {
					list = append(list, args[i+1]) // curl -sLo file
				}
			}
		}
	}
	return list
}

func lettersOnly(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isLetter(s[i]) {
			return false
		}
	}
	return true
}

func hasLetter(args []word.Word, letter byte) bool {
	for _, a := range args {
		if a.Text == "--" {
			return false
		}
		if isOption(a.Text) && a.Text[1] != '-' && str.IndexByte(a.Text[1:], letter) >= 0 {
			return true
		}
	}
	return false
}

func hasLongOption(args []word.Word, name string) bool {
	for _, a := range args {
		if str.HasPrefix(a.Text, "--") && len(a.Text) > 4 {
			got, _, _ := str.Cut(a.Text[2:], '=')
			if str.HasPrefix(name, got) {
				return true
			}
		}
	}
	return false
}

func anyOf(args []word.Word, names ...string) bool {
	for _, a := range args {
		got, _, _ := str.Cut(a.Text, '=')
		if str.In(a.Text, names...) || str.HasPrefix(a.Text, "--") && str.In(got, names...) {
			return true
		}
	}
	return false
}

// clusterEnds reports whether a cluster of options ends in one that takes the
// next word: perl -pie.
func clusterEnds(args []word.Word, letter byte) bool {
	for _, a := range args {
		if isOption(a.Text) && a.Text[1] != '-' && a.Text[len(a.Text)-1] == letter {
			return true
		}
	}
	return false
}

// inPlace reports whether sed, perl or ruby writes its operands back.
func inPlace(args []word.Word) bool {
	for _, a := range args {
		t := a.Text
		if isLong(t, "--in-place") {
			return true
		}
		if t == "--" {
			return false
		}
		if str.HasPrefix(t, "--in-place") || str.HasPrefix(t, "-i") || isOption(t) && t[1] != '-' && lettersOnly(firstLetters(t[1:])) && str.IndexByte(firstLetters(t[1:]), 'i') >= 0 {
			return true
		}
	}
	return false
}

func firstLetters(s string) string {
	for i := 0; i < len(s); i++ {
		if !isLetter(s[i]) {
			return s[:i]
		}
		if s[i] == 'e' || s[i] == 'M' || s[i] == 'I' {
			return s[:i+1]
		}
	}
	return s
}

// copies are what cp, mv, ln and their like write: the last operand or the
// folder given by -t, and with mv the sources too. A link makes another name
// for its source, so that is judged as well.
func copies(name string, args []word.Word, recursive bool) []target {
	takes := " -t --target-directory -S --suffix -m --mode -o --owner -g --group -e --rsh --exclude --include --exclude-from --include-from -P -i -F -l -c --chmod --backup-dir --files-from "
	if str.In(name, "cp", "gcp", "mv", "gmv", "ln", "gln") {
		takes = " -t --target-directory -S --suffix "
	}
	ops := operandsOf(args, takes)
	dirs := optionValues(args, "-t", "--target-directory")
	if str.In(name, "rsync", "scp") {
		dirs = nil
	}
	tree := recursive || hasLetter(args, 'a') || str.In(name, "mv", "gmv", "rsync", "ditto")
	var list []target
	sources := ops
	switch {
	case len(dirs) > 0:
		for _, d := range dirs {
			list = append(list, into(d, ops)...)
		}
	case name == "install" && hasLetter(args, 'd'):
		for _, o := range ops {
			list = append(list, target{Word: o, tree: true})
		}
		return list
	case len(ops) > 1:
		last := ops[len(ops)-1]
		sources = ops[:len(ops)-1]
		if str.IndexByte(last.Text, ':') > 0 && str.In(name, "rsync", "scp") && !str.HasPrefix(last.Text, "/") && !str.HasPrefix(last.Text, ".") {
			return nil // another machine
		}
		for _, s := range sources {
			if name == "rsync" && str.HasSuffix(s.Text, "/") {
				list = append(list, target{Word: last, tree: true}) // its contents go there
				sources = nil
				break
			}
		}
		list = append(list, target{Word: last, tree: tree, folder: sources})
	case str.In(name, "ln", "gln") && len(ops) == 1:
		list = append(list, target{Word: word.Word{Text: baseName(ops[0].Text), Split: ops[0].Split}})
	}
	switch name {
	case "mv", "gmv":
		for _, s := range sources {
			list = append(list, target{Word: s, tree: true})
		}
	case "ln", "gln", "link":
		for _, s := range sources {
			if hasLetter(args, 's') || hasLongOption(args, "symbolic") {
				// What a symbolic link holds starts where the link is.
				if at := linkFolder(list[0].Text); at != "" && !str.HasPrefix(s.Text, "/") && !s.Home {
					s.Text = at + "/" + s.Text
				}
			}
			list = append(list, target{Word: s, tree: true})
		}
	}
	return list
}

// linkFolder is the folder of a link, "" if that is where the command runs.
func linkFolder(link string) string {
	if str.HasSuffix(link, "/") {
		return trimSlash(link)
	}
	if i := str.LastIndexByte(link, '/'); i > 0 {
		return link[:i]
	}
	return ""
}

// into are the names that sources get in a folder.
func into(dir word.Word, sources []word.Word) []target {
	var list []target
	for _, s := range sources {
		w := dir
		w.Text = dir.Text + "/" + baseName(trimSlash(s.Text))
		w.Split = w.Split || s.Split
		list = append(list, target{Word: w, tree: true})
	}
	return list
}

func trimSlash(s string) string {
	for len(s) > 1 && s[len(s)-1] == '/' {
		s = s[:len(s)-1]
	}
	return s
}

func tarWrites(args []word.Word) []target {
	if len(args) == 0 {
		return nil
	}
	mode := func(letter byte, long string) bool {
		if !isOption(args[0].Text) && str.IndexByte(args[0].Text, letter) >= 0 {
			return true // tar xf
		}
		for _, a := range args {
			if t := a.Text; isOption(t) && t[1] != '-' && t != "-C" && str.IndexByte(t[1:], letter) >= 0 && (letter != 'r' && letter != 'u' || lettersOnly(t[1:])) {
				return true
			}
		}
		return hasLongOption(args, long)
	}
	switch {
	case mode('x', "extract") || hasLongOption(args, "get"):
		if anyOf(args, "-O", "--to-stdout") {
			return nil
		}
		dirs := optionValues(args, "-C", "--directory", "--one-top-level")
		if len(dirs) > 0 {
			var list []target
			for _, d := range dirs {
				list = append(list, target{Word: d, tree: true})
			}
			return list
		}
		return []target{{Word: word.Word{Text: "."}, tree: true}}
	case mode('c', "create") || mode('r', "append") || mode('u', "update") || hasLongOption(args, "delete"):
		files := optionValues(args, "-f", "--file")
		if len(files) == 0 && !isOption(args[0].Text) && str.IndexByte(args[0].Text, 'f') >= 0 && len(args) > 1 {
			files = args[1:2]
		}
		var list []target
		for _, f := range files {
			list = append(list, target{Word: f})
		}
		if hasLongOption(args, "remove-files") {
			list = append(list, named("removed by tar"))
		}
		return list
	}
	return nil
}

func findWrites(args []word.Word) []target {
	var list []target
	starts := 0
	for starts < len(args) && !isOption(args[starts].Text) && !str.In(args[starts].Text, "(", "!", ")") {
		starts++
	}
	for i, a := range args {
		switch {
		case a.Text == "-delete":
			if starts == 0 {
				list = append(list, target{Word: word.Word{Text: "."}, tree: true})
			}
			for _, s := range args[:starts] {
				list = append(list, target{Word: s, tree: true})
			}
		case str.In(a.Text, "-fprint", "-fprint0", "-fls", "-fprintf") && i+1 < len(args):
			list = append(list, target{Word: args[i+1]})
		}
	}
	return list
}

// gitWrites are the files that git itself rewrites in the worktree.
func gitWrites(args []word.Word) []target {
	rest, _ := skipOptions(args, gitTakes)
	if len(rest) == 0 {
		return nil
	}
	sub, args := rest[0].Text, rest[1:]
	var list []target
	for _, v := range optionValues(args, "--output") {
		list = append(list, target{Word: v})
	}
	switch sub {
	case "mv", "rm":
		if hasLongOption(args, "cached") || hasLetter(args, 'n') {
			return list
		}
		for _, w := range operandsOf(args, "") {
			list = append(list, target{Word: pathspec(w), tree: true})
		}
	case "merge-file":
		if ops := operandsOf(args, " -L "); len(ops) > 0 && !hasLetter(args, 'p') {
			list = append(list, target{Word: ops[0]})
		}
	case "apply", "am", "stash", "merge", "rebase", "pull", "cherry-pick", "revert", "clean", "switch":
		if sub == "stash" && len(args) > 0 && str.In(args[0].Text, "list", "show") || sub == "apply" && (hasLongOption(args, "check") || hasLongOption(args, "stat")) ||
			sub == "switch" && makesBranch(args) || sub == "clean" && (hasLetter(args, 'n') || hasLongOption(args, "dry-run")) {
			return list
		}
		if sub == "clean" {
			for _, w := range operandsOf(args, " -e --exclude ") {
				list = append(list, target{Word: pathspec(w), tree: true})
			}
		}
		list = append(list, named("rewritten by git "+sub))
	case "restore", "checkout", "checkout-index", "read-tree", "sparse-checkout":
		paths := args[:0]
		explicit := sub == "restore"
		for i, a := range args {
			if a.Text == "--" {
				paths, explicit = args[i+1:], true
			}
		}
		if sub == "restore" && len(paths) == 0 {
			paths = operandsOf(args, " -s --source --conflict --pathspec-from-file ")
		}
		switch {
		case sub == "restore" && hasLongOption(args, "staged") && !hasLongOption(args, "worktree"):
		case explicit && len(paths) > 0:
			for _, w := range paths {
				if str.HasPrefix(w.Text, ":") {
					list = append(list, named("rewritten by git "+sub))
					continue
				}
				list = append(list, target{Word: pathspec(w), tree: true})
			}
		case sub == "checkout" && makesBranch(args):
		case sub == "checkout":
			// What stands behind a commit are paths, with -- or without.
			for _, w := range operandsOf(args, " -b -B --orphan --conflict --pathspec-from-file ") {
				list = append(list, target{Word: pathspec(w), tree: true})
			}
			list = append(list, named("rewritten by git checkout"))
		case sub == "read-tree" && !hasLetter(args, 'u'):
		default:
			list = append(list, named("rewritten by git "+sub))
		}
	case "reset":
		if hasLongOption(args, "hard") || hasLongOption(args, "merge") || hasLongOption(args, "keep") {
			list = append(list, named("rewritten by git reset"))
		}
	case "clone", "init", "worktree":
		if sub == "worktree" && (len(args) == 0 || !str.In(args[0].Text, "add", "move", "remove")) {
			return list
		}
		if ops := operandsOf(args, " -b --branch --depth -o --origin -c --config --reference -B --template -j --jobs "); len(ops) > 0 {
			where := ops[len(ops)-1]
			if sub == "worktree" && len(ops) > 1 {
				where = ops[1] // add PATH COMMIT
			}
			list = append(list, target{Word: where, tree: true})
		}
	case "config":
		for _, v := range optionValues(args, "-f", "--file") {
			list = append(list, target{Word: v})
		}
	case "bundle":
		if ops := operandsOf(args, ""); len(ops) > 1 && ops[0].Text == "create" {
			list = append(list, target{Word: ops[1]})
		}
	case "submodule":
		if ops := operandsOf(args, " -b --branch --name --reference --depth "); len(ops) > 1 && ops[0].Text == "add" {
			list = append(list, target{Word: word.Word{Text: ".gitmodules"}}, target{Word: ops[len(ops)-1], tree: true})
		}
	case "archive", "format-patch":
		if sub == "format-patch" && len(optionValues(args, "-o", "--output-directory")) == 0 && !hasLongOption(args, "stdout") {
			list = append(list, target{Word: word.Word{Text: "0*.patch", Glob: true}})
		}
		for _, v := range optionValues(args, "-o", "--output-directory") {
			list = append(list, target{Word: v, tree: sub == "format-patch"})
		}
	}
	return list
}

// pathspec is a path as git reads it: with patterns of its own, also in quotes.
func pathspec(w word.Word) word.Word {
	w.Glob = w.Glob || str.ContainsAny(w.Text, "*?[")
	return w
}

// makesBranch reports whether git only makes a branch here: nothing is
// rewritten unless it starts somewhere else.
func makesBranch(args []word.Word) bool {
	return anyOf(args, "-b", "-B", "-c", "-C", "--create", "--orphan") && len(operandsOf(args, " -b -B -c -C --create --orphan ")) == 0
}

// goWrites are the files that go names for what it writes, from the folder that -C
// leads to. A test's own options (-test.trace) say the same as the go command's.
func goWrites(args []word.Word) []target {
	var list []target
	var from *word.Word
	for i, a := range args {
		if !isOption(a.Text) {
			continue
		}
		name, value, given := str.Cut(trimByte(a.Text, '-'), '=')
		w := word.Word{Text: value, Split: a.Split}
		if !given && i+1 < len(args) {
			w, given = args[i+1], true
		}
		if !given {
			continue
		}
		if str.HasPrefix(name, "test.") {
			name = name[len("test."):]
		}
		if name == "C" {
			from = &w
		} else if str.In(name, "o", "coverprofile", "cpuprofile", "memprofile", "blockprofile", "mutexprofile", "trace", "outputdir", "testlogfile", "gocoverdir", "fuzzcachedir") {
			list = append(list, target{Word: w})
		}
	}
	if len(list) == 0 && anyOf(args, "-c", "--c") {
		list = append(list, target{Word: word.Word{Text: "*.test", Glob: true}})
	}
	if from == nil {
		return list
	}
	for i := range list {
		if !from.Known() {
			list[i].Word = *from
		} else if !str.HasPrefix(list[i].Text, "/") {
			list[i].Text = from.Text + "/" + list[i].Text
		}
	}
	return list
}

// cargoWrites are the files that cargo names for what it writes, and those that
// the compiler and a test program are told of behind the dashes.
func cargoWrites(args []word.Word) []target {
	var list []target
	all := func(words []word.Word, tree bool) {
		for _, w := range words {
			list = append(list, target{Word: w, tree: tree})
		}
	}
	all(optionValues(args, "--target-dir", "--artifact-dir", "--out-dir"), true)
	ops := operandsOf(args, " --name --edition --vcs --registry --color --config -Z --manifest-path -s --sync ")
	if len(ops) > 0 && str.HasPrefix(ops[0].Text, "+") {
		ops = ops[1:]
	}
	if len(ops) > 0 && str.In(ops[0].Text, "new", "init", "vendor") {
		if len(ops) > 1 {
			all(ops[1:2], true)
		} else if ops[0].Text == "vendor" {
			list = append(list, target{Word: word.Word{Text: "vendor"}, tree: true})
		} else {
			list = append(list, target{Word: word.Word{Text: "Cargo.toml"}})
		}
	}
	for i, a := range args {
		if a.Text != "--" {
			continue
		}
		behind := args[i+1:]
		all(optionValues(behind, "--logfile", "-o", "--out-dir"), false)
		for _, v := range optionValues(behind, "--emit") {
			for kinds, more := v.Text, true; more; {
				var kind string
				kind, kinds, more = str.Cut(kinds, ',')
				if _, file, ok := str.Cut(kind, '='); ok {
					list = append(list, target{Word: word.Word{Text: file, Split: v.Split}})
				}
			}
		}
		break
	}
	return list
}
