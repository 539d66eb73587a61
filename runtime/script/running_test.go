package script

import "testing"

// What functions run of which nothing is known but their names, and the names of what
// they are given.
func TestSaysRuns(t *testing.T) {
	check(t, []row{
		{"python", `import uuid;uuid._get_command_stdout("git","push")`, "maybe:git push"},
		{"python", `from x import call_subprocess as c;c(["git","push"],desc="x")`, "maybe:git push"},
		{"python", `x.run_string(1,"import o"+"s;os.system(\"gi\"+\"t push\")")`, "maybe:git push"},
		{"python", `typing.ForwardRef("__import__(\"os\").system(\"git push\")")._evaluate({},{})`, "maybe:git push"},
		{"python", `import sys;sys.executable="git";f()`, "maybe:git"},
		{"python", `import os;os.environ["BROWSER"]="git:push"`, "maybe:git"},
		{"python", `import pydoc;pydoc.locate("os."+"sys"+"tem")("gi"+"t push")`, "maybe:git push"},
		{"python", `import pkgutil;pkgutil.resolve_name("os:system")("git push")`, "maybe:git push"},
		{"python", `import yaml;yaml.unsafe_load("!!python/object/apply:os.system [git push]")`, "maybe:git push"},
		{"python", `m.eval();print("git push")`, "!maybe:git push"},
		{"python", `group.add_command("git")`, "!maybe:git"},
		{"python", `process("git");call("git")`, "!maybe:git"},
		{"python", `print("os.system");print("git push")`, "!maybe:git push"},
		{"perl", `X->new({exec=>sub{["git","push"]}})->runtests("x")`, "maybe:git push"},
		{"perl", `X->new(config=>{cc=>"git"})->compile`, "maybe:git"},
		{"perl", `$ENV{HARNESS_PERL}="git";runtests("a")`, "maybe:git"},
		{"perl", "\"a\"=~m{(?{`git push`})}", "maybe:git push"},
		{"perl", "split m!(??{exec q(git push)})!,1", "maybe:git push"},
		{"perl", `print if m{(?:git push)}`, "!maybe:git push"},
		{"perl", `my %h=(command=>"git push"); print $h{command}`, "!maybe:git push"},
		{"ruby", "ERB.new('<%=`git push`%>').result", "maybe:git push"},
		{"ruby", `trap("EXIT","system %q(git push)")`, "maybe:git push"},
		{"ruby", `RubyVM::InstructionSequence.compile("exec(%q(git push))").eval`, "maybe:git push"},
		{"ruby", `h={command: "git push"}; puts h[:command]; puts JSON.generate({cmd: "git push"})`, "!maybe:git push"},
		{"node", `process.execPath="git";require("child_process").fork("push")`, "maybe:git"},
		{"node", `new (require("module"))("x")._compile("require(\"child_pro\"+\"cess\")[\"exec\"+\"Sync\"](\"gi\"+\"t push\")","/x")`, "maybe:git push"},
		{"node", `console.log(JSON.stringify({exec:"git push"}))`, "!maybe:git push"},
		{"tcl", `rename exec q; q git push`, "maybe:git push"},
		{"tcl", `interp alias {} x {} exec git; x push`, "maybe:git push"},
		{"tcl", `interp alias {} d {} file delete; d docs/a`, "delete:docs/a"},
		{"tcl", `exec g[set q {}]it push`, "maybe:git push"},
		{"tcl", `exec g[foo]it push`, "unread"},
		{"tcl", `set tcl_interactive 1; git push`, "maybe:git push"},
		{"tcl", `proc git {} {}; git push; puts {git push}`, "!maybe:git push"},
		{"vim", "e `git push`", "shell:git push; unread"},
		{"vim", "call glob('`git push`')", "maybe:git push"},
		{"vim", "%s/x/`git push`/", "!maybe:git push"},
		{"gdb", `python gdb.execute("!g"+"it push")`, "maybe:git push"},
	})
}
