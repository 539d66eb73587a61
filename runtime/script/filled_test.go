package script

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"kei/runtime/word"
)

// What runs is put together in every way that a language has: the command is found,
// or the program is refused.
func TestFilled(t *testing.T) {
	check(t, []row{
		{"python", `import os; os.system('%s push' % 'git')`, "maybe:git push"},
		{"python", `import os; os.system('%s %s' % ('git', 'push'))`, "maybe:git push"},
		{"python", `import os; x='git'; os.system('%s push' % x)`, "maybe:git push"},
		{"python", `import os; os.system('{} push'.format('git'))`, "maybe:git push"},
		{"python", `import os; os.system('{1} {0}'.format('push', 'git'))`, "maybe:git push"},
		{"python", `import os; os.system('{x:>3} push'.format(x='git'))`, "maybe:git push"},
		{"python", `import os; x='git'; os.system(f'{x} push')`, "maybe:git push"},
		{"python", `import os; x='git'; os.system(f'{x!s} push')`, "maybe:git push"},
		{"python", `import os; x='gi'; x+='t push'; os.system(x)`, "maybe:git push"},
		{"python", `import subprocess; c=['git','push']; subprocess.run(c)`, "maybe:git push"},
		{"python", `import os; x='gxt push'; os.system(x.replace('x','i'))`, "unread"},
		{"python", `import os; x='hsup tig'; os.system(x[::-1])`, "unread"},
		{"node", "const x='git'; require('child_process').execSync(`${x} push`)", "maybe:git push"},
		{"node", `let x='gi'; x+='t push'; require('child_process').execSync(x)`, "maybe:git push"},
		{"perl", `$x="git"; system "$x push"`, "maybe:git push"},
		{"perl", `$x="gi"; $x.="t push"; system $x`, "maybe:git push"},
		{"perl", `$x="fhs"; $x =~ tr/a-z/b-za/; system $x`, "unread"},
		{"perl", `$x="gxt push"; $x =~ s/x/i/; system $x`, "unread"},
		{"ruby", `x="git"; system("#{x} push")`, "maybe:git push"},
		{"php", `$x="git"; system("$x push");`, "maybe:git push"},

		{"python", `import os; os.system('%-3s push' % 'git')`, "maybe:git push"},
		{"ruby", `system("%s push" % "git")`, "maybe:git push"},

		{"python", `import os; os.system('%(a)s push' % {'a': 'git'})`, "maybe:git push"},
		{"python", `import os; d={'a': 'git'}; os.system('%(a)s push' % d)`, "maybe:git"},
		{"python", `import os; a=[]; a.append('git'); a.append('push'); os.system(' '.join(a))`, "maybe:git push"},
		{"python", `import os; a=['g']; a.append('it push'); os.system(''.join(a))`, "maybe:git push"},
		{"python", `import subprocess; a=['git']; a+=['push']; subprocess.run(a)`, "maybe:git push"},
		{"python", `import subprocess; a=['git']; a.extend(['push','-f']); subprocess.run(a)`, "maybe:git push"},
		{"python", `import subprocess; a=[]; a.insert(0, 'push'); subprocess.run(['git']+a)`, "maybe:git"},
		{"python", "import os\nos.environ['X']='git push'\nos.system('$X')", "maybe:git push"},
		{"python", "import os\nos.environ['X']='git'\nos.system('${X} push')", "maybe:git push"},
		{"python", `import subprocess; subprocess.run('$X push', shell=True, env={'X': 'git'})`, "maybe:git push"},
		{"python", "import os as o\no.system('git push')", "maybe:git push"},
		{"python", "from os import system as s\ns('git push')", "maybe:git push"},
		{"python", "import base64\nexec(base64.b64decode('aW1wb3J0'))", "unread"},
		{"node", `const u=require('util'); require('child_process').execSync(u.format('%s push','git'))`, "maybe:git push"},
		{"node", `const u=require('util'); require('child_process').execSync(u.format('%s%s push','g','it'))`, "maybe:git push"},
		{"node", `const a=[]; a.push('git'); a.push('push'); require('child_process').execSync(a.join(' '))`, "maybe:git push"},
		{"node", `process.env.X='git push'; require('child_process').execSync('$X')`, "maybe:git push"},
		{"ruby", `system(format("%s push", "git"))`, "maybe:git push"},
		{"ruby", `system(sprintf("%s%s push", "g", "it"))`, "maybe:git push"},
		{"ruby", `system format("%<a>s push", a: "git")`, "maybe:git push"},
		{"ruby", `system(format("%{a} push", a: "git"))`, "maybe:git push"},
		{"ruby", `a=[]; a << "git"; a << "push"; system(a.join(" "))`, "maybe:git push"},
		{"ruby", `ENV["X"]="git"; system("$X push")`, "maybe:git push"},
		{"perl", `system(sprintf("%s%s push", "g", "it"))`, "maybe:git push"},
		{"perl", `system sprintf('%2$s %1$s', 'push', 'git')`, "maybe:git push"},
		{"perl", `push @a, "git"; push @a, "push"; system "@a"`, "maybe:git push"},
		{"perl", `system git`, "maybe:git"},
		{"perl", `system git, push`, "maybe:git push"},
		{"perl", `system join " ","git","push"`, "maybe:git push"},
		{"perl", `$ENV{X}="git"; system q($X push)`, "maybe:git push"},
		{"php", `system(sprintf("%s push", "git"));`, "maybe:git push"},
		{"lua", `os.execute(string.format("%s push", "git"))`, "maybe:git push"},

		{"python", `import os; os.system('%c%c%c push' % (103,105,116))`, "unread"},
		{"python", `import os; os.system('{:c}it push'.format(103))`, "unread"},
		{"python", `import os; os.system('%.3s push' % 'gitxyz')`, "unread"},
		{"python", `import os; os.system('%.*s push' % (3,'gitxyz'))`, "unread"},
		{"python", `import os; os.system('{:.3} push'.format('gitxyz'))`, "unread"},
		{"python", `import os; x='gitxyz'; os.system(f'{x:.3} push')`, "unread"},
		{"python", `import os; os.system('%*s push' % (5,'git'))`, "maybe:git push"},
		{"python", `import os; x='git'; os.system(f'{x:>5} push')`, "maybe:git push"},
		{"python", `import os; os.system('%s %%s' % 'git')`, "maybe:git %s"},
		{"ruby", `system("%c%c%c push" % [103,105,116])`, "unread"},
		{"ruby", `system(format("%.3s push", "gitxyz"))`, "unread"},
		{"lua", `os.execute(string.format("%c%c%c push", 103,105,116))`, "unread"},

		{"python", `import subprocess, time; t=1.5; print('%.2f s' % t, f'{t:.1f}', '{:.3f}'.format(t)); subprocess.run(['git','log'])`, "!unread"},
		{"python", `import subprocess, sys; print('%.9s' % sys.argv[1], '%02x' % 7); subprocess.run(['git','log'])`, "!unread"},
		{"python", `print('%(a)s push' % {'a': 'git'})`, "none"},
		{"python", `import os; a=['x']; a.append('git push'); print(a); os.system('ls')`, "!maybe:git push"},
		{"ruby", `puts format("%s push", "git")`, "none"},
		{"node", `console.log(require('util').format('%s push', 'git'))`, "none"},
		{"python", `print('%s push' % 'git')`, "none"},
		{"python", `import subprocess; v='1-2'; t=v.replace('-','.'); subprocess.run(['git','log',t])`, "!unread"},
		{"python", `import subprocess; print(subprocess.check_output(['git','log']).decode().replace('a','b'))`, "!unread"},
		{"perl", `s/a/b/; tr/a-z/A-Z/; print`, "none"},
		{"node", `const o=require('child_process').execSync('git log').toString().slice(0, 10); console.log(o)`, "!unread"},
	})
}

// What a program is given beside its text may be what it runs.
func TestOperandsRun(t *testing.T) {
	args := []word.Word{{Text: "git"}, {Text: "push"}}
	for _, r := range []row{
		{"python", `import subprocess,sys; subprocess.run(sys.argv[1:])`, "maybe:git push"},
		{"node", `require('child_process').spawnSync(process.argv[1], process.argv.slice(2))`, "maybe:git push"},
		{"ruby", `system(*ARGV)`, "maybe:git push"},
		{"perl", `system @ARGV`, "maybe:git push"},
		{"python", `import sys; print(sys.argv[1:])`, "none"},
		{"python", `import subprocess; subprocess.run(['ls', '-l'])`, "!maybe:git push"},
	} {
		claim, not := strings.CutPrefix(r.want, "!")
		if f := Named(r.language).Read(Text{Word: word.Word{Text: r.code}, Args: args}); holds(f, claim) == not {
			t.Errorf("%s: %s: want %s, have %+v", r.language, r.code, r.want, f)
		}
	}
}

// Strings within strings within strings are worked out once each.
func TestFilledBounded(t *testing.T) {
	nest := func(open, shut string, deep int) string {
		return "import os; os.system(" + strings.Repeat(open, deep) + "'git push'" + strings.Repeat(shut, deep) + ")"
	}
	for name, code := range map[string]string{
		"format": nest(`"{0}{0}{0}{0}".format(`, ")", 1000), "percent": nest(`"%s%s%s%s" % (`, ")", 1000),
		"holes":     "import os; os.system('" + strings.Repeat("{}", 10000) + "'.format(" + strings.Repeat("1,", 10000) + "))",
		"names":     "a='git push'\n" + strings.Repeat("a=f'{a}{a}{a}{a}'\n", 2000) + "import os; os.system(a)",
		"chain":     chain(60) + "import os; os.system(v60)",
		"variables": "import os\nos.environ['X']='g'\n" + strings.Repeat("a=1\n", 4000) + "os.system('" + strings.Repeat("$Y", 15000) + "')",
	} {
		begin := time.Now()
		f := Named("python").Read(Text{Word: word.Word{Text: code}})
		if d := time.Since(begin); d > 2*time.Second {
			t.Errorf("%s takes %v", name, d)
		}
		if len(f.Maybe) == 0 && len(f.Unread) == 0 {
			t.Errorf("%s: nothing is found: %+v", name, f)
		}
	}
}

// chain gives each of n names the one before it, twice.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("v0='git push '\n")
	for i := range n {
		fmt.Fprintf(&b, "v%d=f'{v%d}{v%d}'\n", i+1, i, i)
	}
	return b.String()
}
