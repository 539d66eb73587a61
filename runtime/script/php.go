package script

var php = dialect{
	name: "php",
	syntax: syntax{
		comments: "#/", single: raw, double: filled, acc: runs, fill: "$", sigils: "$", documents: true,
	},
	joins: ".", computes: true, followed: byWords,

	runs:    "system exec shell_exec passthru popen proc_open pcntl_exec mail expect_popen",
	armed:   "run mustRun fromShellCommandline Process",
	arms:    "Symfony Process",
	evals:   "eval assert create_function",
	packed:  "unserialize",
	any:     "call_user_func call_user_func_array array_map array_walk array_filter usort ReflectionFunction ReflectionMethod FFI dl preg_replace_callback register_shutdown_function ob_start include include_once require require_once func_get_args",
	prints:  "echo print printf var_dump print_r strlen strpos str_contains die exit preg_match explode str_replace",
	decodes: "base64_decode hex2bin chr str_rot13 gzinflate gzuncompress gzdecode strrev pack convert_uudecode urldecode rawurldecode",

	opens: "fopen gzopen bzopen SplFileObject opendir",
	reads: "file_get_contents readfile readgzfile gzfile php_strip_whitespace get_meta_tags exif_read_data exif_thumbnail file parse_ini_file highlight_file show_source SimpleXMLIterator buildFromDirectory GlobIterator scandir simplexml_load_file",
	writes: "file_put_contents mkdir touch chmod chown chgrp lchown lchgrp tempnam imagepng imagejpeg imagegif imagewebp imagebmp imageavif imagegd imagegd2 imagexbm imagewbmp " +
		"openssl_pkey_export_to_file openssl_x509_export_to_file openssl_csr_export_to_file openssl_pkcs12_export_to_file openssl_pkcs7_sign openssl_pkcs7_encrypt openssl_cms_sign openssl_cms_encrypt " +
		"stream_socket_server posix_mkfifo posix_mknod xmlwriter_open_uri openUri dba_open sqlite_open",
	deletes: "unlink rmdir",
	copies:  "copy link symlink move_uploaded_file",
	moves:   "rename",
	fills:   "extractTo error_log ini_set fputcsv_to",

	places: places{
		home: "posix_getpwuid posix_getpwnam", here: "getcwd", keeps: "realpath escapeshellarg rtrim trim strval", holders: "dirname", globs: "glob", names: "scandir",
		root: "DIRECTORY_SEPARATOR",
	},

	net: "curl_exec curl_init fsockopen stream_socket_client SoapClient",
	env: "getenv _ENV _SERVER phpinfo",
}
