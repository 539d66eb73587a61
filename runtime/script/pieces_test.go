package script

import "testing"

// What a program makes of pieces is a command, and of what it only prints none is made.
func TestPieces(t *testing.T) {
	check(t, []row{
		{"python", `import os,functools as f;os.execlp(f.reduce(lambda a,b:a+b,["g","i","t"]),"x")`, "maybe:git"},
		{"python", `import os;a,b="g","it";os.execlp(a+b,"x")`, "maybe:git"},
		{"python", `import os;os.execlp(bytes([103,105,116]),"x")`, "maybe:git"},
		{"python", "import os\ndef git():0\nos.execlp(git.__name__,'x')", "maybe:git"},
		{"python", `import os;os.execlp("a git".split()[1],"x")`, "unread"},
		{"python", `import os;os.execlp("gitx".rstrip("x"),"x")`, "unread"},
		{"python", `import subprocess;print(subprocess.run(["ls"]),"git push")`, "!maybe:git"},
		{"python", `print([103,105,116])`, "!maybe:git"},
		{"ruby", `exec %w[g it].join`, "maybe:git"},
		{"ruby", `exec :git.to_s`, "maybe:git"},
		{"ruby", `exec ?g+?i+?t`, "maybe:git"},
		{"ruby", `a=[]; a<<"git push"; puts a`, "!maybe:git"},
		{"node", `require("child_process").execSync((x=>x+"it")("g"))`, "maybe:git"},
		{"node", "require('child_process').execSync(`g${'it'} push`)", "maybe:git push"},
		{"node", "const n=process.argv[1]; console.log(require('child_process').execSync(`ls ${n}`), 'git push')", "!maybe:git"},
		{"perl", `exec join"","g","it"`, "maybe:git"},
		{"perl", `exec"\LGIT"`, "maybe:git"},
		{"perl", `exec v103.105.116`, "maybe:git"},
		{"perl", `"xgit"=~/x(.*)/;exec$1`, "unread"},
		{"perl", `print lc("GIT"), "\LGIT PUSH"`, "!maybe:git"},
		{"awk", `{print "git push"|"sh"}`, "maybe:git push"},
		{"awk", `{print "git push"|"sort"}`, "!maybe:git push"},
		{"tcl", `uplevel #0 exec git push`, "maybe:git push"},
		{"vim", `call system(join(["g","it"],""))`, "unread"},
		{"vim", `call system("ls ".shellescape(expand("%")))`, "!unread"},
		{"make", "x:;$(basename git.x)", "maybe:git"},
		{"make", "git:;$@", "unread"},
		{"make", "x: a.o\n\t$(CC) -o $@ $<", "!unread"},
	})
}
