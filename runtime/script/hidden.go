package script

import "kei/runtime/str"

// What a program runs can be taken out of one of its texts in more ways than anybody
// lists: by what a pattern finds, what is cut off, what a method leaves. Where one does
// run what it takes out of something, the names that its texts hide are those that it may run.

// cutting are functions, methods and the like by which one text is made of another.
const cutting = " substr substring slice sub subn gsub replace replaceAll match matchAll search findall finditer fullmatch exec test find gmatch rep format sprintf vsprintf " +
	"strip lstrip rstrip trim ltrim rtrim trimStart trimEnd chop chomp lc uc lcfirst ucfirst lower upper casefold swapcase title capitalize downcase upcase toLowerCase toUpperCase tolower toupper " +
	"split rsplit splice shift unshift pop partition rpartition removeprefix removesuffix delete_prefix delete_suffix delete squeeze tr byteslice chars each_char codepoints bytes drop take drop_while take_while scan " +
	"str_replace str_ireplace preg_replace preg_replace_callback preg_match preg_match_all preg_split explode strstr stristr strrchr substr_replace strtr sscanf strtok mb_substr mb_str_split str_split chunk_split wordwrap strrev " +
	"reverse reversed sorted filter islice itemgetter __getitem__ wrap dedent memoryview StringIO read seek literal_eval loads parse json_decode decode_json unpack at charAt pos index RegExp lastMatch from join succ next first last basename stem suffix normalize "

const (
	maxHidden = 12 // letters of a name that hides another one
	maxHiding = 3  // names that stand in one text
)

// hides adds the names that may be hidden in what a program runs, see [Found.Hidden].
func (p *program) hides() {
	if !p.indirect || !p.cuts() {
		return
	}
	for i, t := range p.tokens {
		if t.kind != text && t.kind != list || len(t.value) > maxPiece || p.compared(i) || p.onlyPrinted(i) {
			continue
		}
		for n, w := range namesIn(t.value) {
			if n < maxHiding && len(w) >= 3 && len(w) <= maxHidden && len(p.found.Hidden) < maxAliases {
				p.found.Hidden = once(p.found.Hidden, w)
			}
		}
	}
}

// onlyPrinted reports whether the string at i is in what a call is given that prints, and
// makes no other text of it.
func (p *program) onlyPrinted(i int) bool {
	if !p.inPrint(i) {
		return false
	}
	open := p.outer[i]
	for n := 0; n < 8 && open > 0; n++ {
		if p.is(open, "(") && p.tokens[open-1].kind == name && str.Contains(cutting, " "+p.tokens[open-1].value+" ") {
			return false
		}
		open = p.outer[open]
	}
	return !p.is(i+1, ".", ":") && !p.is(i+1, "=~")
}

// cuts reports whether a program makes one text of another.
func (p *program) cuts() bool {
	for i, t := range p.tokens {
		switch {
		case t.kind == name && str.Contains(cutting, " "+t.value+" "):
			return true
		case t.kind == number && str.In(t.value, "s", "tr", "y"), p.is(i, "=~", "..."), p.is(i, "*") && p.is(i-1, ","):
			return true
		case p.is(i, "[") && i > 0 && (p.tokens[i-1].kind == name || p.tokens[i-1].kind == variable || p.is(i-1, ")", "]")) && p.match[i] > i+1 && p.tokens[i+1].kind != text:
			return true
		}
	}
	return false
}

// takes reports whether what is run at a place is more than a text that is written there.
func (p *program) takes(from, to int) bool {
	for p.is(from, "(", "[") {
		from++
	}
	if from >= to || from >= len(p.tokens) {
		return false
	}
	if t := p.tokens[from]; t.kind != text {
		return t.kind == name || t.kind == variable || t.kind == number
	}
	_, end, _ := p.fold(from)
	for end < to && p.is(end, ")") {
		end++
	}
	return p.is(end, ".", ":", "->", "[") && end < to
}

// namesIn are the runs of letters, digits and the like of a text.
func namesIn(s string) (list []string) {
	for start, i := 0, 0; i <= len(s); i++ {
		if i < len(s) && isWord(s[i]) {
			continue
		}
		if i > start {
			list = append(list, s[start:i])
		}
		start = i + 1
	}
	return list
}
