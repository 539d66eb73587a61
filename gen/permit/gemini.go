package permit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A GeminiRule is one rule of a policy of Gemini CLI about the commands of one agent. Of
// the rules that match the one of the highest priority decides, so first match can be said.
type GeminiRule struct {
	// Command is a regular expression of JavaScript for what stands behind "command":" in a
	// call's arguments, which are compared as JSON; "" is every command.
	Command  string
	Action   Action
	Priority int
}

const (
	geminiFirst = 900  // the priority of the first rule
	geminiMost  = 899  // how many rules have a priority below it
	geminiRegex = 2048 // characters; a longer one is dropped there, with its rule

	// anyText is any run of characters of a string in JSON: an escaped quote does not end it.
	anyText = `([^"\\]|\\.)*`
)

// ForGemini is the section as Gemini CLI can be given it, and why that is not all of it:
// then the strictest of what the section says stands for everything.
func (s Section) ForGemini() (n Section, why string) {
	n = s.Normal()
	if len(n.Rules) >= geminiMost {
		why = fmt.Sprintf("a policy has no place for more than %d rules", geminiMost-1)
	}
	for _, r := range n.Rules {
		if slices.ContainsFunc(geminiCommands(r.Pattern), func(re string) bool { return len(re) > geminiRegex }) {
			why = fmt.Sprintf("a pattern of more than %d characters is dropped there", geminiRegex)
		}
	}
	if why != "" {
		n = Section{Tool: n.Tool, Intent: n.Strictest()}
	}
	return n, why
}

// Gemini are the rules that say a section of bash: each pattern in its order, then the
// intent, which needs a pattern too, or what the client knows of a command changes it.
func (s Section) Gemini() (list []GeminiRule) {
	for i, r := range s.Rules {
		for _, re := range geminiCommands(r.Pattern) {
			list = append(list, GeminiRule{re, r.Action, geminiFirst - i})
		}
	}
	return append(list, GeminiRule{"", s.Intent, geminiFirst - len(s.Rules)})
}

// inJSON is a text as it stands in a string of JSON; patterns have no control characters.
var inJSON = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// geminiCommands are the expressions of one pattern: two where its last " *" may be missing.
func geminiCommands(pattern string) []string {
	if stem, ok := trailing(pattern); ok {
		return []string{geminiCommand(stem), geminiCommand(stem + " *")}
	}
	return []string{geminiCommand(pattern)}
}

func geminiCommand(pattern string) string {
	var b strings.Builder
	for i, part := range strings.Split(stars.ReplaceAllString(pattern, "*"), "*") {
		if i > 0 {
			b.WriteString(anyText)
		}
		b.WriteString(regexp.QuoteMeta(inJSON.Replace(part)))
	}
	return b.String() + `"`
}

var stars = regexp.MustCompile(`\*+`)

// GeminiSection reads rules back, of which left says how many no pattern can say.
func GeminiSection(list []GeminiRule) (s Section, left int) {
	s = Section{Tool: "bash", Intent: Ask}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b GeminiRule) int { return b.Priority - a.Priority })
	for i := 0; i < len(list); i++ {
		r := list[i]
		if r.Command == "" {
			s.Intent = r.Action
			return s, left + len(list) - i - 1
		}
		pattern, ok := geminiPattern(r.Command)
		if !ok {
			left++
			continue
		}
		if i+1 < len(list) && list[i+1] == (GeminiRule{geminiCommand(pattern + " *"), r.Action, r.Priority}) {
			pattern += " *"
			i++
		} else if _, both := trailing(pattern); both {
			left++ // it does not match without the last word
			continue
		}
		s.Rules = append(s.Rules, Rule{pattern, r.Action})
	}
	return s, left
}

// geminiPattern is the pattern of an expression that geminiCommand made.
func geminiPattern(re string) (pattern string, ok bool) {
	re, ok = strings.CutSuffix(re, `"`)
	var parts []string
	for _, part := range strings.Split(re, anyText) {
		var b strings.Builder
		for i := 0; i < len(part); i++ {
			if part[i] == '\\' && i+1 < len(part) {
				i++
			}
			b.WriteByte(part[i])
		}
		parts = append(parts, strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(b.String()))
	}
	pattern = strings.Join(parts, "*")
	return pattern, ok && geminiCommand(pattern) == re+`"`
}
