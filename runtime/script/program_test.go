package script

import (
	"strings"
	"testing"

	"kei/runtime/word"
)

// A row is a script and what must be found in it: "maybe:git push" that a text
// with this prefix may run, "write:PATH", "delete:PATH", "read:PATH", "any" that
// it writes files it does not name, "unread", "unsure", "shell:TEXT", "run:WORDS",
// "effect:NAME", "none" that it runs and writes nothing; "!X" that X is not so.
type row struct{ language, code, want string }

func check(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		l := Named(r.language)
		if l == nil {
			t.Fatalf("no language %s", r.language)
		}
		f := l.Read(Text{Word: word.Word{Text: r.code}})
		for _, want := range strings.Split(r.want, "; ") {
			claim, not := strings.CutPrefix(want, "!")
			if holds(f, claim) == not {
				t.Errorf("%s: %s\n\twant %s\n\thave %+v", r.language, r.code, want, f)
			}
		}
	}
}

// What is called by a name of the program's own is what it stands for, a file that is
// named by a key is named, and a link leads from its own folder.
func TestAliases(t *testing.T) {
	check(t, []row{
		{"python", `o=open;o("docs/a","w").write("x")`, "write:docs/a"},
		{"python", `import shutil as s;s.move("list","docs/a")`, "write:docs/a; delete:list"},
		{"python", `from shutil import move as m;m("list","docs/a")`, "write:docs/a"},
		{"python", `from shutil import move, rmtree;move("list","docs/a")`, "write:docs/a"},
		{"python", "from os import (remove,\n  rename)\nremove('docs/a')", "delete:docs/a"},
		{"python", "from os import path\nprint(path.exists('docs/a'))", "none"},
		{"python", "import os as o\no.remove('docs/a')", "delete:docs/a"},
		{"python", `from pathlib import Path;Path("list").replace("docs/a")`, "write:docs/a; write:list"},
		{"python", `from pathlib import Path;p=Path("list");p.replace("docs/a")`, "write:docs/a"},
		{"python", `x="list";print(x.replace("l","docs/a"))`, "none"},
		{"python", `import logging;logging.basicConfig(filename="docs/a");logging.error("x")`, "write:docs/a"},
		{"python", `import logging;logging.basicConfig(level=10, filename="docs/a")`, "write:docs/a"},
		{"python", `import logging;logging.basicConfig(level=10)`, "none"},
		{"python", `import logging.config as c;c.dictConfig({"version":1,"handlers":{"h":{"class":"logging.FileHandler","filename":"docs/a"}}})`, "write:docs/a"},
		{"node", `const w=require('fs').writeFileSync;w("docs/a","x")`, "write:docs/a"},
		{"node", `const f=require('fs'); f.writeFileSync("docs/a","x")`, "write:docs/a"},
		{"python", `import os; os.symlink("../docs","src/l")`, "write:src/../docs; write:src/l"},
		{"python", `import os; os.link("docs/a","src/l")`, "write:docs/a; write:src/l"},
		{"python", `from pathlib import Path; Path("src/l").symlink_to("../docs")`, "write:src/../docs; write:src/l"},
		{"python", `from pathlib import Path; Path("src/l").hardlink_to("docs/a")`, "write:docs/a; write:src/l"},
		{"node", `require('fs').symlinkSync('../docs','src/l')`, "write:src/../docs; write:src/l"},
		{"ruby", `File.symlink("../docs","src/l")`, "write:src/../docs; write:src/l"},
		{"perl", `symlink("../docs","src/l")`, "write:src/../docs; write:src/l"},
		{"perl", `link("docs/a","src/l")`, "write:docs/a; write:src/l"},
	})
}

func holds(f Found, claim string) bool {
	key, value, _ := strings.Cut(claim, ":")
	switch key {
	case "maybe":
		for _, m := range f.Maybe {
			if m == value || strings.HasPrefix(m, value+" ") || strings.HasPrefix(m, value+"\n") {
				return true
			}
		}
		return false
	case "shell":
		return hasWord(f.Shell, value)
	case "run":
		for _, words := range f.Runs {
			var all []string
			for _, w := range words {
				all = append(all, w.Text)
			}
			if strings.HasPrefix(strings.Join(all, " ")+" ", value+" ") {
				return true
			}
		}
		return false
	case "write":
		return hasWord(f.Writes, value)
	case "delete":
		return hasWord(f.Deletes, value)
	case "read":
		return hasWord(f.Reads, value)
	case "any":
		return f.WritesAny
	case "unread":
		return len(f.Unread) > 0
	case "unsure":
		return len(f.Unsure) > 0
	case "effect":
		return strings.Contains(" "+strings.ReplaceAll(f.Effects.String(), ",", "")+" ", " "+value+" ")
	case "none":
		return len(f.Runs)+len(f.Shell)+len(f.Maybe)+len(f.Writes)+len(f.Deletes)+len(f.Unread) == 0 && !f.WritesAny
	}
	panic("no claim " + claim)
}

func hasWord(list []word.Word, text string) bool {
	for _, w := range list {
		if w.Text == text || text == "" {
			return true
		}
	}
	return false
}

func TestPrograms(t *testing.T) {
	check(t, []row{
		{"python", "print('git push is not allowed')", "none"},
		{"python", "import json,sys; print(json.load(sys.stdin)['git'])", "none"},
		{"python", "import subprocess\nsubprocess.run(['git','push'])", "maybe:git push; any"},
		{"python", "import subprocess as s; s.call(('git','push'))", "maybe:git push"},
		{"python", "import subprocess; subprocess.run(['ls','git'])", "maybe:ls git; !maybe:git; !unread"},
		{"python", "import subprocess\nif 'python' in x: subprocess.run(['ls'])", "!maybe:python; maybe:ls"},
		{"python", "import subprocess\nprint('git push is not allowed')\nsubprocess.run(['ls'])", "!maybe:git"},
		{"python", "import os; os.system('git push')", "maybe:git push"},
		{"python", "import os; os.system('gi' + 't push')", "maybe:git push"},
		{"python", "import os; os.system('gi' 't push')", "maybe:git push"},
		{"python", "import os; c = 'git push'; os.system(c)", "maybe:git push"},
		{"python", "import os\nfor c in ['git push']: os.system(c)", "maybe:git push"},
		{"python", "import os; os.system(f'git {x}')", "maybe:git ${_}"},
		{"python", "from os import system as f; f('git push')", "maybe:git push"},
		{"python", "import os; f = os.system; f('git push')", "maybe:git push"},
		{"python", "import os; print = os.system; print('git push')", "maybe:git push"},
		{"python", "import os; vars(os)['sys'+'tem']('git push')", "maybe:git push"},
		{"python", "getattr(__import__('os'),'system')('git push')", "maybe:git push"},
		{"python", "exec(\"import os; os.system('git push')\")", "maybe:git push"},
		{"python", "import os; os.execvp('git', ['git','push'])", "maybe:git push"},
		{"python", "import os; os.spawnlp(os.P_WAIT, 'git', 'git', 'push')", "maybe:git push"},
		{"python", "import pexpect; pexpect.run('git push')", "maybe:git push"},
		{"python", "import webbrowser; webbrowser.get('git push %s').open('x')", "maybe:git push"},
		{"python", "import pydoc; pydoc.pipepager('x','git push')", "maybe:git push"},
		{"python", "# don't\nimport os\nos.system('git push')", "maybe:git push"},
		{"python", "x = '''it's'''\nimport os\nos.system('git push')", "maybe:git push"},
		{"python", "import os, base64; os.system(base64.b64decode('Z2l0').decode())", "unread"},
		{"python", "import base64; print(base64.b64decode('Z2l0').decode())", "none"},
		{"python", "import base64, subprocess; subprocess.run(['ls']); base64.b64encode(b'x')", "!unread"},
		{"python", "import os; os.remove('git')", "delete:git; !any; !maybe:git"},
		{"python", "import os; print(os.getcwd())", "none"},
		{"python", "import os\nfor f in os.listdir('.'):\n    print(f, 'git')", "none"},
		{"python", "import platform; print(platform.system(), 'git push')", "none"},
		{"python", "print(getattr(args, 'verbose', 'git push'))", "!maybe:git"},
		{"python", "import re; print(re.compile('x'))", "none"},
		{"python", "l = []; l.append(1); print('save')", "none"},
		{"python", "model.eval(); print('git push')", "none"},
		{"python", "open('x','w')", "write:x; !any"},
		{"python", "print(open('docs/a').read())", "none; read:docs/a"},
		{"python", "open('src/a','w').write(open('src/a').read().replace('a', 'b'))", "write:src/a; !any"},
		{"python", "open(p,'w')", "any"},
		{"python", "open('x', m)", "any"},
		{"python", "with open('x', encoding='utf-8') as f: print(f.read())", "none; read:x"},
		{"python", "open(file='x', mode='a')", "write:x"},
		{"python", "from pathlib import Path; Path('.claude/settings.json').write_text('PWN')", "write:.claude/settings.json; !any"},
		{"python", "from pathlib import Path\np = Path('a.py')\np.write_text(p.read_text())", "write:a.py; !any"},
		{"python", "import pathlib; pathlib.Path('README.md').open('w')", "write:README.md"},
		{"python", "import pathlib; pathlib.Path('README.md').open()", "none; read:README.md"},
		{"python", "import io; io.FileIO('docs/x','w').close()", "write:docs/x"},
		{"python", "import shutil; shutil.copy('a', 'b'); shutil.move('c', 'd'); shutil.rmtree('e')", "read:a; write:b; delete:c; write:d; delete:e; !any"},
		{"python", "import shutil; shutil.copy('a/x', 'docs')", "write:docs/x; !any"},
		{"python", "import shutil; shutil.copyfile('a/x', 'docs')", "write:docs; !write:docs/x"},
		{"python", "open(mode='w', file='docs/n')", "write:docs/n; !any"},
		{"python", "import os, sys\nsys.excepthook = lambda *a: os.system(str(a[1]))\nraise Exception('git push')", "maybe:git push"},
		{"python", "import sys\nsys.excepthook = lambda *a: print(a)\nraise Exception('git push')", "none; !any"},
		{"perl", "$SIG{__WARN__} = sub { system $_[0] }; warn \"git push\"", "maybe:git push"},
		{"perl", "$SIG{__WARN__} = sub { print $_[0] }; warn \"git push\"", "none; !any"},
		{"ruby", "system DATA.read\n__END__\ngit push", "maybe:git push"},
		{"ruby", "puts DATA.read\n__END__\ngit push", "none"},
		{"lua", "io.output('docs/n')", "write:docs/n"},
		{"lua", "posix.unlink('docs/n')", "delete:docs/n"},
		{"c", "int main(){return rename(\"a\",\"docs/n\");}", "delete:a; write:docs/n"},
		{"c", "int main(){puts(\"docs/n\");}", "none; !write:docs/n"},
		{"make", "x:;$(RM) docs/n", "shell:rm -f docs/n"},
		{"make", "include /dev/stdin", "unread"},
		{"make", "include common.mk", "!unread"},
		{"make", "A=g\nA:=$(A)it\nx:;$(A) push", "maybe:git push"},
		{"ruby", "PTY.getpty('git push')", "maybe:git push"},
		{"perl", "use Benchmark; timethis 1, q(system 'git push')", "maybe:git push"},
		{"python", "import os; os.makedirs('a/b', exist_ok=True)", "write:a/b; !any"},
		{"python", "import sys; sys.stdout.write('git push')", "none"},
		{"python", "import os; list(map(os.remove, ['a']))", "any"},
		{"python", "f\"{__import__('os').system('git push')}\"", "maybe:git push"},
		{"python", "print(x\x00)", "unread; unsure"},
		{"python", "import os; print(os.environ['HOME'])", "effect:secrets"},

		{"python", "import subprocess\nsubprocess.run('git %s' % 'push', shell=True)", "maybe:git push"},
		{"python", "import subprocess\nsubprocess.run('git {}'.format('push'), shell=True)", "maybe:git push"},
		{"python", "from sh import git\ngit('push')", "unread"},
		{"python", "import os\ndef f(s): os.system(s)\nf('git push')", "maybe:git push"},
		{"python", "import subprocess\nr = subprocess.run(['ls'], text=True, cwd='x')\nprint(r.stdout, 'git push')", "!maybe:git"},

		{"perl", "$x='sys'.'tem'; &$x('git push')", "maybe:git push"},
		{"perl", "foreach my $x ('git push') { print $x }", "none"},
		{"perl", "print if /git/", "none"},
		{"perl", "s/a/b/", "none"},
		{"perl", "exec qw(git push)", "maybe:git push"},
		{"perl", "print `git push`", "maybe:git push"},
		{"perl", "system 'git', 'push'", "maybe:git push"},
		{"perl", "system \"git push\"", "maybe:git push"},
		{"perl", "system(q(git push))", "maybe:git push"},
		{"perl", "readpipe(\"git push\")", "maybe:git push"},
		{"perl", "use IPC::Open2; open2(my $r,my $w,\"git push\"); print <$r>", "maybe:git push"},
		{"perl", "open(F,\"git push|\")", "maybe:git push"},
		{"perl", "open F,q(git push|)", "maybe:git push"},
		{"perl", "open(F, '-|', 'git', 'push')", "maybe:git push"},
		{"perl", "open(F, '>', 'x')", "write:x; !any"},
		{"perl", "open(F, '>x')", "write:x"},
		{"perl", "open(my $f, '<', 'x'); print <$f>", "none; read:x"},
		{"perl", "sysopen F,\"docs/x\",577; print F \"hi\"", "write:docs/x"},
		{"perl", "BEGIN{$^I=\"\"} s/docs/PWN/", "any"},
		{"perl", "unlink 'a', 'b'", "delete:a; delete:b"},
		{"perl", "my $c = 'git push'; system($c)", "maybe:git push"},
		{"perl", "print \"git push is not allowed\\n\"", "none"},
		{"perl", "print \"don't\"; system 'git push'", "maybe:git push"},
		{"perl", "eval 'system \"git push\"'", "maybe:git push"},
		{"perl", "my $x = \"@{[`git push`]}\"", "maybe:git push"},

		{"ruby", "puts 'git push'", "none"},
		{"ruby", "`git push`", "maybe:git push"},
		{"ruby", "system('git', 'push')", "maybe:git push"},
		{"ruby", "system 'git push'", "maybe:git push"},
		{"ruby", "%x(git push)", "maybe:git push"},
		{"ruby", "IO.popen(%w[git push])", "maybe:git push"},
		{"ruby", "Kernel.send(:system, 'git push')", "maybe:git push"},
		{"ruby", "puts \"#{`git push`}\"", "maybe:git push"},
		{"ruby", "open('|git push')", "maybe:git push"},
		{"ruby", "File.write('x', 'y')", "write:x"},
		{"ruby", "puts File.read('x')", "none; read:x"},
		{"ruby", "FileUtils.rm_rf('x')", "delete:x"},
		{"ruby", "File.open('x', 'w') { |f| f.puts 'a' }", "write:x"},

		{"node", "console.log('git push')", "none"},
		{"node", "console.log(require('./package.json').version)", "none"},
		{"node", "const m = /git push/.exec('git push'); console.log(m)", "none"},
		{"node", "require('child_process').execSync('git push')", "maybe:git push"},
		{"node", "const {execSync} = require('child_process'); console.log('git push'); execSync('ls')", "!maybe:git; maybe:ls"},
		{"node", "const {execSync: f} = require('child_process'); f('git push')", "maybe:git push"},
		{"node", "require('child_process').spawn('git', ['push'], {stdio: 'inherit'})", "maybe:git push"},
		{"node", "require('child_process')['exec'+'Sync']('git push')", "maybe:git push"},
		{"node", "require('node:child_process').execSync(`git ${x}`)", "maybe:git ${_}"},
		{"node", "require('child_process').execSync(Buffer.from('Z2l0','base64').toString())", "unread"},
		{"node", "require('fs').writeFileSync('CLAUDE.md','x')", "write:CLAUDE.md; !any"},
		{"node", "const fs=require('fs'); const p='a.js'; let s=fs.readFileSync(p,'utf8'); fs.writeFileSync(p,s.replace('a','b'))", "write:a.js; read:a.js; !any"},
		{"node", "const fs=require('fs'); console.log(JSON.parse(fs.readFileSync(process.argv[1],'utf8')).title)", "none"},
		{"node", "const {writeFileSync: w} = require('fs'); w('CLAUDE.md','x')", "any"},
		{"node", "eval('require(\"child_process\").execSync(\"git push\")')", "maybe:git push"},

		{"php", "echo 'git push';", "none"},
		{"php", "shell_exec('git push');", "maybe:git push"},
		{"php", "passthru(\"git push\");", "maybe:git push"},
		{"php", "`git push`;", "maybe:git push"},
		{"php", "$f = 'system'; $f('git push');", "maybe:git push"},
		{"php", "file_put_contents('x', 'y');", "write:x"},

		{"lua", "os.execute('git push')", "maybe:git push"},
		{"lua", "os.execute 'git push'", "maybe:git push"},
		{"lua", "os['execute']('git push')", "maybe:git push"},
		{"lua", "io.open('x','w')", "write:x"},
		{"lua", "print('git push')", "none"},
		{"lua", "os.execute([[git push]])", "maybe:git push"},

		{"r", "system('git push')", "maybe:git push"},
		{"r", "system2('git', c('push'))", "maybe:git"},
		{"r", "print('git push')", "none"},

		{"java", "println 'git push'", "none"},
		{"java", "'git push'.execute()", "maybe:git push"},
		{"java", "['git','push'].execute()", "maybe:git push"},
		{"java", "Runtime.getRuntime().exec(\"git push\")", "maybe:git push"},
		{"java", "new ProcessBuilder(\"git\", \"push\").start()", "maybe:git push"},
		{"java", "import sys.process._; \"git push\".!", "maybe:git push"},
		{"java", "new File('x').text = 'y'", "write:x"},

		{"elisp", "(shell-command \"git push\")", "maybe:git push"},
		{"elisp", "(call-process \"git\" nil nil nil \"push\")", "maybe:git push"},
		{"elisp", "(message \"git push\")", "none"},
		{"elisp", "(system \"git push\")", "maybe:git push"},
		{"elisp", "(funcall 'shell-command \"git push\")", "maybe:git push"},
		{"elisp", "(delete-file \"x\")", "delete:x"},
	})
}
