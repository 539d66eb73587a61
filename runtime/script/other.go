package script

// Languages that are read by what they say to run something, and no closer.
var (
	julia = dialect{
		name:   "julia",
		syntax: syntax{comments: "#", single: plain, double: filled, acc: runs, fill: "$", triple: true},
		joins:  "*", runs: "run pipeline Cmd cmd read open spawn", evals: "eval include_string Meta.parse parse",
		any: "ccall invokelatest getfield getproperty include dlopen", prints: "println print error throw @info @warn",
		decodes: "base64decode reverse Char hex2bytes", opens: "open", writes: "write touch mkdir mkpath cp mv symlink", deletes: "rm",
		reads: "readlines readline eachline readdir", copies: "download Downloads.download", net: "HTTP.get", env: "ENV",
		paths: "joinpath", places: places{home: "homedir", here: "pwd", expands: "expanduser", keeps: "abspath realpath normpath", holders: "dirname", names: "readdir"},
	}
	erlang = dialect{
		name:   "erlang",
		syntax: syntax{comments: "#", single: plain, double: filled, fill: "#", triple: true},
		joins:  "<>+", runs: "cmd System.cmd os:cmd System.shell shell open_port Port.open spawn_executable exec", evals: "eval_string Code.eval_string erl_eval",
		any: "apply Kernel.apply erlang:apply Module.concat load_nif Code.require_file", prints: "IO.puts puts format io:format IO.inspect inspect raise",
		decodes: "decode64 reverse decode16 binary_to_term", opens: "File.open file:open", writes: "File.write file:write_file File.touch File.mkdir File.mkdir_p File.cp",
		deletes: "File.rm File.rm_rf file:delete", reads: "File.read file:read_file", net: "httpc:request :httpc.request", env: "System.get_env os:getenv",
		paths: "Path.join", places: places{home: "System.user_home user_home", here: "File.cwd", expands: "Path.expand", keeps: "Path.absname to_string", holders: "Path.dirname", globs: "Path.wildcard", names: "File.ls"},
	}
	haskell = dialect{
		name:   "haskell",
		syntax: syntax{comments: "-", single: plain, double: plain},
		joins:  "+", runs: "system rawSystem readProcess callCommand callProcess spawnCommand createProcess proc shell executeFile", evals: "interpret",
		any: "unsafePerformIO forkProcess loadModule", prints: "putStrLn putStr print error trace", decodes: "reverse chr decode",
		opens: "openFile withFile", writes: "writeFile appendFile createDirectory copyFile renameFile", deletes: "removeFile removeDirectoryRecursive",
		reads: "readFile", net: "simpleHttp httpLbs", env: "getEnv lookupEnv getEnvironment",
		places: places{home: "getHomeDirectory", here: "getCurrentDirectory"},
	}
	octave = dialect{
		name:   "octave",
		syntax: syntax{comments: "%#", single: plain, double: plain},
		joins:  ",", runs: "system shell_cmd popen popen2 unix dos exec spawn", evals: "eval evalc evalin feval cellfun",
		any: "mex source run dlopen", prints: "disp printf fprintf error warning", decodes: "char fliplr base64_decode dec2hex",
		opens: "fopen", writes: "save dlmwrite csvwrite mkdir copyfile movefile rename print", deletes: "delete unlink rmdir", reads: "load fileread textread",
		net: "urlread urlwrite webread", env: "getenv",
		paths: "fullfile", places: places{tilde: true, home: "get_home_dir", here: "pwd", expands: "tilde_expand", keeps: "canonicalize_file_name make_absolute_filename", globs: "glob", names: "readdir"},
	}
	applescript = dialect{
		name:   "applescript",
		syntax: syntax{comments: "-#", single: plain, double: plain},
		joins:  "&", runs: "script system doShellScript run write", evals: "run eval",
		any: "do shell tell keystroke load ObjC NSTask", prints: "display log say", decodes: "reverse id",
	}
)
