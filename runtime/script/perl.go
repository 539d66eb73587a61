package script

var perl = dialect{
	name: "perl",
	syntax: syntax{
		comments: "#", single: raw, double: filled, acc: runs, fill: "$", sigils: "$@%&", q: true, regexps: true,
	},
	joins: ".", open: true, followed: byWords,

	runs:    "system exec readpipe open2 open3 IPC::Open2 run3 capture capturex systemx",
	armed:   "run start pipe command reader writer",
	arms:    "IPC IPC3 Expect pipe Proc Pipe",
	evals:   "eval evalbytes timethis timethese timeit countit",
	packed:  "thaw",
	any:     "can AUTOLOAD SelfLoader UNIVERSAL DynaLoader XSLoader Inline symbolic B Safe CORE local_exec require_file PERL5DB",
	raw:     "syscall",
	remakes: "Filter filter_add filter_read Switch FILTER",
	prints:  "print say printf die warn croak carp length index",
	decodes: "chr pack unpack decode_base64 reverse MIME rot13 uncompress inflate hex oct lc_decode",

	opens:   "open sysopen opendir IO.File FileHandle",
	reads:   "slurp read_file slurp_utf8 slurp_raw lines_utf8 lines_raw read_lines read_text read_binary Archive::Tar.list_archive",
	writes:  "mkdir truncate write_file append_file edit_file edit_file_lines prepend_file write_text write_binary spew spew_utf8 spew_raw make_path mkpath create_archive tie dbmopen creat store nstore lock_store lock_nstore",
	deletes: "unlink rmdir remove_tree rmtree pathrm pathrmdir safe_unlink unlink0",
	copies:  "copy cp syscopy fcopy rcopy dircopy link symlink",
	moves:   "rename move mv fmove rmove dirmove",
	fills:   "extract_archive extract extract_file chmod chown utime mkfifo mknod WriteFile WriteMakefile WriteEmptyMakefile mkmanifest",

	places: places{
		home: "getpwuid getpwnam my_home", here: "cwd getcwd Cwd.cwd fastcwd", globs: "glob bsd_glob csh_glob", expands: "rel2abs", keeps: "abs_path realpath canonpath", holders: "dirname",
		names: "readdir", walks: "find finddepth",
	},
	paths: "catfile catdir",

	net: "LWP HTTP IO::Socket socket Net",
	env: "ENV",
}
