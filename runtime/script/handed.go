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
const looking = " access and args array as assert ast async await basename bool bytes case cat catch check class collection command compare concat const contains " +
	"count counter debug decode def describe dict diff digest dirname display dotenv elem element elif else encode end enumerate equal equals echo error etree " +
	"eval except exist exists expect export ext extname fail fetch file filename filter find float for format from fspath function get getattr glob grep has hash head " +
	"if import in includes index info input instanceof int is isdir isfile islink isset it item items join json key keys lambda last len length let lib line lines " +
	"list listdir load loads local log lookup lstat ls map match max md5 metadata min module my name new next nil node not object of on only or our package parse " +
	"parser path pathname pp print printf println proc properties puts quote qw range raise re read reader readlines realpath ref regex relative report repr " +
	"require resolve return root say scan schema search select self set sha1 sha256 sha512 show size sort sorted source split sprintf stat std stderr stdout " +
	"str string strip sub sum super suite switch symbol tail test throw to toml tree tuple type typeof uniq unless until url use val valid validate value values " +
	"var version view void walk warn warning when where while with xml yaml yield zip "

// changing are words by which a function says that it changes something, whatever else
// its name says.
const changing = " add append archive atomic backup build change chmod chown clean cleanup clear cleartext commit copy create cut delete discard drop dump edit empty " +
	"erase fill flush freeze generate index install link make merge mk mkdir mkindex modify move mv output overwrite patch prune purge push put record remove " +
	"rename replace reset restore rewrite rm rmdir rotate save setup spool store swap sync touch truncate unlink unpack update upgrade wipe write writer "

// holding are the names by which lists, sets and tables take what they hold.
const holding = " add append appendleft concat discard extend insert pop push remove setdefault unshift update "

// hands notes the files, and the texts that may be commands, that a call is given which
// no list here has.
func (p *program) hands(i int) {
	function := p.tokens[i].value
	if of := p.owner(i); function == "new" && of != "" {
		function = of // Logger.new("x")
	}
	if p.owner(i) != "" && (str.Contains(holding, " "+function+" ") || i >= 2 && (p.tokens[i-2].kind == text || p.tokens[i-2].kind == number)) {
		return // and a method of what is written there: /x/.exec("y")
	}
	if p.defined(i) || p.imported(i) || looks(function) && !(function != p.tokens[i].value && str.Contains(function, "File")) {
		return
	}
	given := p.is(i+1, "(") || p.is(i+1, "!") && p.is(i+2, "(") || p.prefix && p.is(i-1, "(")
	if !given && (!p.open || i+1 >= len(p.tokens) || p.tokens[i+1].kind != text || p.tokens[i+1].line) {
		return
	}
	if p.handing > maxHanding {
		return
	}
	from, to, called := p.extent(i)
	if p.handing += max(to-from, 0); p.handing > maxHanding {
		p.found.cannot("its calls stand in each other too deep to be looked at; write the program into a file of the task and run that")
		return
	}
	for n := 0; called && n < maxHanded; n++ {
		s, known, there := p.argument(from, to, n)
		if !there {
			break
		}
		if known {
			p.hand(s)
		}
	}
	for ; called && from < to && from < len(p.tokens); from++ {
		if s, _, known := p.path(from + 1); p.is(from, "=>") && known {
			p.hand(s) // gzip "a" => "b"
		}
	}
}

// hand notes a text that may be the name of a file, or a command.
func (p *program) hand(s string) {
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

// looks reports whether the name of a function says that it only looks: loadFile,
// read_text, isFile.
func looks(function string) bool {
	found := false
	for from := 0; from < len(function); {
		to := from + 1
		for to < len(function) && function[to] != '_' && !(isUpper(function[to]) && !isUpper(function[to-1])) {
			to++
		}
		word := " " + str.Lower(function[from:to]) + " "
		if str.Contains(changing, word) {
			return false
		}
		found = found || str.Contains(looking, word)
		for from = to; from < len(function) && function[from] == '_'; {
			from++
		}
	}
	return found
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
