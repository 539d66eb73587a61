package script

var ruby = dialect{
	name: "ruby",
	syntax: syntax{
		comments: "#", single: raw, double: filled, acc: runs, fill: "#{", sigils: "@$", percent: true, regexps: true, letters: "",
	},
	joins: "+", adjoin: true, open: true, followed: byWords,

	runs:    "system exec spawn popen popen2 popen2e popen3 getpty capture2 capture2e capture3 pipeline pipeline_r pipeline_w pipeline_rw pipeline_start sh",
	armed:   "cmd command run",
	arms:    "Open3 PTY Rake TTY Shellwords",
	evals:   "eval instance_eval class_eval module_eval InstructionSequence.compile",
	packed:  "Marshal.load YAML.unsafe_load",
	tagged:  "YAML.load Psych.load Oj.load",
	any:     "IRB.setup IRB.start send __send__ public_send method instance_method const_get define_method binding Fiddle DL Win32API ObjectSpace load Marshal instance_exec tap_exec",
	raw:     "syscall",
	prints:  "puts print p pp warn raise abort fail match include start_with end_with",
	decodes: "decode64 strict_decode64 urlsafe_decode64 unpack unpack1 pack chr reverse rot13 tr inflate hex unhex",

	temps: "Tempfile.create Tempfile.new Tempfile.open Dir.mktmpdir", tempsAt: 1,
	opens:   "open File.new File.open IO.open Kernel.open File.sysopen IO.sysopen sysopen",
	reads:   "File.read File.readlines File.foreach File.binread IO.binread IO.read IO.readlines IO.foreach Dir.entries Dir.children YAML.load_file CSV.read CSV.foreach JSON.load_file",
	writes:  "File.write IO.write File.binwrite IO.binwrite UNIXServer.open UNIXServer.new PStore.new Store.new Logger.new GzipWriter.open cp_lr_ Dir.mkdir mkdir mkdir_p makedirs touch File.truncate File.mkfifo",
	deletes: "File.delete File.unlink rm rm_f rm_r rm_rf rmtree remove remove_entry remove_dir remove_file Dir.rmdir Dir.delete Dir.unlink rmdir unlink",
	copies:  "cp cp_r cp_lr copy copy_file copy_entry copy_stream ln ln_s ln_sf File.link File.symlink install link symlink",
	moves:   "mv move File.rename rename",
	fills:   "chmod lchmod lchown lutime chmod_R chown chown_R File.chmod File.utime reopen",
	paths:   "join Pathname",
	places: places{
		home: "Dir.home Etc.getpwuid Etc.getpwnam", here: "Dir.pwd Dir.getwd Pathname.pwd Pathname.getwd", expands: "expand_path absolute_path", divides: true,
		keeps:   "realpath to_s to_path to_str cleanpath shellescape escape dir realdirpath String path Pathname.new",
		holders: "dirname parent", below: "join", globs: "glob Dir", names: "children entries each_child", walks: "Find.find", root: "SEPARATOR Separator",
	},
	receiver: "binwrite mkpath",

	net: "Net URI.open open_uri TCPSocket Socket HTTParty Faraday",
	env: "ENV",
}
