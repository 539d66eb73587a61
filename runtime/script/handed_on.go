package script

import "kei/runtime/str"

// In the languages whose calls need no parentheses, and whose methods none either, a
// command is followed back by its words: each of them is a name of the program's own, or
// of something that hands on what it is given. A word of anything else makes another text.

// handingWords are those of ruby, perl, php and lua.
const handingWords = " to_s to_str to_a to_sym to_path chomp strip split flatten compact first last dup freeze clone fetch dig values keys each each_with_index map collect select reject then tap itself uniq zip shellsplit shellescape shelljoin join shift pop " +
	"if unless and or not else then do end while until for foreach in of is as my our local let return lambda proc block_given q qq qw wa scalar wantarray defined ref shift keys values each delete exists grep sort " +
	"implode explode trim rtrim ltrim array_merge array_values array_keys array_shift array_pop array_slice array_map escapeshellarg escapeshellcmd getenv argv argn argc current end reset key null true false nil True False new fn function static use self parent this isset empty count " +
	"table os concat unpack ipairs pairs tostring select arg string format sprintf vsprintf getenv String Array Shellwords File Pathname Dir ENV ARGV STDIN stdin STDERR STDOUT err out ruby RbConfig Gem env ARGF " +
	"dirname abs_path cwd getcwd Cwd catfile catdir rel2abs Spec FindBin Bin RealBin __dir__ __FILE__ __DIR__ PHP_BINARY PHP_EOL DIRECTORY_SEPARATOR expand_path absolute_path realpath " +
	"chdir unsetenv_others close_others pgroup umask pwd close"

// ownNames are what php has for the names of the program's own things.
var ownNames = [...]string{"__FUNCTION__", "__CLASS__", "__METHOD__", "__NAMESPACE__", "getMessage", "getName", "get_class", "get_called_class", "getTraceAsString", "getTrace", "debug_backtrace", "get_object_vars", "get_class_methods", "array_key_first", "array_key_last", "array_flip", "compact"}

// givenByPHP are variables that php itself gives a value.
const givenByPHP = " argv argc argn _SERVER _ENV _GET _POST _REQUEST GLOBALS this "

// followWords is like follow, by words.
func (p *program) followWords(i, from, to int) {
	p.isWorkedOut(p.tokens[i].value, from, to)
	if p.ours(p.tokens[i].value) {
		return
	}
	at, end := p.commandWord(p.tokens[i].value, from, to)
	for at >= end && from < to && p.is(from, "(", "[") {
		from++
	}
	if p.percent && from+1 < len(p.tokens) && p.tokens[from].kind == text && p.is(from+1, "..", "...") {
		p.worksOut() // ("a".."c").to_a[1]
		return
	}
	if at >= end && from < to && from < len(p.tokens) && p.tokens[from].kind == text {
		at, end = from, from+1
	}
	if at >= end {
		return
	}
	if p.origins == nil {
		p.findWords()
	}
	if !p.handedOn(at, end) {
		p.worksOut()
	}
}

// macro reports whether a line of the text says what a name stands for.
func (p *program) macro(n string) bool { return str.Contains(p.t.Text, "#define "+n+" ") }

// findWords notes what names are given: $x = ..., my ($x) = ..., foreach (... as $x).
func (p *program) findWords() {
	p.origins = &follows{sources: map[string][]source{}, state: map[string]uint8{}, opaque: map[string]bool{}, defined: map[string]bool{}}
	for i := 1; i+1 < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case p.is(i, "=", ".=", ":=", "||="):
			at := i - 1
			if p.is(at, "]") && p.name == "c" {
				at = p.openOf(at) - 1 // char cmd[] = "ls"
			}
			if p.name == "c" && p.changesC(at) {
				p.origins.opaque[p.nameAt(at)] = true
			}
			if p.is(at, ")", "]", "}") {
				continue
			}
			p.source(p.nameAt(at), i+1, p.statementEnd(i+1), false)
		case t.kind == name && str.In(t.value, "function", "fn", "use", "global") && p.sigils == "$":
			for k := i + 1; k < i+maxComputed && k < len(p.tokens) && !p.is(k, ")", "{", ";"); k++ {
				p.origins.defined[p.nameAt(k)] = true
			}
		case t.kind == name && t.value == "as" && p.sigils == "$":
			if open := p.outer[i]; open >= 0 && i-open < maxStatement {
				for k := i + 1; k < i+6 && k < len(p.tokens) && !p.is(k, ")"); k++ {
					p.source(p.nameAt(k), open+1, i, true)
					p.origins.opaque[p.nameAt(k)] = p.is(k+1, "=>") // the names of the properties of something
				}
			}
		case t.kind == name && t.value == "for" && p.long:
			p.luaLoop(i)
		case p.name == "c" && t.kind == name && p.is(i+1, "("):
			p.bufferSource(i)
		case t.kind == name && str.In(t.value, "for", "foreach") && p.syntax.q:
			k := i + 1
			if k+1 < len(p.tokens) && p.tokens[k].kind == name {
				k++ // my
			}
			if p.tokens[k].kind == variable && p.is(k+1, "(") {
				p.source(p.tokens[k].value, k+2, p.match[k+1], true)
			}
		}
	}
}

// luaLoop notes what the names of a loop are given: for k, v in pairs(list) do. What pairs
// gives first is the name of something.
func (p *program) luaLoop(i int) {
	var names []string
	k := i + 1
	for ; k < len(p.tokens) && k < i+16 && p.tokens[k].value != "in"; k++ {
		if p.tokens[k].kind == name {
			names = append(names, p.tokens[k].value)
		}
	}
	end := k + 1
	for ; end < len(p.tokens) && end < k+maxStatement && !(p.tokens[end].kind == name && p.tokens[end].value == "do"); end++ {
		if p.is(end, "(", "[", "{") && p.match[end] > end {
			end = p.match[end]
		}
	}
	for n, one := range names {
		p.source(one, k+1, end, true)
		if n == 0 && k+1 < len(p.tokens) && str.In(p.tokens[k+1].value, "pairs", "next") {
			p.origins.opaque[one] = true
		}
	}
}

// lookingC are functions of C that change nothing of a buffer which they are given.
const lookingC = " printf puts fputs fprintf perror system popen strlen sizeof free strcmp strncmp if while for switch return main exit execl execlp execle execv execve execvp execvpe posix_spawn posix_spawnp assert strdup "

// changesC reports whether the name at i, which is given a value, is not made there: b[0] = 'x'.
func (p *program) changesC(i int) bool {
	return i > 0 && p.tokens[i].kind == name && p.tokens[i-1].kind != name && !(p.is(i-1, "*") && i > 1 && (p.tokens[i-2].kind == name || p.is(i-2, "*"))) && (p.is(i+1, "[") || p.is(i-1, "*"))
}

// bufferSource is that of the buffer that the function at i fills: with the text of a format
// whose first word is whole, or with what nobody sees.
func (p *program) bufferSource(i int) {
	k := i + 2
	for p.is(k, "&") {
		k++
	}
	n := p.nameAt(k)
	if n == "" || !p.is(k+1, ",", ")", "+", "[") || str.Contains(lookingC, " "+p.tokens[i].value+" ") || p.ownC(p.tokens[i].value) || p.anotherC(i) {
		return
	}
	if str.In(p.tokens[i].value, "sprintf", "snprintf", "strcpy", "strncpy", "asprintf", "strcat", "strncat") && p.is(k+1, ",") {
		for form := k; form < p.match[i+1] && form < k+maxComputed && form < len(p.tokens); form++ {
			if p.tokens[form].kind != text {
				continue
			}
			s := p.tokens[form].value
			word, _ := leadingWord(s)
			if adds := str.Contains(p.tokens[i].value, "cat"); adds && s != "" && s[0] == ' ' || !adds && str.IndexByte(word, '%') < 0 && (s == word || str.IndexByte(s, ' ') > 0) {
				if !adds {
					p.source(n, form, form+1, false)
				}
				return
			}
			break
		}
	}
	p.origins.opaque[n] = true
}

// handedOn reports whether each word between two tokens hands on what it is given.
func (p *program) handedOn(from, to int) bool {
	for i := from; i < to && i < len(p.tokens); i++ {
		if p.origins.steps += 4; p.origins.steps > maxFollowed {
			return false
		}
		t := p.tokens[i]
		switch {
		case p.is(i, "{") && p.match[i] > i && p.syntax.q && i > from && p.tokens[i-1].kind == name && p.tokens[i-1].value != "do":
			i = p.match[i] // a block
		case p.name == "c" && (t.kind == number || t.kind == name && p.origins.deep == 0 && len(p.origins.sources[t.value]) == 0 && !p.macro(t.value)):
			return false // bytes, or what nobody sees it given
		case t.kind == number:
			if _, method, _ := str.Cut(t.value, '.'); method != "" && isLetter(method[0]) {
				return false // 598149.to_s(36)
			}
		case t.kind == text:
			if !p.textHanded(i) {
				return false
			}
		case p.syntax.q && p.is(i, "<") && p.is(i+2, ">") && p.tokens[i+1].value != "STDIN":
			return false // <$file>
		case p.syntax.q && t.kind == variable && t.value != "" && !isWord(t.value[0]) && str.IndexByte("^!*;,/", t.value[0]) < 0:
			return false // $@ is what an error says
		case t.kind == variable:
			if !p.wordsOf(t.value) {
				return false
			}
		case t.kind == name && !p.handsWord(i):
			return false
		}
	}
	return true
}

// textHanded reports whether what a text begins with is its own, or is handed on.
func (p *program) textHanded(i int) bool {
	word, whole := leadingWord(p.inserted(i))
	if whole || str.ContainsAny(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return true
	}
	for _, said := range p.tokens[i].filled {
		switch {
		case said == "":
		case said[0] == '#':
			if from, to := p.codeOf(said); from < to && !p.handedOn(from, to) {
				return false
			}
		case isDigit(said[0]) || !p.wordsOf(said):
			return false // what a pattern found
		}
		if len(str.Fields(p.tokens[i].value)) > 1 {
			return true // the others are none of the first word
		}
	}
	return true
}

// handsWord reports whether the name at i does no more than hand on.
func (p *program) handsWord(i int) bool {
	n := p.tokens[i].value
	switch {
	case n == "to_s" && p.is(i+1, "("), n == "next" && p.is(i-1, "."):
		return false
	case p.long && (str.In(n, "gmatch", "pcall", "xpcall", "next") || p.is(i-1, ".", ":") && str.In(n, "match", "gsub", "sub", "rep", "upper", "lower", "byte", "char", "find")):
		return false
	case n == "range" && (p.is(i+1, "(") && p.tokens[min(i+2, len(p.tokens)-1)].kind == text), p.tags && (str.In(n, ownNames[:]...) || n == "class" && p.is(i-1, "::")):
		return false
	case len(n) == 1 && p.is(i-1, "-"), str.HasPrefix(n, "is_"), str.HasSuffix(n, "exists"), p.is(i+1, "?") && p.is(i-1, "."):
		return true // a question
	case str.In(n, "open", "slurp", "gmatch", "include", "include_once", "require", "require_once"):
		return false
	case str.In(n, "read", "readline", "readlines", "fgets", "gets"):
		from, to, _ := p.extent(i)
		return from >= to && (p.owner(i) == "" || str.In(p.owner(i), "STDIN", "stdin", "ARGF", "io")) || from < to && p.tokens[from].value == "STDIN" || p.owner(i) == "io"
	case str.Contains(handingWords, " "+n+" "), str.Contains(giving, " "+n+" "), str.Contains(constants, " "+n+" "), str.Contains(harmless, " "+n+" "):
		return true
	case p.is(i+1, "=>") || p.is(i+1, ":") && !p.long || p.is(i-1, "{") && p.is(i+1, "}"):
		return true // a key
	case len(p.origins.sources[n]) > 0:
		return p.wordsOf(n)
	case p.ours(n):
		return p.name != "c"
	}
	switch p.act(i) {
	case actPaths, actHome, actHere, actExpands, actKeeps, actHolder, actRoot, actEnv, actRuns, actPrints:
		return true
	}
	_, _, called := p.extent(i)
	return !called && !p.is(i-1, ".", "->", "::") && !p.is(i+1, ".", "->", "::")
}

// wordsOf is handedOn of all that a name is given.
func (p *program) wordsOf(n string) bool {
	o := p.origins
	if o.state[n] == 0 {
		if o.state[n] = 1; p.sigils == "$" && len(o.sources[n]) == 0 && !o.defined[n] && !str.Contains(givenByPHP, " "+n+" ") {
			o.state[n] = 2 // a function has put something there
		}
		if o.opaque[n] {
			o.state[n] = 2
		}
		for _, s := range o.sources[n] {
			if o.deep++; o.deep > maxAliases || !p.handedOn(s.from, s.to) {
				o.state[n] = 2
			}
			o.deep--
		}
	}
	return o.state[n] == 1
}
