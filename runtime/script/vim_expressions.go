package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// vimExpression is what functions of vim do, wherever they are called.
var vimExpression = dialect{
	name:   "vim",
	syntax: syntax{single: raw, double: plain, breaks: true, letters: "#", sigils: "$"},
	joins:  ".",
	places: places{dollars: true, expands: "expand", here: "getcwd", keeps: "simplify resolve fnameescape shellescape", globs: "glob expandcmd", holders: "fnamemodify"},

	runs: "system systemlist job_start jobstart term_start termopen ch_open vim.system rpcstart sockconnect " +
		"feedkeys execute luaeval pyeval py3eval perleval rubyeval nvim_command nvim_exec input_ os.execute io.popen",
	any:     "libcall libcallnr",
	prints:  "echo echom echomsg match matchstr stridx",
	deletes: "delete",
	moves:   "rename",
	fills:   "writefile mkdir filecopy ch_logfile",
}

// vimPure are the functions that touch nothing but what is open, and take no code. Of the
// others vimTouching says which of their values name files; what is in neither is refused.
const vimPure = " abs acos add and append appendbufline argc argidx arglistid argv asin assert_equal assert_exception assert_false assert_inrange assert_match assert_notequal assert_notmatch assert_report " +
	"assert_true atan atan2 autocmd_get blob2list bufadd bufexists buflisted bufloaded bufname bufnr bufwinid bufwinnr byte2line byteidx byteidxcomp ceil changenr char2nr charclass charcol charidx cindent " +
	"clearmatches col confirm copy cos cosh count cursor deepcopy deletebufline did_filetype diff_filler diff_hlID digraph_get digraph_getlist digraph_set digraph_setlist echoraw empty environ escape eventhandler " +
	"executable exepath exists exists_compiled exp expand extend extendnew filereadable filewritable finddir findfile flatten flattennew float2nr floor fmod fnameescape fnamemodify foldclosed " +
	"foldclosedend foldlevel foldtext foldtextresult fullcommand garbagecollect get getbufinfo getbufline getbufoneline getbufvar getcellwidths getchangelist getchar getcharmod getcharpos getcharsearch getcharstr " +
	"getcmdline getcmdpos getcmdtype getcompletion getcurpos getcursorcharpos getcwd getenv getfperm getfsize getftime getftype getjumplist getline getloclist getmarklist getmatches getpid getpos getqflist getreg " +
	"getreginfo getregtype getscriptinfo gettabinfo gettabvar gettabwinvar gettagstack gettext getwininfo getwinpos getwinposx getwinposy getwinvar glob glob2regpat globpath has has_key haslocaldir hasmapto histadd " +
	"histdel histget histnr hlID hlexists hlget hostname iconv indent index insert invert isabsolutepath isdirectory isinf islocked isnan items job_status join js_decode js_encode json_decode json_encode keys " +
	"keytrans len line line2byte lispindent list2blob list2str localtime log log10 maparg mapcheck maplist match matchadd matchaddpos matcharg matchdelete matchend matchfuzzy matchfuzzypos matchlist matchstr " +
	"matchstrpos max min mode nextnonblank nr2char or pathshorten pow prevnonblank printf pum_getpos pumvisible rand range readdir readdirex reg_executing reg_recording reltime reltimefloat reltimestr remove repeat " +
	"resolve reverse round search searchcount searchdecl searchpos setbufline setcharpos setcharsearch setcursorcharpos setline setloclist setmatches setpos setqflist setreg settabvar sha256 shellescape shiftwidth " +
	"sign_define sign_getdefined sign_getplaced sign_place sign_undefine sign_unplace simplify sin sinh slice soundfold spellbadword spellsuggest split sqrt srand state str2float str2list str2nr strcharlen strcharpart " +
	"strchars strdisplaywidth strftime strgetchar stridx string strlen strpart strptime strridx strtrans strwidth submatch swapname synID synIDattr synIDtrans synconcealed synstack tabpagebuflist tabpagenr tabpagewinnr " +
	"tagfiles taglist tan tanh tempname tolower toupper tr trim trunc type typename undofile undotree values virtcol virtcol2col visualmode win_findbuf win_getid win_gettype win_gotoid win_id2tabwin win_id2win winbufnr wincol " +
	"windowsversion winheight winlayout winline winnr winrestview winsaveview winwidth wordcount xor stdpath api_info nvim_get_current_buf nvim_buf_get_lines nvim_list_bufs "

// vimTouching are functions that touch files, by the places of the values that name them:
// r reads, w writes, d removes, and - is another value.
const vimTouching = " readfile=r readblob=r bufload=r writefile=-w mkdir=w setfperm=w delete=d rename=dw filecopy=rw ch_logfile=w assert_equalfile=rr sound_playfile=r "

// vimRunning are functions whose value is a command for a shell, or its words.
const vimRunning = " system systemlist job_start jobstart term_start termopen "

// vimCoded are functions that take code as one of their values, by the place of that: in a
// text, as a function, or as the name of one.
const vimCoded = " map=1 filter=1 mapnew=1 foreach=1 indexof=1 sort=1 uniq=1 reduce=1 substitute=2 searchpair=4 searchpairpos=4 call=0 function=0 funcref=0 eval=0 "

// evaluates judges a command that takes expressions, and is what stands behind it.
func (v *vimScript) evaluates(does vimDoes, full, rest string) (next string) {
	if lhs, end, ok := str.CutText(rest, "=<<"); ok && does == vimAssigns {
		words := str.Fields(end)
		if len(words) == 0 || str.In("eval", words...) {
			v.found.cannot("a text in commands of " + v.t.Program + " is computed; write it out")
			return ""
		}
		_, v.rest = untilLine(v.rest, words[len(words)-1])
		v.assigns(lhs + "= ''")
		return ""
	}
	arg, next := v.behindValues(rest)
	arg = v.keyNames(arg)
	switch {
	case full == "put":
		if arg = str.Trim(str.TrimPrefix(arg, "!")); str.HasPrefix(arg, "=") {
			v.code = append(v.code, arg[1:])
		}
	case does == vimExecutes:
		v.executes(arg)
	case does == vimAssigns:
		v.assigns(arg)
	default:
		v.code = append(v.code, arg)
	}
	return next
}

// keyNames puts in place of the names of keys in a text what they are: "\<Esc>".
func (v *vimScript) keyNames(s string) string {
	var b []byte
	for n := 0; n < maxFiles; n++ {
		before, after, ok := str.CutText(s, "\\<")
		b = append(b, before...)
		if !ok {
			return string(b)
		}
		name, behind, ended := str.Cut(after, '>')
		switch lower := str.Lower(name); {
		case !ended || !isKeyName(name):
			b, behind = append(b, '\\', '<'), after
		case lower == "esc":
			b = append(b, 0x1b)
		case lower == "cr" || lower == "nl" || lower == "return" || lower == "enter":
			b = append(b, '\r')
		case lower == "space" || lower == "tab":
			b = append(b, ' ')
		default:
			v.found.cannot("the key " + str.OneLine(name, 20) + " that " + v.t.Program + " types may run something; leave it out")
		}
		s = behind
	}
	v.found.cannot("more keys in commands of " + v.t.Program + " than anybody judges")
	return string(b)
}

func isKeyName(s string) bool {
	for i := range len(s) {
		if !isWord(s[i]) && s[i] != '-' {
			return false
		}
	}
	return s != ""
}

// folded is the text that an expression gives, with holes for what is not known of it.
func (v *vimScript) folded(arg string) (s string, ok bool) {
	p := program{dialect: &vimExpression, t: v.t}
	p.tokens, _ = lex(&vimExpression.syntax, arg)
	p.brackets()
	s, end, ok := p.fold(1)
	if !ok || end < len(p.tokens) && !p.is(end, ";") {
		return string(rune(match.Hole)), false
	}
	return spoken(s), true
}

// executes reads the command that an expression gives.
func (v *vimScript) executes(arg string) {
	v.code = append(v.code, arg)
	s, ok := v.folded(arg)
	if !ok || match.Holed(s) {
		v.found.cannot(v.t.Program + " executes a command that is computed at run time; write it out")
		return
	}
	v.inner(s)
}

// assigns judges what is given a value: a variable, an option, one of the environment.
func (v *vimScript) assigns(arg string) {
	lhs, value, ok := str.Cut(arg, '=')
	if !ok {
		return
	}
	switch lhs = str.Trim(lhs); {
	case str.IndexByte(lhs, '$') >= 0:
		v.found.cannot(v.t.Program + " sets a variable of its environment, and what it runs may do other things by that; leave it out")
	case str.IndexByte(lhs, '&') >= 0:
		v.options(lhs, value)
	}
	v.code = append(v.code, arg)
}

// options judges those that are given a value by an expression.
func (v *vimScript) options(names, value string) {
	s, _ := v.folded(value)
	many := str.IndexByte(names, ',') >= 0
	for n := 0; n < maxFiles; n++ {
		_, after, ok := str.Cut(names, '&')
		if !ok {
			return
		}
		end := 0
		for end < len(after) && (isWord(after[end]) || after[end] == ':') {
			end++
		}
		if many {
			s = string(rune(match.Hole))
		}
		v.vimOption(after[:end], s, true)
		names = after[end:]
	}
}

// values judges what the expressions of the text call.
func (v *vimScript) values() {
	if len(v.code) == 0 {
		return
	}
	code := str.Join(v.code, "\n")
	v.globs(code)
	v.judged(code, 0)
}

// judged judges code: what of it says what it runs, and each function that it calls.
func (v *vimScript) judged(code string, depth int) {
	t := v.t
	t.Word = word.Word{Text: code}
	e := vimExpression.program(t, 3)
	v.found.Maybe = append(v.found.Maybe, e.Maybe...)
	v.found.Deletes = append(v.found.Deletes, e.Deletes...)
	v.found.Writes = append(v.found.Writes, e.Writes...)
	if !v.t.Holed() {
		for _, r := range e.Unread {
			v.found.cannot(r)
		}
	}
	v.functions(code, depth)
}

// functions judges each function that code calls.
func (v *vimScript) functions(code string, depth int) {
	p := program{dialect: &vimExpression, t: v.t}
	p.tokens, _ = lex(&vimExpression.syntax, code)
	p.brackets()
	texts := false
	for i := 1; i < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case t.kind == variable && i+1 < len(p.tokens) && p.tokens[i+1].kind == text && t.value == "$", p.is(i, "$") && i+1 < len(p.tokens) && p.tokens[i+1].kind == text:
			v.found.cannot("a text in commands of " + v.t.Program + " has code in it; write it without")
		case t.kind == name && p.is(i+1, "(") && !str.In(t.value, "in", "is", "isnot"):
			texts = v.function(&p, i) || texts
		}
	}
	for i := 1; texts && i < len(p.tokens) && depth < 3; i++ {
		if p.tokens[i].kind == text && str.ContainsAny(p.tokens[i].value, "(") {
			v.judged(p.tokens[i].value, depth+1)
		}
	}
}

// function judges the one at i; true if texts of the code may be code themselves.
func (v *vimScript) function(p *program, i int) (texts bool) {
	n := p.tokens[i].value
	from, to := i+2, p.match[i+1]
	_, files, touches := str.CutText(vimTouching, " "+n+"=")
	_, at, coded := str.CutText(vimCoded, " "+n+"=")
	switch {
	case to <= i+1:
		v.found.cannot("brackets in commands of " + v.t.Program + " do not match")
	case str.In(n, v.files.named...):
	case str.Contains(vimPure, " "+n+" "):
	case touches && !p.is(i-1, "->"):
		v.touches(p, files, from, to)
	case str.Contains(vimRunning, " "+n+" ") && !p.is(i-1, "->"):
		v.runs(p, n, from, to)
	case coded:
		v.codes(p, n, int(at[0]-'0'), from, to)
		return true
	case str.In(n, "execute", "win_execute", "feedkeys") && !p.is(i-1, "->"):
		v.typedBy(p, n, from, to)
	case str.In(n, "setbufvar", "setwinvar", "settabwinvar"):
		v.setsFor(p, from, to)
	case str.In(n, "luaeval", "py3eval", "pyeval", "pyxeval", "perleval", "rubyeval"):
		v.evals(p, n, from, to)
	default:
		v.found.cannot("what the function " + str.OneLine(n, 40) + " of " + v.t.Program + " does is not known here; leave it out")
	}
	return false
}

// touches judges the values of a function that name files.
func (v *vimScript) touches(p *program, files string, from, to int) {
	for n := 0; n < len(files) && files[n] != ' '; n++ {
		s, known, there := p.argument(from, to, n)
		switch {
		case !there || files[n] == '-':
		case !known || match.Holed(s):
			v.computed()
		case files[n] == 'r':
			v.found.Reads = append(v.found.Reads, place(s, true, true))
		case files[n] == 'w':
			v.found.Writes = append(v.found.Writes, place(s, true, false))
		case files[n] == 'd':
			v.found.Deletes = append(v.found.Deletes, place(s, true, false))
		}
	}
}

// runs judges what a function gives to a shell: its first word is written there. What a job
// is told beside that may name files and functions.
func (v *vimScript) runs(p *program, n string, from, to int) {
	if _, _, more := p.argument(from, to, 1); more && !str.HasPrefix(n, "system") {
		v.found.cannot("a job of " + v.t.Program + " is told more than its command; leave that out")
	}
	at := from
	if p.is(at, "[") {
		at++
	}
	s, _, ok := p.fold(at)
	if first, _, _ := str.Cut(str.Trim(spoken(s)), ' '); !ok || first == "" || match.Holed(first) {
		v.found.cannot(v.t.Program + " runs a program that is computed at run time; write it out")
	}
}

// codes judges the value of a function that is code.
func (v *vimScript) codes(p *program, n string, which, from, to int) {
	at := from
	for skipped := 0; skipped < which && at < to; at++ {
		if p.is(at, "(", "[", "{") && p.match[at] > at {
			at = p.match[at]
		} else if p.is(at, ",") {
			skipped++
		}
	}
	if p.is(from-2, "->") || p.is(from-3, "->") {
		if at = from; which == 0 {
			v.found.cannot("a function of " + v.t.Program + " is called by a name that is computed; write it out")
			return
		}
	}
	if at >= to {
		return // it is not given
	}
	s, end, ok := p.fold(at)
	switch {
	case p.is(at, "{"), p.tokens[at].kind == name && str.In(p.tokens[at].value, "function", "funcref"):
	case str.In(n, "call", "function", "funcref") && ok && !match.Holed(s) && (str.Contains(vimPure, " "+s+" ") || str.In(s, v.files.named...)):
	case str.In(n, "call", "function", "funcref"):
		v.found.cannot("a function of " + v.t.Program + " is called by its name; call it as it is")
	case n == "substitute" && ok && !str.HasPrefix(s, "\\="), n == "substitute" && !ok, str.In(n, "sort", "uniq"):
	case ok && !match.Holed(s) && end <= to:
		v.judged(s, 1)
	default:
		v.found.cannot(v.t.Program + " evaluates a text that is computed at run time; write it out")
	}
}

// typedBy judges a function that is given commands or keys.
func (v *vimScript) typedBy(p *program, n string, from, to int) {
	at := 0
	if n == "win_execute" {
		at = 1
	}
	s, known, _ := p.argument(from, to, at)
	switch {
	case !known || match.Holed(s):
		v.found.cannot(v.t.Program + " executes a command that is computed at run time; write it out")
	case n == "feedkeys":
		v.keys(" " + s)
	default:
		v.inner(spoken(s))
	}
}

// setsFor judges a function that gives a value to a variable or an option of a window.
func (v *vimScript) setsFor(p *program, from, to int) {
	at := 1
	s, known, there := p.argument(from, to, at)
	if there && !known {
		at = 2
		s, known, _ = p.argument(from, to, at)
	}
	switch {
	case !known:
		v.found.cannot(v.t.Program + " gives a value to what is computed; write it out")
	case str.HasPrefix(s, "&"):
		value, known, _ := p.argument(from, to, at+1)
		if !known {
			value = string(rune(match.Hole))
		}
		v.vimOption(s[1:], value, true)
	}
}

// evals judges a function that evaluates code of another language.
func (v *vimScript) evals(p *program, n string, from, to int) {
	s, known, _ := p.argument(from, to, 0)
	if !known || match.Holed(s) {
		v.found.cannot(v.t.Program + " evaluates code that is computed at run time; write it out")
		return
	}
	v.other(str.TrimSuffix(n, "eval"), s)
}

// globs adds the commands in backquotes that functions are given which find files.
func (v *vimScript) globs(text string) {
	for _, function := range [...]string{"glob(", "expand(", "globpath(", "expandcmd("} {
		for rest, n := text, 0; ; n++ {
			_, behind, ok := str.CutText(rest, function)
			if !ok {
				break
			}
			if n > 20 {
				v.found.cannot("more searches for files of " + v.t.Program + " than anybody judges; split them up")
				return
			}
			rest = behind
			if _, quoted, ok := str.Cut(behind[:min(len(behind), 512)], '`'); ok {
				inside, _, _ := str.Cut(quoted, '`')
				v.found.maybe(inside)
			}
		}
	}
}

// embeds reads code of another language: behind the command, or in the lines up to a mark.
func (v *vimScript) embeds(full, rest string) {
	code := str.Trim(rest)
	if str.HasPrefix(code, "<<") {
		words := str.Fields(code[2:])
		for len(words) > 0 && str.In(words[0], "trim", "eval") {
			words = words[1:]
		}
		end := "."
		if len(words) > 0 {
			end = words[0]
		}
		code, v.rest = untilLine(v.rest, end)
	}
	v.other(full, code)
}

// other reads code of the language of a command.
func (v *vimScript) other(command, code string) {
	if v.programs++; v.programs > 100 {
		v.found.cannot("more programs in commands of " + v.t.Program + " than anybody judges; write them out")
		return
	}
	language := "tcl"
	for _, l := range [...]string{"python", "lua", "perl", "ruby"} {
		if str.HasPrefix(command, l[:min(len(l), 2)]) {
			language = l
			break
		}
	}
	v.found.add(otherLanguage(language, v.t, code))
}

// untilLine is the text up to a line, and behind it.
func untilLine(text, end string) (before, after string) {
	for at := 0; at < len(text); {
		line, _, _ := str.Cut(text[at:], '\n')
		next := min(at+len(line)+1, len(text))
		if str.Trim(line) == end {
			return text[:at], text[next:]
		}
		at = next
	}
	return text, ""
}

// otherLanguage reads code of a language inside of another.
func otherLanguage(language string, t Text, code string) Found {
	t.Word = word.Word{Text: str.Trim(code)}
	switch language {
	case "python":
		return python.read(t)
	case "lua":
		f := lua.read(t)
		f.add(vimExpression.program(t, 3))
		return f
	case "perl":
		return perl.read(t)
	case "ruby":
		return ruby.read(t)
	case "lisp":
		return lisp.read(t)
	}
	return readTcl(t)
}
