package script

var golang = dialect{
	name:   "go",
	syntax: syntax{comments: "/", single: plain, double: plain},
	joins:  "+",

	runs:    "Command CommandContext StartProcess Exec ForkExec exec.Cmd",
	any:     "plugin.Open Syscall RawSyscall MethodByName",
	prints:  "Println Printf Print Errorf Fatal Fatalf Contains HasPrefix",
	decodes: "DecodeString Reverse Unhex",

	opens:   "OpenFile",
	reads:   "ReadFile os.Open ReadDir",
	writes:  "WriteFile os.Create Mkdir MkdirAll",
	deletes: "os.Remove RemoveAll Truncate",
	copies:  "Symlink os.Link",
	moves:   "os.Rename",

	paths:  "filepath.Join path.Join",
	places: places{home: "os.UserHomeDir UserHomeDir", here: "os.Getwd", keeps: "filepath.Clean filepath.Abs", holders: "filepath.Dir"},

	net: "http.Get http.Post net.Dial NewRequest",
	env: "Getenv Environ LookupEnv",
}
