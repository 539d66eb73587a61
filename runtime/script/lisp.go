package script

// lisp is what emacs and guile read.
var lisp = dialect{
	name: "lisp",
	syntax: syntax{
		comments: ";", double: plain, letters: "-*!?<>/=+:.%&^~",
	},
	prefix: true,

	runs: "shell-command async-shell-command shell-command-to-string shell-command-on-region call-process call-process-region call-process-shell-command start-process " +
		"start-process-shell-command start-file-process process-file process-lines process-lines-ignore-status make-process compile compilation-start term ansi-term shell eshell-command " +
		"system system* run-shell-command ext:run-shell-command run-program ext:run-program sb-ext:run-program uiop:run-program uiop:launch-program open-pipe open-pipe* open-input-pipe open-output-pipe open-input-output-pipe pipeline primitive-fork execl execlp execle spawn executable-interpret make-term dired-do-shell-command " +
		"vc-do-command vc-git-command grep rgrep term-exec man",
	evals:   "eval-string read-from-string",
	any:     "eval funcall apply intern symbol-function fset defalias eval-buffer eval-region load load-file module-load primitive-eval dynamic-link dynamic-func call-interactively execute-kbd-macro funcall-interactively run-hooks command-execute resolve-module module-ref",
	prints:  "message princ print prin1 error display write string-match format_ newline user-error concat_",
	decodes: "base64-decode-string base64-decode-region reverse string-reverse char-to-string decode-hex-string rot13 rot13-string unibyte-string list->string integer->char",

	reads:   "insert-file-contents insert-file find-file find-file-noselect load-theme open-input-file call-with-input-file with-input-from-file view-file",
	writes:  "write-file make-directory with-temp-file open-output-file call-with-output-file with-output-to-file set-file-modes mkdir open-file dribble-file open-dribble-file",
	deletes: "delete-file delete-directory rmdir",
	copies:  "copy-file copy-directory make-symbolic-link add-name-to-file link symlink url-copy-file",
	moves:   "rename-file",
	fills:   "write-region append-to-file save-buffer basic-save-buffer save-some-buffers byte-compile-file tangle org-babel-tangle",

	places: places{tilde: true, home: "user-homedir-pathname", here: "getcwd default-directory", expands: "expand-file-name", keeps: "file-truename substitute-in-file-name shell-quote-argument", globs: "file-expand-wildcards"},

	net: "url-retrieve url-retrieve-synchronously open-network-stream make-network-process socket",
	env: "getenv process-environment auth-source-search",
}
