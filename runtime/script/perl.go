package script

var perl = dialect{
	name: "perl",
	syntax: syntax{
		comments: "#", single: raw, double: filled, acc: runs, fill: "$", sigils: "$@%&", q: true, regexps: true, documents: true,
	},
	joins: ".", open: true, followed: byWords,

	runs:    "system exec readpipe open2 open3 IPC::Open2 syscall run3 capture capturex systemx",
	armed:   "run start pipe command reader writer",
	arms:    "IPC IPC3 Expect pipe Proc Pipe",
	evals:   "eval evalbytes timethis timethese timeit countit",
	packed:  "thaw",
	any:     "can AUTOLOAD SelfLoader UNIVERSAL DynaLoader XSLoader Inline symbolic B Safe CORE local_exec require_file PERL5DB",
	prints:  "print say printf die warn croak carp length index",
	decodes: "chr pack unpack decode_base64 reverse MIME rot13 uncompress inflate hex oct lc_decode",

	opens:   "open sysopen opendir IO.File FileHandle",
	reads:   "slurp read_file",
	writes:  "mkdir truncate write_file spew make_path mkpath tie dbmopen creat store nstore lock_store lock_nstore",
	deletes: "unlink rmdir remove_tree rmtree",
	copies:  "copy cp link symlink",
	moves:   "rename move mv",
	fills:   "chmod chown utime mkfifo mknod WriteFile WriteMakefile WriteEmptyMakefile mkmanifest",

	places: places{
		home: "getpwuid getpwnam my_home", here: "cwd getcwd Cwd.cwd fastcwd", globs: "glob bsd_glob", keeps: "abs_path realpath rel2abs canonpath", holders: "dirname",
		names: "readdir", walks: "find finddepth",
	},
	paths: "catfile catdir",

	net: "LWP HTTP IO::Socket socket Net",
	env: "ENV",
}
