package script

import "kei/runtime/str"

// A program of C can do without a name what the rules look for: by machine code, by the
// address of a function, by a name that is put together. Where the call writes such a program
// and builds it, nobody can judge it.

// plainOrders are the orders of a machine by which a program measures, waits and counts.
const plainOrders = " nop pause rdtsc rdtscp cpuid mfence lfence sfence mov movl movq add addl addq sub subl subq inc dec incl decl xor and or not neg lea bsr bsf popcnt lzcnt tzcnt xchg xadd lock cmpxchg shl shr rol ror bswap sqrtsd rep yield dmb dsb isb mrs "

// hiddenInC says what a program hides, "" if nothing.
func hiddenInC(text string) string {
	tokens, _ := lex(&cProgram.syntax, text)
	p := program{dialect: &cProgram, tokens: tokens, t: Text{}}
	p.t.Text = text
	p.brackets()
	dangerous := str.Fields(withoutOwners(cProgram.runs + unseen + cProgram.opens + " " + cProgram.writes + " " + cProgram.deletes + " " + cProgram.copies + " " + cProgram.moves + " asm __asm__ "))
	known := map[string]bool{}
	for _, w := range dangerous {
		known[w] = true
	}
	for i, t := range tokens {
		switch {
		case t.kind != name:
		case str.In(t.value, "asm", "__asm__", "__asm") && !p.plainAsm(i):
			return "has machine code in it; write it in C"
		case str.Contains(unseen, " "+t.value+" "):
			return "calls functions that it does not name; call them by their names"
		case known[t.value] && p.takenAsValue(i):
			return "gives a function another name; call it by its own"
		}
	}
	if str.Contains(text, "##") {
		return pasted(tokens, dangerous)
	}
	return ""
}

// withoutOwners are words without what they are of.
func withoutOwners(list string) string {
	var out []string
	for _, w := range str.Fields(list) {
		out = append(out, w[str.LastIndexByte(w, '.')+1:])
	}
	return str.Join(out, " ")
}

// plainAsm reports whether the machine code at i is one of those that do nothing to anything
// but numbers.
func (p *program) plainAsm(i int) bool {
	open := i + 1
	for open < len(p.tokens) && p.tokens[open].kind == name {
		open++ // volatile
	}
	if !p.is(open, "(") {
		return false
	}
	for k := open + 1; k < p.match[open] && k < len(p.tokens) && !p.is(k, ":", "::", ":::"); k++ {
		if p.tokens[k].kind != text {
			return false
		}
		for rest := str.ReplaceByte(p.tokens[k].value, ';', '\n'); rest != ""; {
			var line string
			line, rest, _ = str.Cut(rest, '\n')
			if words := str.Fields(line); len(words) > 0 && !str.Contains(plainOrders, " "+str.Lower(words[0])+" ") {
				return false
			}
		}
	}
	return true
}

// takenAsValue reports whether the function at i is not called, but given on: f = system.
func (p *program) takenAsValue(i int) bool {
	if !p.is(i+1, ")", ",", ";", "}", ":") || !p.is(i-1, "=", "(", ",", "{", "&", "?", ":", "::") && !(i > 0 && p.tokens[i-1].value == "return") {
		return false
	}
	if p.is(i-1, "(") && p.is(i+1, ")") && p.is(i+2, "(") {
		return true // (system)("x")
	}
	if p.own == nil {
		p.own = p.variablesC()
	}
	return !p.own[p.tokens[i].value]
}

// variablesC are the names that a program of C has for values: a type stands in front of them.
func (p *program) variablesC() map[string]bool {
	names := map[string]bool{}
	for k := 1; k < len(p.tokens); k++ {
		t, before := p.tokens[k], p.tokens[k-1]
		if t.kind == name && !p.is(k+1, "(") && (before.kind == name && !str.In(before.value, "return", "else", "case", "using") || p.is(k-1, "*") && p.tokens[max(k-2, 0)].kind == name) {
			names[t.value] = true
		}
	}
	return names
}

// pasted says whether the names of a program, one behind another, make one of those words.
func pasted(tokens []token, dangerous []string) string {
	names := map[string]bool{}
	for _, t := range tokens {
		if t.kind == name {
			names[t.value] = true
		}
	}
	for _, w := range dangerous {
		if names[w] {
			continue // it is judged where it stands
		}
		made := make([]bool, len(w)+1)
		made[0] = true
		for end := 1; end <= len(w); end++ {
			for start := range end {
				made[end] = made[end] || made[start] && names[w[start:end]]
			}
		}
		if made[len(w)] {
			return "puts the name of " + w + " together; write it out"
		}
	}
	return ""
}

// assembles reports whether a text is one for an assembler.
func assembles(text string) bool {
	found := false
	for rest := text; rest != "" && !found; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		words := str.Fields(line)
		if len(words) == 0 {
			continue
		}
		w := words[0]
		if str.HasSuffix(w, ":") && len(words) > 1 {
			w = words[1]
		}
		found = str.In(str.TrimSuffix(w, ";"), ".globl", ".global", ".text", ".data", ".section", ".intel_syntax", ".att_syntax", ".asciz", ".string", ".byte", ".file", ".incbin", ".include", ".macro", ".code64", ".type", ".arch", "syscall", "svc", "sysenter", "global", "section")
	}
	return found
}

// readAssembler reads what an assembler is fed. One that only counts passes; what asks the
// system for something, or calls its library, may do whatever it likes.
func readAssembler(t Text) Found {
	f := readIncluded(t)
	code := true
	for rest := str.ReplaceByte(t.Text, ';', '\n'); rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		words := str.Fields(line)
		for len(words) > 0 && str.HasSuffix(words[0], ":") {
			words = words[1:]
		}
		if len(words) == 0 || str.HasPrefix(words[0], "#") && !str.HasPrefix(words[0], "#define") {
			continue
		}
		switch w := str.Lower(words[0]); {
		case str.In(w, ".text", ".data", ".bss", ".rodata"), str.In(w, ".section", ".pushsection", "section") && len(words) > 1:
			code = w == ".text" || len(words) > 1 && !str.HasPrefix(words[1], ".rodata") && !str.HasPrefix(words[1], ".data") && !str.HasPrefix(words[1], ".bss") && !str.HasPrefix(words[1], ".note")
		case str.In(w, "syscall", "sysenter", "int", "svc", "swi", "ecall", "scall", ".macro", ".irp", ".irpc", ".rept", ".altmacro", ".set", ".equ", "#define", "%macro"),
			str.IndexByte(w, '\\') >= 0,
			code && str.In(w, ".byte", ".word", ".short", ".value", ".long", ".int", ".quad", ".octa", ".hword", ".2byte", ".4byte", ".8byte", ".ascii", ".asciz", ".string", ".insn", ".inst", ".fill", "db", "dw", "dd", "dq"),
			str.In(w, "call", "callq", "jmp", "jmpq", "bl", "b") && callsLibrary(words[1:]):
			f.cannot("the program that " + t.Program + " makes asks the system by machine code; write it in C")
			f.WritesAny, f.WritesPath = true, true
			return f
		}
	}
	return f
}

// callsLibrary reports whether a call goes to something else than a label or a function that
// prints or allocates.
func callsLibrary(words []string) bool {
	if len(words) == 0 {
		return true
	}
	to, _, _ := str.Cut(words[0], '@')
	return str.IndexByte(to, '*') >= 0 || str.IndexByte(to, '%') >= 0 || str.Contains(" "+withoutOwners(cProgram.runs+unseen+cProgram.opens+" "+cProgram.writes+" "+cProgram.deletes+" "+cProgram.copies+" "+cProgram.moves)+" ", " "+to+" ")
}
