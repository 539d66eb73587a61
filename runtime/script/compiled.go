package script

import "kei/runtime/str"

// Languages whose programs are compiled before they run. What such a program does is
// judged where it is compiled: the program that comes of it may have any name.
var (
	rust = dialect{
		name: "rust", syntax: syntax{comments: "/", double: plain}, joins: "+",
		runs: "Command.new cmd", any: "dlopen Library.new asm global_asm", prints: "println print eprintln eprint panic write writeln format assert assert_eq",
		decodes: "from_utf8 decode rev", opens: "OpenOptions.open",
		reads:   "read_to_string fs.read File.open read_dir include_str include_bytes include",
		writes:  "fs.write File.create File.create_new create_dir create_dir_all",
		deletes: "remove_file remove_dir remove_dir_all", copies: "fs.copy hard_link symlink soft_link", moves: "fs.rename",
		net: "TcpStream.connect reqwest", env: "env.var env.vars", paths: "Path.new PathBuf.from",
	}
	zig = dialect{
		name: "zig", syntax: syntax{comments: "/", single: plain, double: plain}, joins: "++",
		runs: "Child.init Child.run process.execv process.execve Child.exec", any: "DynLib syscall", prints: "print log warn info err panic",
		reads:  "openFile openDir readFileAlloc embedFile",
		writes: "createFile writeFile makeDir makePath copyFile symLink", deletes: "deleteFile deleteTree deleteDir", moves: "rename",
		env: "getEnvVarOwned getEnvMap",
	}
	swift = dialect{
		name: "swift", syntax: syntax{comments: "/", double: filled, fill: "\\", triple: true}, joins: "+",
		runs: "execv execvp execve posix_spawn system popen Process.run", any: "Process NSTask dlopen NSAppleScript", prints: "print debugPrint fatalError",
		reads: "contentsOfFile contents", deletes: "removeItem unlink", writes: "createFile createDirectory", copies: "copyItem linkItem createSymbolicLink", moves: "moveItem",
		env: "environment",
	}
	csharp = dialect{
		name: "csharp", syntax: syntax{comments: "/", single: plain, double: plain, triple: true}, joins: "+",
		runs: "Process.Start ProcessStartInfo", any: "DllImport Assembly.Load Assembly.LoadFrom CSharpScript FileName", prints: "WriteLine Write Exception",
		decodes: "FromBase64String Reverse",
		reads:   "ReadAllText ReadAllLines ReadAllBytes OpenRead StreamReader ReadLines OpenText",
		writes:  "WriteAllText WriteAllLines WriteAllBytes AppendAllText AppendAllLines File.Create StreamWriter CreateDirectory OpenWrite CreateText AppendText",
		deletes: "File.Delete Directory.Delete", copies: "File.Copy CreateSymbolicLink", moves: "File.Move Directory.Move",
		net: "HttpClient WebClient TcpClient", env: "GetEnvironmentVariable GetEnvironmentVariables", paths: "Path.Combine",
	}
	fortran = dialect{
		name: "fortran", syntax: syntax{single: bare, double: bare, breaks: true}, joins: "//",
		runs: "system execute_command_line", any: "c_funptr dlopen", prints: "print write", deletes: "unlink", moves: "rename", env: "getenv get_environment_variable",
	}
	dLanguage = dialect{
		name: "d", syntax: syntax{comments: "/", single: plain, double: plain, acc: raw}, joins: "~",
		runs: "executeShell execute spawnProcess spawnShell pipeProcess pipeShell execv execvp system browse", any: "dlopen mixin", prints: "writeln writefln printf",
		decodes: "decode retro", reads: "readText slurp file.read", writes: "file.write toFile mkdir mkdirRecurse file.append", deletes: "remove rmdir rmdirRecurse",
		copies: "file.copy symlink", moves: "rename", net: "byLine post", env: "environment.get",
	}
	ocaml = dialect{
		name: "ocaml", syntax: syntax{double: plain}, joins: "^", open: true,
		runs: "command system execv execve execvp create_process open_process_in open_process_out open_process open_process_full open_process_args_in",
		any:  "Dynlink loadfile Toploop", prints: "print_endline print_string printf eprintf failwith",
		reads: "open_in open_in_bin", writes: "open_out open_out_bin mkdir open_out_gen", deletes: "remove unlink rmdir", moves: "rename", copies: "link symlink",
		env: "getenv environment",
	}
)

// maxChained is how many tokens the calls have that are looked at behind a command.
const maxChained = 256

// readRust reads Rust, where the words of a command follow its name in calls of their
// own: Command::new("git").arg("push").
func readRust(t Text) Found {
	t.Text = str.ReplaceByte(t.Text, '!', ' ') // a macro is called like a function
	f := rust.read(t)
	tokens, _ := lex(&rust.syntax, t.Text)
	for i := 0; i+5 < len(tokens); i++ {
		if tokens[i].value != "Command" || tokens[i+2].value != "new" || tokens[i+4].kind != text {
			continue
		}
		row := []string{tokens[i+4].value}
		adds := false
		for at := i + 6; at < len(tokens) && at < i+maxChained && tokens[at].value != ";"; at++ {
			switch t := tokens[at]; {
			case t.kind == name:
				adds = str.In(t.value, "arg", "args") || adds && !str.In(t.value, "env", "envs", "current_dir", "stdin", "stdout", "stderr", "expect", "context")
			case t.kind == text && adds:
				row = append(row, t.value)
			}
		}
		f.maybe(str.Join(row, " "))
	}
	if str.Contains(t.Text, "OpenOptions") {
		for i := 0; i+3 < len(tokens); i++ {
			if tokens[i].value == "." && tokens[i+1].value == "open" && tokens[i+3].kind == text {
				f.writes(tokens[i+3].value)
			}
		}
	}
	return f
}
