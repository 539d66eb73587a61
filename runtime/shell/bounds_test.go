package shell_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestBounded asks about texts that were made to be costly. A gate that takes too
// long is killed, and then the call runs; so each has to come to an answer. The
// minute is no measure of speed: without its bounds a text takes hours.
func TestBounded(t *testing.T) {
	rep := strings.Repeat
	cases := map[string]string{
		"stmts":    rep("ls a;", 200000),
		"newlines": rep("ls\n", 300000),
		"parens":   rep("(", 190) + "ls" + rep(")", 190),
		"ifs":      rep("if :; then ", 20000) + "ls" + rep("; fi", 20000),
		"whiles":   rep("while :; do ", 5000) + "ls" + rep("; done", 5000),
		"funcs":    rep("f() { :; };", 20000),
		"funcs2": func() string {
			s := ""
			for i := range 5000 {
				s += fmt.Sprintf("f%d() { a=1; };f%d;", i, i)
			}
			return s
		}(),
		"vars": func() string {
			s := ""
			for i := range 5000 {
				s += fmt.Sprintf("a%d=1; if x; then b=2; fi;", i)
			}
			return s
		}(),
		"braces":   "ls " + rep("{a,b}", 5000),
		"braces2":  "ls {" + rep("{a,b},", 20000) + "}",
		"words":    "git " + rep("-a b ", 100000),
		"holes":    "git " + rep("$x ", 20000),
		"holes2":   "git " + rep("a$x", 100000),
		"dollar":   rep("$x", 200000),
		"concat":   rep("a+=x;", 30000),
		"concat2":  "a=x;" + rep("a=$a$a;", 200) + "$a",
		"subst":    rep("$(", 150) + "ls" + rep(")", 150),
		"ticks":    rep("`ls` ", 50000),
		"heredoc":  "cat <<E\n" + rep("$(ls)\n", 50000) + "E\n",
		"bashc":    rep("bash -c ", 5000) + "ls",
		"sudo":     rep("sudo ", 100000) + "ls",
		"env":      rep("env ", 30) + "ls",
		"xargs":    rep("xargs ", 100) + "ls",
		"dirs":     rep("cd a;", 20000) + "ls > x",
		"python":   "python3 -c '" + rep(`system("ls");`, 30000) + "'",
		"python2":  "python3 -c 'system(" + rep(`"a",`, 50000) + ")'",
		"awk":      "awk '" + rep(`{print > "x"}`, 30000) + "'",
		"sed":      "sed '" + rep("s/a/b/;", 100000) + "' x",
		"quotes":   rep("'a'\"b\"", 100000),
		"assigns":  rep("a=b ", 50000) + "ls",
		"redirs":   "ls " + rep(">a ", 50000),
		"cp":       "cp " + rep("a ", 50000) + " b/",
		"rm":       "rm -rf " + rep("a ", 50000),
		"case":     "case x in " + rep("a) ls;; ", 30000) + "esac",
		"andor":    rep("ls && ", 30000) + "ls",
		"pipe":     rep("ls | ", 30000) + "ls",
		"arith":    "echo $((" + rep("1+", 50000) + "1))",
		"arith2":   "echo $((" + rep("(", 150) + "1" + rep(")", 150) + "))",
		"unary":    "echo $((" + rep("!", 100000) + "1))",
		"not":      rep("! ", 100000) + "ls",
		"made":     rep("echo a > x; sh x;", 3000),
		"for":      rep("for a in a b c d e f g; do ", 1000) + "$a" + rep("; done", 1000),
		"find":     "find . " + rep("-exec ls {} ; ", 1),
		"glob":     "ls " + rep("*", 100000),
		"extglob":  "ls " + rep("@(", 150) + "a" + rep(")", 150),
		"evals":    rep("eval ", 30) + "ls",
		"alias":    rep("alias a=b;", 20000),
		"literal":  "python3 -c 'system(" + rep(`"ls $(ls)",`, 20000) + ")'",
		"tilde":    "ls " + rep("~ ", 50000),
		"declare":  rep("declare a=1;", 30000),
		"comments": rep("# a\n", 200000),
		"git":      "git " + rep("-c a.b=c ", 50000) + "x",
		"heredocs": rep("a <<E\nx\nE\n", 20000),
		"cases":    rep("case a in b) c;; esac;", 20000),
		"execs":    "find . " + rep("-exec a \\; ", 1300),
		"loops":    rep("while a; do x=1; y=2; done;", 8000),
		"path":     "rm " + rep("../", 100000),
		"awks":     rep("awk '{print > \"f\"}' a;", 5000),
		"parallel": "parallel a ::: " + rep("b ", 4000),
		"comma":    rep("awk '{print | x}' y;", 5000),
		"operands": rep("a ", 4090),
		"options":  "a " + rep("-b c ", 2040),
		"gitalias": "git " + rep("-c alias.a=b ", 50000) + "x",
	}
	for name, text := range cases {
		if testing.Short() {
			text = text[:min(len(text), 1<<14)]
		}
		for _, words := range []string{"deny git push", "allow only ls", "deny edits outside src/**"} {
			p, task, _ := policyOf(t, words)
			payload, _ := json.Marshal(map[string]any{"cwd": "/tmp/wt", "tool_name": "Bash", "tool_input": map[string]string{"command": text}})
			answered := make(chan string, 1)
			go func() {
				verdict, _ := ask(p, task, payload)
				answered <- verdict
			}()
			select {
			case <-answered:
			case <-time.After(time.Minute):
				t.Fatalf("%s, %d bytes, is not answered under %q", name, len(text), words)
			}
		}
	}
}
