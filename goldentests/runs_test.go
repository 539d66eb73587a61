package goldentests

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

var (
	runsN    = flag.Int("runs", 4000, "how many scripts TestAllowedDoesNotRun makes")
	runsSeed = flag.Uint64("runs-seed", 1, "what they are made from")
)

// seeds are scripts in which the denied command stands where it runs, and where
// it is data. They are cut up and put together.
var seeds = []string{
	"c1", "c1 x", "true; c1", "true && c1", "false || c1", "echo c1", "echo 'c1'", `echo "c1"`, "echo \"$(c1)\"", "echo `c1`", "echo '$(c1)'", `echo "\$(c1)"`, "echo $(echo c1)",
	"# c1", "echo a # c1", "echo a#c1", "echo a \\# c1", "echo 'a # c1'", "echo a # \\\nc1", "echo a #'\nc1", "echo a # it's\nc1 # '", "echo $#; c1", "echo ${#x}; c1", "echo ${x#c1}", "echo $((2#101)) c1", "echo $[2#11]; c1",
	"cat <<EOF\nc1\nEOF", "cat <<EOF\n$(c1)\nEOF", "cat <<'EOF'\n$(c1)\nEOF", "cat <<\"EOF\"\n`c1`\nEOF", "cat <<-EOF\n\tc1\n\tEOF\nc1", "cat <<EOF\n\\$(c1)\nEOF", "cat <<E'O'F\n$(c1)\nEOF", "cat <<EOF; c1\nx\nEOF", "cat <<A <<B\nc1\nA\nc1\nB", "cat <<\\EOF\n$(c1)\nEOF", "cat <<EOF\nx\nEOF\nc1", "cat <<EOF\nx\nEOF \nc1\nEOF", "cat <<EOF | cat\n$(c1)\nEOF", "cat <<''\n$(c1)\n\nc1", "x=$(cat <<EOF\nc1\nEOF\n)", "echo \"$(cat <<'EOF'\n$(c1)\nEOF\n)\"", "cat <<$x\nc1\n$x\n", "cat <<\"E F\"\n$(c1)\nE F\n",
	"if c1; then :; fi", "if :; then echo c1; fi", "while c1; do break; done", "for i in c1; do echo $i; done", "for i in c1; do $i; done", "for c1 in a; do :; done", "case c1 in c1) echo;; esac", "case a in c1) :;; *) c1;; esac", "case x in (c1) ;; esac", "select i in c1; do break; done", "until :; do c1; done",
	"f() { c1; }; f", "f() { c1; }", "f() { echo c1; }; f", "function f { c1; }; f", "c1() { :; }; echo", "f() c1", "c1() (:)", "f() { \"$@\"; }; f c1", "f() { $1; }; f c1",
	"x=c1; $x", "x=c1", "x=c1; echo $x", "x=c1 y=2; $x", "x=c; ${x}1", "x=c1; x=:; $x", "x=:; x=c1; $x", "x=:; if :; then x=c1; fi; $x", "x=: ; (x=c1); $x", "x=:; { x=c1; }; $x", "x=:; for x in c1; do :; done; $x", "x=:; x+=1; $x", "x=c; x+=1; $x", "x=:; read x <<< c1; $x", "x=:; printf -v x c1; $x", "x=:; f() { x=c1; }; f; $x", "x=:; eval x=c1; $x", "x=:; eval 'x=c1'; $x", "x=:; declare x=c1; $x", "x=:; export x=c1; $x", "x=:; local x=c1; $x", "x=:; : ${x:=c1}; $x", "unset x; : ${x:=c1}; $x", "x=:; let x=1; $x", "x=:; true && x=c1; $x", "x=:; false || x=c1; $x", "x=:; while [ $x = : ]; do x=c1; done; $x", "x=:; case a in a) x=c1;; esac; $x", "x=:; mapfile -t x <<< c1; $x", "x=:; declare -n y=x; y=c1; $x", "x=:; y=x; declare $y=c1; $x", "x=:; trap 'x=c1' DEBUG; $x", "x=:; x=c1 :; $x", "x=:; x=c1 eval '$x'", "x=:; x=c1 f; f() { $x; }; x=c1 f", "f() { x=c1; $x; }; x=:; f", "x=c1 ; y=x; ${!y}", "x=:; [[ a =~ (.) ]]; $x", "x=:; getopts a x -a; $x", "x=:; command export x=c1; $x", "x=:; builtin declare x=c1; $x", "x=:; unset x; $x c1", "unset y; $y c1", "$y c1", "\"$y\" c1", "${y:-c1}", "${y}c1", "x=; $x c1", "x=' c1'; $x", "x='echo c1'; $x", "x='c1 a'; $x", "IFS=x; y=c1xa; $y", "x=echo; IFS=o; $x; y='c1oa'; $y", "x=:; coproc x { :; }; $x c1", "x=:; x[0]=c1; $x", "x=:; x=(c1); $x", "x=:; readonly x=c1; $x", "x=:; exec {x}>f; $x", "x=:; ((x=1)) || $x", "x=:; : $((x=1)); $x", "x=:; typeset x=c1; $x", "declare -u x; x=C1; $x", "declare -l x; x=C1; $x", "declare -i x; x='a[$(c1)]'", "declare -i x=5; x='a[$(c1)0]'",
	"eval c1", "eval 'c1'", "eval \"c1\"", "eval 'echo c1'", "eval echo '$(c1)'", "eval echo '\\$(c1)'", "eval 'eval c1'", "eval $x c1", "eval \"$(echo c1)\"", "eval '' c1", "eval ': #' c1", "eval ':\n'c1", "eval -- c1",
	"trap c1 EXIT", "trap 'c1' EXIT", "trap 'echo c1' EXIT", "trap \"c1\" 0", "trap - EXIT; echo c1", "trap 'c1' DEBUG; :", "trap 'c1' ERR; false", "trap 'c1' RETURN; f() { :; }; f", "trap -- 'c1' EXIT",
	"[[ -n c1 ]]", "[[ $(c1) ]]", "[[ a == c1 ]]", "[[ a -eq 'a[$(c1)]' ]]", "[[ -v 'a[$(c1)]' ]]", "test -v 'a[$(c1)]'", "[ -v 'a[$(c1)]' ]", "[[ 'a[$(c1)]' -lt 1 ]]", "x='a[$(c1)]'; [[ x -eq 0 ]]", "x='a[$(c1)]'; [[ $x -eq 0 ]]", "x='a[$(c1)]'; ((x))", "x='a[$(c1)]'; echo $((x))", "x='a[$(c1)]'; echo ${y:x}", "x='a[$(c1)]'; echo ${y:0:x}", "x='a[$(c1)]'; y[x]=1", "x='a[$(c1)]'; echo ${y[x]}", "x='a[$(c1)]'; let x", "x='a[$(c1)]'; let y=x+1", "x='a[$(c1)]'; declare -i y=x", "x='a[$(c1)]'; read $x <<< 1", "x='a[$(c1)]'; printf -v $x 1", "x='a[$(c1)]'; unset $x", "x='a[$(c1)]'; unset \"$x\"", "x='a[$(c1)]'; echo ${!x}", "x='a[$(c1)]'; for ((i=x;i<0;i++)); do :; done", "x='a[$(c1)]'; ((y=x))", "x='a[$(c1)]'; y=x; ((y))", "((a[$(c1)]))", "(( $(c1) ))", "echo $((a[`c1`]))", "a[$(c1)]=1", "a['$(c1)']=1", "((a['$(c1)']))", "let 'a[$(c1)]'", "let \"x=1\" 'a[$(c1)]=2'", "declare 'a[$(c1)]=1'", "export 'a[$(c1)]=1'", "read 'a[$(c1)]' <<< x", "printf -v 'a[$(c1)]' x", "unset 'a[$(c1)]'", "wait -p 'a[$(c1)]'", "mapfile 'a[$(c1)]' <<< x", "getopts a 'a[$(c1)]' -a", "echo ${a[$(c1)]}", "echo ${a['$(c1)']}", "echo \"${a['$(c1)']}\"", "echo ${#a[$(c1)]}", "echo $[a[$(c1)]]", "test 'a[$(c1)]' -eq 0", "[ 'a[$(c1)]' -eq 0 ]", "shift 'a[$(c1)]'", "exit 'a[$(c1)]'", "return 'a[$(c1)]'", "break 'a[$(c1)]'", "ulimit -n 'a[$(c1)]'", "printf %d 'a[$(c1)]'", "echo {1..'a[$(c1)]'}", "declare -A m; m[$(c1)]=1", "declare -A m; m['$(c1)']=1", "declare -A m=([a]=1); ((m['$(c1)']))", "RANDOM='a[$(c1)]'", "SECONDS='a[$(c1)]'", "HISTCMD='a[$(c1)]'", "OPTIND='a[$(c1)]'", "BASHPID='a[$(c1)]'", "COLUMNS='a[$(c1)]'", "typeset -i RANDOM='a[$(c1)]'",
	"x='$(c1)'; echo ${x@P}", "x='$(c1)'; echo $x", "x='$(c1)'; echo \"${x@P}\"", "x='$(c1)'; y=${x@P}", "x='`c1`'; : ${x@P}", "PS4='$(c1)'; set -x; :", "PS4='$(c1)' ; set -o xtrace; :", "x='$(c1)'; echo ${x@E}", "x='$(c1)'; echo ${x@Q}", "x='$(c1)'; declare -p x", "a=('$(c1)'); echo \"${a[@]@P}\"", "set -- '$(c1)'; echo \"${@@P}\"", "set -- '$(c1)'; echo ${1@P}",
	"echo ${x:-$(c1)}", "echo ${x:-c1}", "echo ${x:+$(c1)}", "echo ${x/$(c1)/}", "echo ${x//a/$(c1)}", "echo \"${x:-'$(c1)'}\"", "echo ${x:-'$(c1)'}", "echo ${x:-\"$(c1)\"}", "echo \"${x:-\"$(c1)\"}\"", "echo ${x:-`c1`}", "echo ${x:-\\$(c1)}", "echo ${x%$(c1)}", "echo ${x^^$(c1)}", "echo ${x:$(c1)}", "echo ${!x*} c1", "echo ${x:?$(c1)}", "echo \"${x:-}\" c1", "echo \"${x:-}}\" $(c1) \"{\"", "echo ${x:-{a,b}} $(c1)", "echo ${x:-<(c1)}", "echo \"${x:-<(c1)}\"", "echo ${x:-\n$(c1)}", "echo \"${x#'}'}\" '$(c1)'", "echo \"${x-'}'}$(c1)'\"", "echo ${x-'}'}$(c1)''", "echo \"${x+'`c1`'}\"",
	"cat <(c1)", "cat < <(c1)", "echo '<(c1)'", "echo \"<(c1)\"", "tee >(c1)", "echo <(c1)", "x=<(c1)", "[[ -e <(c1) ]]", "cat <<< <(c1)", "cat <<< $(c1)", "cat <<< '$(c1)'", "cat <<< \"`c1`\"", "exec 3< <(c1)", "for i in <(c1); do :; done", "a=(<(c1))",
	"echo a > $(c1)", "echo a > 'c1'", "> c1", ">c1 echo", "< c1 echo", "2>&1 c1", "{x}>c1 echo", "echo >&c1", "c1 >f", "{ c1; } >f", "( c1 ) 2>&1", "{ echo c1; }", "( echo c1 )", "((c1))", "(( c1 ))", "$((c1))", "echo $((c1))", "( (c1) )", "((c1); :)", "( ( c1 ) )", "$( (c1) )", "echo $( (c1) )", "echo $((c1) )", "echo $((c1); :)", "$(c1)", "`c1`", "\"$(c1)\"", "$(echo c1)", "`echo c1`", "$'c1'", "$\"c1\"", "'c1'", "\"c1\"", "\\c1", "c\\1", "c''1", "c\"\"1", "c$''1", "$'\\x631'", "$'c\\x31'", "c$y''1", "c${y}1", "c`:`1", "c$(:)1", "{c1,}", "{c1,a}", "{,c1}", "c{1,2}", "{c,}1", "c{1..2}", "c[1]", "c?", "c*", "!c1", "! c1", "! ! c1", "time c1", "time -p c1", "time -- c1", "coproc c1", "coproc x { c1; }", "c1 &", "& c1", "c1; ", "c1|:", ":|c1", ":|&c1", "c1&&:", "c1||:", "{c1;}", "(c1)", "c1(", "c1)", "};c1", "{ :; }; c1", "if :; then :; fi; c1", "done; c1", "a=1 c1", "a= c1", "a=$(:) c1", "a[1]=2 c1", "a+=1 c1", "a=(c1)", "a=(1) c1", "1=a c1", "a-b=c c1", "=a c1", "a=b=c c1", "a='b' c1", "a='b c1'", "a=\"b c1\"", "a=b\\ c1",
	"bash -c c1", "command c1", "builtin c1", "exec c1", "env c1", "command -v c1", "type c1", "which c1", "hash c1", "builtin eval c1", "command eval c1", "command command eval c1", "builtin builtin eval c1", "\\eval c1", "'eval' c1", "eval\\\n c1", "mapfile -C c1 -c 1 x <<< a", "readarray -C 'c1' -c1 x <<< a", "mapfile -c1 -Cc1 x <<< a", "mapfile -tC c1 -c 1 x <<< a", "compgen -C c1", "compgen -F c1 x", "compgen -W '$(c1)'", "compgen -W c1", "compgen -W#0'$(c1)'", "complete -C c1 x", "source /dev/stdin <<< c1", ". /dev/stdin <<< c1", ". <(echo c1)", "shopt -s expand_aliases\nalias q=c1\nq", "shopt -s expand_aliases; alias echo=c1\necho", "alias q=c1; q", "alias q='echo c1'", "set -- c1; $1", "set -- c1; \"$@\"", "set -- c1; $*", "set -- echo c1; \"$@\"", "set c1; $1", "x=(c1); ${x[0]}", "x=(c1); \"${x[@]}\"", "x=(c1); $x", "declare -f c1", "export -f c1", "unset -f c1", "jobs -x c1", "fc -e c1", "enable c1", "caller c1", "dirs c1", "pushd c1", "help c1", "history -s c1", "bind c1", "disown c1", "let c1", "echo c1 | eval \"$(cat)\"", "echo c1 | { read x; $x; }", "echo c1 | while read x; do $x; done", "while read x; do $x; done <<< c1", "read x <<< c1 && $x", "_=c1; $_", ": c1; $_", "echo c1; $_", "echo c1 >/dev/null; $_", ": c1; eval $_", "x=c1; y=$x; $y", "x=c1; eval \\$x", "x=c1; eval '$x'", "x='echo '; eval $x c1", "x=$'c1'; $x", "x=\"$'c1'\"; $x", "x='c1 #'; $x", "x='c1;:'; eval $x", "BASH_COMMAND=c1; $BASH_COMMAND", "x=${BASH_COMMAND/#*/c1}; $x", "f() { eval \"$FUNCNAME\"; }; f c1", "${FUNCNAME-c1}", "function c1x { :; }; c1x", "function a=b { c1; }; a=b", "echo() { c1; }; echo", "echo() { c1; }", ":() { c1; }; :", "[() { c1; }; [ a ]", "test() { c1; }; test a", "cd() { c1; }; cd x", "eval() { :; }; eval c1", "true() { c1; }; true", "printf() { c1; }; printf a", "{ c1() { :; }; }", "(c1() { :; }; c1)", "f() { c1() { :; }; }; echo",
	"[[ a == $(c1) && b ]]", "[[ a =~ ^(c1)$ ]]", "[[ (a) && -n $(c1) ]]", "[[ a < $(c1) ]]", "[[ ! -e c1 ]]", "[[ a\n&&\nb ]] ; c1", "[[ a || $(c1) ]]", "[[ 'c1' ]]; [[ \"$(c1)\" ]]",
	"echo \"a\\\nb\" c1", "echo 'a\\\nb' $(c1)", "echo a\\\n c1", "echo a \\\n; c1", "echo a; \\\nc1", "ec\\\nho c1", "c\\\n1", "$\\\n(c1)", "echo $\\\n(c1)", "echo \"$\\\n(c1)\"", "echo `\\\nc1`", "cat <\\\n(c1)", "echo $\\\n{x:-`c1`}", "$\\\n'c1'", "echo a # b\\\nc1", "# a\\\nc1", "cat <<\\\nEOF\nc1\nEOF\n", "cat <<EOF\na\\\nEOF\nc1\nEOF", "cat <<'EOF'\na\\\nEOF\nc1", "cat <<EOF\n\\\nEOF\nc1\nEOF", "cat <<EOF\n`echo c1`\nEOF", "cat <<EOF\n`\\`c1\\``\nEOF", "echo `echo \\`c1\\``", "echo \"`echo \\\"c1\\\"`\"", "echo \"`echo '\"'`\" c1", "echo `echo \\$(c1)`", "echo `echo \\\\$(c1)`", "echo `echo '$(c1)'`", "echo \"`echo '$(c1)'`\"", "echo `echo \\'; c1 #\\'`", "echo `# c1`", "echo `: #`; c1", "echo $(# )\nc1)", "echo $(: # )\n)c1", "echo $(case a in a) c1;; esac)", "echo $(case a in (a) echo;; esac) c1", "[[ a =~ b(<(c1)) ]]", "echo $(cat <<''\n$(c1)\n\n:)", "A=b export x=c1; $x", "x=:; A=b export x=c1; $x", "d''eclare -i x; x='a[$(c1)]'", "time -- a= c1", "shopt -s extglob\necho @(cat < <(c1))", "compgen -W$x '$(c1)'", "A+=", "echo $(cat <<EOF\n)\nEOF\n); c1", "echo $(echo ')' \")\" \\)); c1", "echo \"$(echo \")\" ')' )\" c1", "echo ${x:-)} $(c1)", "echo \"${x:-\\}}\" c1", "echo ${x:-\\}} $(c1)", "echo $'\\'' c1 $'\\''", "echo $'\\'; c1 #'", "echo '\\'; c1", "echo '\\''; c1 #'", "echo \"\\\"; c1 #\"", "echo \"\\\\\"; c1 #\"", "echo $\"a\\\"; c1 #\"", "echo \\\"; c1", "echo \\'; c1", "echo \\`; c1", "echo a\\;c1", "echo a\\\\;c1", "echo a;\\c1", "echo \\$(c1)", "echo \\\\$(c1)", "echo \\\\\\$\\(c1\\)", "echo $\\(c1\\)", "echo !c1", "echo !$(c1)", "echo ^c1", "echo a\rc1", "c1\r", "\rc1", "echo\tc1", "echo\u00a0c1", "c1\u00a0", "echo a\u2028c1", "echo a\u0085c1", "echo a\v c1", "echo a\fc1", "\fc1", "\vc1", "\ufeffc1",
	"extglob @(c1)", "shopt -s extglob\necho @(c1)", "echo +(c1|a)", "echo !(c1)", "case a in @(c1)) :;; esac", "[[ a == @(c1) ]]", "echo ?(c1)", "echo a@(c1)", "function f() c1", "function f (c1)", "function f (c1); f", "select c1 in a; do break; done <<< 1", "for c1 do :; done", "for i do c1; done", "for i in a b\ndo c1\ndone", "for i in a; { c1; }", "for ((;;)) { c1; break; }", "for ((i=0; i<1; i++)) do c1; done", "for ((c1=0; c1<1; c1++)); do :; done", "while :; do break; done; c1", "until c1; do break; done", "if :; then :; else c1; fi", "if ! c1; then :; fi", "if :; then c1 & fi", "case $(c1) in a) ;; esac", "case a in $(c1)) ;; esac", "case a in a) ;& b) c1;; esac", "case a in b|c1) :; esac", "case a in\n# c1\na) :;; esac", "case a in a) echo c1 ;; esac; c1 2>f", "esac c1", "case in in in) c1;; esac", "case esac in (esac) c1;; esac", "in c1", "do c1", "then c1", "{ c1", "} c1", "fi c1", "! { c1; }", "time { c1; }", "{ time c1; }", "time ! c1", "! time c1", "time time c1", "coproc { c1; }", "coproc a c1", "coproc a (c1)", "coproc c1 a",
}

// bits are what scripts are spoilt with.
var bits = []string{"\n", "\\\n", " ", "'", `"`, "`", "$", "(", ")", "{", "}", "#", " #", ";", "&", "|", "<", ">", "<<", "<<<", "\\", "$(", "${", "$((", "))", "((", "$'", `$"`, "[", "]", "[[ ", " ]]", "=", "+=", "!", "*", "?", "~", "c1", "echo ", "EOF", "<<EOF\n", "\nEOF\n", "x=", "$x", "eval ", "\t", "do ", "done", "if ", "fi", "then ", "case ", " in ", "esac", ";;", "&&", "||", ",", "..", "-", ":", "@", "%", "^", "\r", "x", "1", "<(", ">(", "a[", "f() ", "{ ", "; }", "\\\\", "''", `""`, "\\'", "${x:-", "local ", "declare ", "export ", "trap ", "$1", "$@", "set -- ", ":-", "#\\\n", "${#", "$#", "$[", "@(", "!("}

func spoil(rng *rand.Rand, s string) string {
	for range rng.IntN(4) {
		switch rng.IntN(5) {
		case 0: // a bit more
			at := rng.IntN(len(s) + 1)
			s = s[:at] + bits[rng.IntN(len(bits))] + s[at:]
		case 1: // a bit less
			if len(s) > 1 {
				at := rng.IntN(len(s))
				n := min(1+rng.IntN(3), len(s)-at)
				s = s[:at] + s[at+n:]
			}
		case 2: // another one behind, or inside
			s += []string{"\n", "; ", " && ", " | ", " "}[rng.IntN(5)] + seeds[rng.IntN(len(seeds))]
		case 3:
			at := rng.IntN(len(s) + 1)
			s = s[:at] + seeds[rng.IntN(len(seeds))] + s[at:]
		case 4: // within another one
			s = strings.Replace(seeds[rng.IntN(len(seeds))], "c1", s, 1)
		}
	}
	return s
}

// TestAllowedDoesNotRun makes scripts, asks a policy that denies c1, and has bash
// run those that are allowed: c1, a function there, must not be called.
func TestAllowedDoesNotRun(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not here, and only bash knows what it runs")
	}
	h := denying("c1").hold(t, t.TempDir())
	rng := rand.New(rand.NewPCG(*runsSeed, 7))
	scripts := append([]string(nil), seeds...)
	for len(scripts) < *runsN+len(seeds) {
		scripts = append(scripts, spoil(rng, seeds[rng.IntN(len(seeds))]))
	}
	var allowed []string
	for _, s := range scripts {
		if strings.Contains(s, "c1") && len(s) < 2000 && !strings.Contains(s, "\x00") && !h.bash(s).denied {
			allowed = append(allowed, s)
		}
	}
	const batch = 250
	for i := 0; i < len(allowed); i += batch {
		part := allowed[i:min(i+batch, len(allowed))]
		for _, n := range ranInBash(t, bash, part) {
			t.Errorf("allowed, and bash runs it: %q", part[n])
		}
	}
	t.Logf("%d scripts, %d of them allowed", len(scripts), len(allowed))
	if len(allowed) < len(scripts)/20 {
		t.Error("next to nothing was allowed: this tests nothing")
	}
}

// FuzzAllowedDoesNotRun looks for texts that the policy allows and bash runs c1
// in: go test ./goldentests -run '^$' -fuzz FuzzAllowedDoesNotRun.
func FuzzAllowedDoesNotRun(f *testing.F) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		f.Skip("bash is not here, and only bash knows what it runs")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	h := denying("c1").hold(f, f.TempDir())
	f.Fuzz(func(t *testing.T, s string) {
		if !strings.Contains(s, "c1") || len(s) > 2000 || strings.Contains(s, "\x00") || !utf8.ValidString(s) || h.bash(s).denied {
			return
		}
		if len(ranInBash(t, bash, []string{s})) > 0 {
			t.Errorf("allowed, and bash runs it: %q", s)
		}
	})
}

// contained is a command in a container that has no network and in which only
// dir can be written, or the command itself where there are no containers.
func contained(ctx context.Context, dir string, argv ...string) *exec.Cmd {
	bwrap, err := exec.LookPath("bwrap")
	if err == nil && exec.CommandContext(ctx, bwrap, "--unshare-all", "--ro-bind", "/", "/", "true").Run() == nil {
		argv = append([]string{bwrap, "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/",
			"--dev", "/dev", "--proc", "/proc", "--bind", dir, dir, "--chdir", dir}, argv...)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = dir
	// A text that forks without end must not outlive its test.
	ownGroup(cmd)
	return cmd
}

// ranInBash runs scripts, each in a shell of its own and in a folder where
// nothing can be found, and returns which of them called c1.
func ranInBash(t *testing.T, bash string, scripts []string) []int {
	t.Helper()
	dir := t.TempDir()
	log := filepath.Join(dir, ".log")
	var b strings.Builder
	b.WriteString("ulimit -t 60 -f 1000 -u 512 2>/dev/null\n")
	for i, s := range scripts {
		// A function c1 that says which script called it, to a descriptor that
		// scripts do not know; $LOG is not a variable of theirs.
		fmt.Fprintf(&b, "( c1() { builtin printf '%d\\n' >>%s; builtin exit 9; }\nset -f\nulimit -t 1\nbuiltin eval %s ) </dev/null >/dev/null 2>&1\n", i, shellQuote(log), shellQuote(s))
	}
	script := filepath.Join(dir, ".run.sh")
	if err := os.WriteFile(script, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	// One that does not end is stopped before a fuzzing worker takes itself for stuck.
	ctx, cancel := context.WithTimeout(t.Context(), min(90, 4+time.Duration(len(scripts)))*time.Second)
	defer cancel()
	cmd := contained(ctx, dir, bash, "--norc", "--noprofile", script)
	cmd.Env = []string{"PATH=/nonexistent", "LC_ALL=C.UTF-8", "HOME=" + dir}
	cmd.WaitDelay = time.Second
	_ = cmd.Run() // the status is the last script's
	if ctx.Err() != nil {
		t.Log("bash was stopped: a script did not end")
	}
	text, _ := os.ReadFile(log)
	var ran []int
	seen := map[int]bool{}
	for _, line := range strings.Fields(string(text)) {
		var n int
		if _, err := fmt.Sscan(line, &n); err == nil && n < len(scripts) && !seen[n] {
			seen[n] = true
			ran = append(ran, n)
		}
	}
	return ran
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
