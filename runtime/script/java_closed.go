package script

import "kei/runtime/str"

// A program in Java that the call writes and runs is rare, and a plain one when it is honest:
// what it starts stands in it. Of all other words that it could start nobody knows the first.

// startsJava are the functions by which a program in Java starts others.
const startsJava = " exec ProcessBuilder command startPipeline "

// computesJava reports whether a program in Java starts something whose name is not written
// where it starts, or at the name that it is given once.
func computesJava(text string) bool {
	tokens, _ := lex(&javaLike.syntax, text)
	p := program{dialect: &javaLike, tokens: tokens, t: Text{}}
	p.t.Text = text
	p.brackets()
	given := p.givenJava()
	for i, t := range tokens {
		if t.kind != name || !str.Contains(startsJava, " "+t.value+" ") {
			continue
		}
		if p.is(i-1, "::") {
			return true
		}
		if p.imported(i) {
			continue
		}
		if from, to, called := p.extent(i); called && from < to && !p.defined(i) && !p.writtenJava(from, to, given) {
			return true
		}
	}
	return false
}

// givenJava is where the values stand that names are given once; -1 for those given more than one.
func (p *program) givenJava() map[string]int {
	given := map[string]int{}
	for i := 1; i+1 < len(p.tokens); i++ {
		if p.is(i, "=") && p.tokens[i-1].kind == name {
			if _, again := given[p.tokens[i-1].value]; again {
				given[p.tokens[i-1].value] = -1
				continue
			}
			given[p.tokens[i-1].value] = i + 1
		}
	}
	return given
}

// writtenJava reports whether the first word of what is started stands between two places: a
// text, that of a list, or of a name that is given one.
func (p *program) writtenJava(from, to int, given map[string]int) bool {
	for n := 0; n < 2*maxDepth && from < to && from < len(p.tokens); n++ {
		t := p.tokens[from]
		switch {
		case p.is(from, "(", "{", "["):
			from++
		case t.kind == text:
			_, whole := leadingWord(t.value)
			return whole && !p.is(from+1, ".") && (!p.is(from+1, "+") || len(str.Fields(t.value)) > 1 || str.HasSuffix(t.value, " ") || str.HasSuffix(t.value, "/"))
		case t.kind != name:
			return false
		case str.In(t.value, "new", "String", "List", "Arrays", "of", "asList", "ArrayList", "java", "util", "System"), p.is(from+1, "[") && t.value == "String":
			from++
			for p.is(from, ".", "[", "]", "<", ">") {
				from++
			}
		case given[t.value] > 0 && !p.is(from+1, "("):
			from, to = given[t.value], len(p.tokens)
		default:
			return false
		}
	}
	return false
}
