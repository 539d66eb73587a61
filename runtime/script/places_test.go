package script

import (
	"testing"

	"kei/runtime/word"
)

// A place that a program asks for when it runs is what the shell has for it.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		language, code string
		want           word.Word // the first file that is removed
	}{
		{"python", `shutil.rmtree(os.path.expanduser("~"))`, home("")},
		{"python", `shutil.rmtree(os.path.expanduser("~bob/x"))`, word.Word{Text: "~bob/x", Home: true}},
		{"python", `import os as o; p=o.path.join(o.environ["HOME"],"a"); o.remove(p)`, home("/a")},
		{"python", `(Path.home()/"a"/"b").unlink()`, home("/a/b")},
		{"python", `Path("~/a").expanduser().joinpath("b").unlink()`, home("/a/b")},
		{"python", `os.remove("%s/a" % os.getenv("HOME"))`, home("/a")},
		{"python", `os.remove(f"{os.environ['HOME']}/a")`, home("/a")},
		{"python", `shutil.rmtree(os.getcwd())`, word.Word{Text: word.Here}},
		{"python", `shutil.rmtree(os.path.join("src","/etc"))`, word.Word{Text: "/etc"}},
		{"python", `os.remove("~/a")`, word.Word{Text: "~/a"}},
		{"python", `[os.remove(f) for f in glob.glob("/etc/*")]`, word.Word{Text: "/etc/*", Glob: true}},
		{"python", "d='/etc'\nfor f in os.listdir(d):\n  os.remove(os.path.join(d,f))", word.Word{Text: "/etc/*", Glob: true}},
		{"python", `os.remove("/etc/*")`, word.Word{Text: "/etc/*"}},
		{"node", `const {homedir}=require("os");fs.rmSync(homedir()+"/a")`, home("/a")},
		{"node", "fs.rmSync(`${process.env.HOME}/a`)", home("/a")},
		{"node", `fs.rmSync(path.join("src","/a"))`, word.Word{Text: "src//a"}},
		{"ruby", `FileUtils.rm_rf File.expand_path("a","~")`, home("/a")},
		{"ruby", `Pathname.new(Dir.home).rmtree`, home("")},
		{"perl", `unlink "$ENV{HOME}/a"`, home("/a")},
		{"perl", `unlink <~/*>`, word.Word{Text: "~/*", Home: true, Glob: true}},
		{"perl", `if ($a <$b && $c> 3) { unlink "x" }`, word.Word{Text: "x"}},
		{"php", `foreach (glob("/etc/*") as $f) unlink($f);`, word.Word{Text: "/etc/*", Glob: true}},
		{"php", `unlink("$_SERVER[HOME]/a");`, home("/a")},
		{"lua", `os.remove(os.getenv("HOME").."/a")`, home("/a")},
		{"r", `unlink("~/a")`, home("/a")},
		{"r", `file.remove(file.path(Sys.getenv("HOME"),"a"))`, home("/a")},
		{"julia", `rm(joinpath(homedir(),"a"))`, home("/a")},
		{"elixir", `File.rm_rf!(System.user_home!())`, home("")},
		{"elisp", `(delete-directory (expand-file-name "~/a") t)`, home("/a")},
		{"octave", `unlink(fullfile(getenv("HOME"),"a"))`, home("/a")},
		{"tcl", `set d $env(HOME); file delete -force [file join $d a]`, home("/a")},
		{"vim", `call delete($HOME."/a","rf")`, home("/a")},
	} {
		f := Named(c.language).Read(Text{Word: word.Word{Text: c.code}})
		if len(f.Deletes) == 0 || f.Deletes[0] != c.want {
			t.Errorf("%s: %s\n\twant %+v\n\thave %+v", c.language, c.code, c.want, f.Deletes)
		}
	}
}

func home(rest string) word.Word { return word.Word{Text: "~" + rest, Home: true} }

// What a program runs says its places as the shell does, also where that quotes, and what
// stands for them in a reader is in no program.
func TestPlacesThatRun(t *testing.T) {
	check(t, []row{
		{"python", `os.system("rm -rf "+os.path.expanduser("~"))`, "maybe:rm -rf ${HOME}"},
		{"python", `os.system(f"rm -rf '{Path.home()}'")`, `maybe:rm -rf ''"${HOME}"''`},
		{"python", `subprocess.run(["rm","-rf",os.getcwd()])`, "maybe:rm -rf ${PWD}"},
		{"ruby", "`rm -rf #{Dir.home}`", "maybe:rm -rf ${HOME}"},
		{"tcl", "exec rm -rf $env(HOME)", "maybe:rm -rf ${HOME}"},
		{"python", "os.remove('\x02/a')", "unread"},
		{"tcl", "file delete \x02/a", "unread"},
		{"python", `os.remove("\x02/a")`, "delete: /a"},
		{"node", `fs.unlinkSync("\u0102/a")`, "delete: /a"},
	})
}

// Some functions do what a string says that is in no language of its own.
func TestPacked(t *testing.T) {
	check(t, []row{
		{"python", `import pickle;pickle.loads(b"cos\nsystem\n(S'git push'\ntR.")`, "maybe:git push"},
		{"python", `from pickle import loads as l;l(b"cos\nsystem\n(Vgit push\ntR.")`, "maybe:git push"},
		{"python", `import yaml;yaml.load("!!python/object/apply:os.system ['git push']",Loader=yaml.Loader)`, "maybe:git push"},
		{"python", `import yaml;print(yaml.load(open("a.yml"),Loader=yaml.SafeLoader), "rm x")`, "!maybe:rm; !any; read:a.yml"},
		{"php", `unserialize('O:1:"A":1:{s:1:"x";s:8:"git push";}');`, "maybe:git push"},
		{"node", `import("data:text/javascript,require('child_process').execSync('git push')")`, "maybe:git push"},
		{"node", `import("data:text/javascript;base64,eA==")`, "unread"},
		{"tcl", "set x git; exec $x push", "maybe:git push"},
		{"tcl", "exec [lindex {git x} 0] push", "maybe:git push"},
		{"tcl", "set l {git push}; exec {*}$l", "maybe:git push"},
	})
}
