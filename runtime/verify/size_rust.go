package verify

import "fmt"

// rustFunctions measures the functions of a Rust file: free ones, methods,
// nested ones and those that a macro writes.
func rustFunctions(text []byte) ([]function, error) {
	tokens, err := rustTokens(string(text))
	if err != nil {
		return nil, err
	}
	ends, err := matchBraces(tokens)
	if err != nil {
		return nil, err
	}
	var list []function
	for i, t := range tokens {
		if t.kind != rustWord || t.text != "fn" {
			continue
		}
		name, next := fnName(tokens, i+1)
		if name == "" {
			continue // the type of a pointer to a function
		}
		body := fnBody(tokens, ends, next)
		if body < 0 {
			continue // a declaration
		}
		list = append(list, function{name, t.line, tokens[ends[body]].line - t.line + 1})
	}
	return list, nil
}

// fnName is the name after the keyword; inside a macro it may be a variable.
func fnName(tokens []rustToken, i int) (name string, next int) {
	if i < len(tokens) && tokens[i].is("$") {
		i, name = i+1, "$"
	}
	if i < len(tokens) && tokens[i].kind == rustWord {
		return name + tokens[i].text, i + 1
	}
	return "", i
}

// fnBody finds the brace that opens a function's body, which is the first one
// outside of all brackets, angled ones included: a constant among the generic
// arguments may be in braces too. It returns -1 for a function without one.
func fnBody(tokens []rustToken, ends map[int]int, i int) int {
	angles := 0
	for i < len(tokens) {
		switch t := tokens[i]; {
		case t.kind != rustMark:
		case t.text == "<":
			angles++
		case t.text == ">" && angles > 0 && !(i > 0 && (tokens[i-1].is("-") || tokens[i-1].is("=")) && tokens[i-1].end == t.at):
			angles--
		case t.text == "(" || t.text == "[":
			i = ends[i]
		case t.text == "{" && angles > 0:
			i = ends[i]
		case t.text == "{":
			return i
		case t.text == ";" || t.text == "}":
			return -1
		}
		i++
	}
	return -1
}

// matchBraces pairs all brackets. In a file where they do not pair, no length
// means anything.
func matchBraces(tokens []rustToken) (map[int]int, error) {
	closer := map[string]string{"(": ")", "[": "]", "{": "}"}
	ends := map[int]int{}
	var open []int
	for i, t := range tokens {
		if t.kind != rustMark {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) == 0 || closer[tokens[open[len(open)-1]].text] != t.text {
				return nil, fmt.Errorf("line %d: a %s that closes nothing", t.line, t.text)
			}
			ends[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t := tokens[open[len(open)-1]]
		return nil, fmt.Errorf("line %d: a %s that nothing closes", t.line, t.text)
	}
	return ends, nil
}
