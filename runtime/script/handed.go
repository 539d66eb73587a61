package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// What a function of a library does that no list here has is not known. A file that it is
// given by its name counts for the rules that say which files are not written, and text
// for those that deny commands, unless the name of the function says that it looks or tells.

// looking are words by which a function says that it only looks: any of them in a name,
// with nothing of changing in it.
const looking = " access and args array as assert ast async await basename bool bytes case cat catch check class cmp collection command compare concat const contains " +
	"count counter debug decode describe dedent dict diff digest dirname display dotenv dumps elem element elif else encode end enumerate equal equals echo error etree " +
	"eval except exist exists expect export ext extname fail fetch file filename filter find float for format from fspath function get getattr glob grep has hash head " +
	"if import in includes index info input instanceof int is isdir isfile islink isset it item items join json key keys lambda last len length let lib line lines " +
	"list listdir load loads local log lookup lstat ls map match max md5 metadata min module my name new next nil node not object of on only or our package parse " +
	"parser path pathname pp print printf println proc properties puts quote qw range raise re read reader readlines realpath ref regex relative report repr " +
	"require resolve return root say scan schema search select self set sha1 sha256 sha512 show size sort sorted source split sprintf stat std stderr stdout " +
	"str string stringify strip sub sum super suite switch symbol tail test throw to toml tree tuple type typeof uniq unless until url use val valid validate value values " +
	"var version view void walk warn warning when where while with xml yaml yield zip "

// changing are words by which a function says that it changes something, whatever else
// its name says.
const changing = " add append archive atomic backup build change chmod chown clean cleanup clear cleartext commit copy create cut delete discard drop dump edit empty " +
	"erase fill flush freeze generate index install link make merge mk mkdir mkdtemp mkstemp mktemp mkindex modify move mv output overwrite patch prune purge push put record remove " +
	"rename replace reset restore rewrite rm rmdir rotate save setup spool store swap sync touch truncate unlink unpack update upgrade wipe write writer "

// holding are the names by which lists, sets and tables take what they hold.
const holding = " add append appendleft concat discard extend insert pop push remove setdefault unshift update "

// hands notes the files, and the texts that may be commands, that a call is given which
// no list here has.
func (p *program) hands(i int) {
	function := p.meaning(i)
	if of := p.owner(i); function == "new" && of != "" {
		function = of // Logger.new("x")
	}
	if p.pathnames && saysAny(function, changing) {
		if s, known := p.receiverOf(i); known {
			p.hand(s)
		}
	}
	if p.owner(i) != "" && !p.is(i-1, "::") && str.Contains(holding, " "+function+" ") || p.is(i-1, ".") && (p.tokens[i-2].kind == text || p.tokens[i-2].kind == number) {
		return // and a method of what is written there: /x/.exec("y")
	}
	if p.defined(i) || p.imported(i) {
		return
	}
	runs, only := saysRuns(function), looks(function)
	given := p.is(i+1, "(") || p.is(i+1, "!") && p.is(i+2, "(") || p.prefix && p.is(i-1, "(")
	if !given && (!p.open || i+1 >= len(p.tokens) || p.tokens[i+1].kind != text && p.tokens[i+1].kind != list || p.tokens[i+1].line) {
		p.bareCall(i)
		return
	}
	if p.handing > maxHanding {
		return
	}
	from, to, called := p.extent(i)
	if !called {
		return
	}
	if p.handing += max(to-from, 0); p.handing > maxHanding {
		p.found.cannot(tooDeep)
		return
	}
	if runs > 0 {
		p.runsGiven(i, from, to, runs)
	}
	if only && runs == 0 && !writesItself(function) {
		p.made(function, from, to)
		p.looksAt(function, from, to)
		p.opensToWrite(from, to)
		return
	}
	p.handsAll(from, to, !only)
}

// opensToWrite notes the file of a call that says the way to open it: FastLookup("x", "w").
func (p *program) opensToWrite(from, to int) {
	mode, known, there := p.argument(from, to, 1)
	if !there || !known || mode == "" || !isMode(mode) || !str.ContainsAny(mode, "wax+") {
		return
	}
	if s, known, _ := p.argument(from, to, 0); known {
		p.hand(s)
	}
}

// handsAll notes the values between two places: of a function of which nothing is known
// those that may be commands, too.
func (p *program) handsAll(from, to int, unknown bool) {
	for n := 0; n < maxHanded; n++ {
		s, known, there := p.argument(from, to, n)
		if !there {
			break
		}
		if !known {
			continue
		}
		if unknown && p.saysCode(s) {
			p.found.Maybe = append(p.found.Maybe, p.asProgram(s).Maybe...)
		}
		if unknown || !str.ContainsAny(s, " \t\n") {
			p.hand(s)
		}
	}
	for ; from < to && from < len(p.tokens); from++ {
		if p.is(from, "=>") {
			if s, _, known := p.path(from + 1); known {
				p.hand(s) // gzip "a" => "b"
			}
		}
		if p.tokens[from].kind == list && unknown {
			for _, w := range str.Fields(p.tokens[from].value) {
				p.hand(w) // document(%w[-o x])
			}
		}
		if (p.is(from, "[") || p.syntax.q && p.is(from, "{")) && (p.is(from-1, "(", ",", "=") || p.syntax.q && unknown && p.tokens[from-1].kind == name) && p.match[from] < to {
			p.handsList(from+1, p.match[from])
		}
	}
}

// handsList notes the files that a list has: main(["-o", "x"]).
func (p *program) handsList(from, to int) {
	for n := 0; from < to && n < 64; n++ {
		s, end, ok := p.fold(from)
		if !ok {
			from++
			continue
		}
		if p.saysCode(s) {
			p.found.Maybe = append(p.found.Maybe, p.asProgram(s).Maybe...)
		}
		if !str.ContainsAny(s, " \t\n") {
			p.hand(s)
		}
		from = max(end, from+1)
	}
}

// made notes the file that a function makes of another, which only looks if it is given
// one: uu.decode("a", "b"), zip "a" => "b".
func (p *program) made(function string, from, to int) {
	first, one, _ := p.argument(from, to, 0)
	second, two, _ := p.argument(from, to, 1)
	if one && two && first != "" && isFileName(second) && saysAny(function, making) {
		p.hand(second)
	}
	for ; from < to && from < len(p.tokens); from++ {
		if !p.is(from, "=>") {
			continue
		}
		if s, _, known := p.path(from + 1); known && p.tokens[from-1].kind == text && isFileName(p.tokens[from-1].value) && isFileName(s) {
			p.hand(s)
		}
	}
}

// looksAt notes the files that a function looks at, where the program puts their names
// together of the places that it asks for: what is written out is found anyway.
func (p *program) looksAt(function string, from, to int) {
	if saysAny(function, telling) {
		return
	}
	for n := range maxHanded {
		s, known, there := p.argument(from, to, n)
		if !there {
			return
		}
		if known && marked(s) {
			p.found.reads(str.TrimSuffix(s, string(rune(markAll)))) // a list of names is no file yet
		}
	}
}

// telling are words of functions that say of a file whether and where it is.
const telling = " exists exist isfile isdir isabs is join basename dirname extname stat lstat relative relpath resolve print puts "

// making are words of functions that look at one file and make another of it.
const making = " from decode encode export split fetch convert unzip zip filter format "

// writesItself reports whether a name is that of a class whose values write the file
// that they are made of: WatchedFileHandler, GzipWriter.
func writesItself(function string) bool {
	for str.HasPrefix(function, "_") {
		function = function[1:]
	}
	return function != "" && isUpper(function[0]) && saysAny(function, " file handler writer stream output closer log logger ") &&
		!saysAny(function, " reader parser loader input error exception not found exists exist ")
}

// saysAny reports whether one of the words of a name is in a list.
func saysAny(function, list string) bool {
	for from := 0; from < len(function); {
		var w string
		if w, from = wordAt(function, from); w != "" && str.Contains(list, " "+w+" ") {
			return true
		}
	}
	return false
}

// bareCall notes the operands of a program of perl's that calls a function by nothing but
// its name: those of ExtUtils::Command take them.
func (p *program) bareCall(i int) {
	if !p.syntax.q || !p.is(i-1, ";", "{", "}") || i+1 < len(p.tokens) && !p.is(i+1, ";", "}") || len(p.t.Args) == 0 {
		return
	}
	p.handsOperands()
}

// operandsAre notes the files that a program gives itself as operands, which <> reads:
// @ARGV = "x".
func (p *program) operandsAre(i int) {
	at := i + 1
	for n := 0; n < 6 && at < len(p.tokens) && !p.is(at, "=", ";"); n++ {
		at++
	}
	if !p.is(at, "=") {
		return
	}
	for at++; at < len(p.tokens) && at < i+64 && !p.is(at, ";"); {
		s, end, ok := p.path(at)
		if !ok {
			at++
			continue
		}
		p.found.reads(s)
		p.hand(s)
		at = max(end, at+1)
	}
}

// handsOperands notes the operands of the program.
func (p *program) handsOperands() {
	p.found.Handed = append(p.found.Handed, p.t.Args[:min(len(p.t.Args), maxWordsRun)]...)
}

// hand notes a text that may be the name of a file, or a command.
func (p *program) hand(s string) {
	if p.open && s != "" && str.IndexByte("<>+", s[0]) >= 0 { // FileHandle->new(">x")
		for s != "" && str.IndexByte("<>+ ", s[0]) >= 0 {
			s = s[1:]
		}
	}
	if str.HasPrefix(s, "-") {
		if _, value, ok := str.Cut(s, '='); ok {
			s = value // --outfile=x
		}
	}
	switch {
	case str.ContainsAny(s, " \t\n"):
		p.found.maybe(s)
	case len(s) < maxName && !match.Holed(s):
		p.found.Handed = file(p.found.Handed, s)
	}
}

const (
	maxHanded  = 8       // values of a call that are looked at
	maxName    = 256     // bytes of the name of a file
	maxHanding = 1 << 15 // tokens in all calls that are looked at, those in each other counted as often
)

// tooDeep is why a program is not read further whose calls stand in each other.
const tooDeep = "its calls stand in each other too deep to be looked at; write the program into a file of the task and run that"

// looks reports whether the name of a function says that it only looks: loadFile,
// read_text, isFile.
func looks(function string) bool {
	if function == "def" {
		return true
	}
	found := false
	for from := 0; from < len(function); {
		var w string
		w, from = wordAt(function, from)
		if w == "" {
			continue
		}
		if w = " " + w + " "; str.Contains(changing, w) {
			return false
		}
		found = found || str.Contains(looking, w)
	}
	return found
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
