package verify

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// smallNumbers are the words of English for numbers up to ninety.
var smallNumbers = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
	"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
	"seventy": 70, "eighty": 80, "ninety": 90,
}

// greatNumbers multiply what stands before them.
var greatNumbers = map[string]int{"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1_000_000}

var (
	numberWord = regexp.MustCompile(`[\pL\pN]+`)
	thousands  = regexp.MustCompile(`\b([0-9]{1,3}(?:[,_'’][0-9]{3})+)\b`)
	separators = strings.NewReplacer(",", "", "_", "", "'", "", "’", "")
)

// inDigits is a text with its numbers as programs print them: digits of every
// script as those of ASCII, without marks between thousands, and numbers that are
// written out in English ("ninety-nine tests") in digits.
func inDigits(text string) string {
	text = strings.Map(func(c rune) rune {
		if n, ok := digit(c); ok {
			return '0' + n
		}
		return c
	}, text)
	text = thousands.ReplaceAllStringFunc(text, separators.Replace)
	var b strings.Builder
	var n spokenNumber
	end := 0 // of what has been written
	for _, at := range numberWord.FindAllStringIndex(text, -1) {
		word := strings.ToLower(text[at[0]:at[1]])
		if n.going && strings.Trim(text[n.to:at[0]], " \t-") == "" && n.goesOn(word) {
			n.to = at[1]
			continue
		}
		end = n.write(&b, text, end)
		n.begin(word, at)
	}
	end = n.write(&b, text, end)
	return b.String() + text[end:]
}

// digit is the value of a decimal digit of another script: Unicode has them in
// runs of ten that begin at the zero.
func digit(c rune) (value rune, ok bool) {
	if c < unicode.MaxASCII || !unicode.Is(unicode.Nd, c) {
		return 0, false
	}
	for _, r := range unicode.Nd.R16 {
		if c >= rune(r.Lo) && c <= rune(r.Hi) {
			return (c - rune(r.Lo)) % 10, true
		}
	}
	for _, r := range unicode.Nd.R32 {
		if c >= rune(r.Lo) && c <= rune(r.Hi) {
			return (c - rune(r.Lo)) % 10, true
		}
	}
	return 0, false
}

// A spokenNumber is one that is being read, word by word.
type spokenNumber struct {
	going       bool
	from, to    int  // in the text
	whole, part int  // what is behind a "thousand" already, and what is not
	and         bool // the last word joins two parts
	words       bool // there is a word that says a number
}

func (n *spokenNumber) begin(word string, at []int) {
	if word == "a" || word == "an" {
		*n = spokenNumber{going: true, from: at[0], to: at[1], part: 1}
		return
	}
	if small, ok := smallNumbers[word]; ok {
		*n = spokenNumber{going: true, from: at[0], to: at[1], part: small, words: true}
	} else if great, ok := greatNumbers[word]; ok {
		*n = spokenNumber{going: true, from: at[0], to: at[1], part: great, words: true}
	}
}

// goesOn reports whether a word goes on with the number, and takes it in.
func (n *spokenNumber) goesOn(word string) bool {
	if word == "and" && n.words && !n.and {
		n.and = true
		return true
	}
	small, ok := smallNumbers[word]
	great, isGreat := greatNumbers[word]
	switch {
	case ok && n.words && (n.and || n.part%100 == 0 || n.part%10 == 0 && small < 10 && n.part%100 >= 20):
		n.part += small
	case isGreat && n.whole+n.part < 1_000_000:
		if n.part = max(n.part, 1) * great; great >= 1000 {
			n.whole, n.part = n.whole+n.part, 0
		}
	default:
		return false
	}
	n.and, n.words = false, true
	return true
}

// write writes the text before the number, and it in digits. It returns where the
// rest of the text begins.
func (n *spokenNumber) write(b *strings.Builder, text string, end int) int {
	if n.going && n.words {
		b.WriteString(text[end:n.from] + strconv.Itoa(n.whole+n.part))
		if end = n.to; n.and {
			b.WriteString(" and")
		}
	}
	*n = spokenNumber{}
	return end
}
