package script

// rLanguage is R.
var rLanguage = dialect{
	name: "r",
	syntax: syntax{
		comments: "#", single: plain, double: plain, acc: plain, letters: ".",
	},

	runs:    "system system2 shell shell.exec pipe processx::run run_process",
	armed:   "run",
	arms:    "processx callr sys",
	evals:   "eval parse str2lang str2expression evalq",
	any:     "do.call get get0 match.fun mget .Internal .Primitive .Call .External dyn.load getFromNamespace getExportedValue getAnywhere source Reduce assign",
	prints:  "print cat message stop warning paste_ nchar grepl library",
	decodes: "rawToChar intToUtf8 base64decode chartr rev utf8ToInt memDecompress",

	opens:   "file gzfile bzfile xzfile url",
	reads:   "readLines readRDS read.csv read.table scan read_csv list.files readr::read_csv",
	writes:  "dir.create file.create sink png pdf svg jpeg Sys.chmod file.append Sys.setFileTime",
	deletes: "unlink file.remove",
	copies:  "file.copy file.symlink file.link download.file",
	moves:   "file.rename",
	fills:   "writeLines write.csv write.table saveRDS save save.image dput dump write_csv ggsave unzip untar write writeBin cat_file install.packages",

	paths:  "file.path",
	places: places{tilde: true, expands: "path.expand normalizePath", here: "getwd", keeps: "shQuote", holders: "dirname", globs: "Sys.glob", names: "list.files dir"},

	net: "download.file url curl httr::GET socketConnection install.packages",
	env: "Sys.getenv",
}
