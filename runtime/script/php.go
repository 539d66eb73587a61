package script

var php = dialect{
	name: "php",
	syntax: syntax{
		comments: "#/", single: raw, double: filled, acc: runs, fill: "$", sigils: "$", tags: true,
	},
	joins: ".", computes: true, followed: byWords,

	runs:   "system exec shell_exec passthru popen proc_open pcntl_exec mail expect_popen",
	armed:  "run mustRun fromShellCommandline Process",
	arms:   "Symfony Process",
	evals:  "eval assert create_function",
	packed: "unserialize",
	any: "call_user_func call_user_func_array array_map array_walk array_filter usort ReflectionFunction ReflectionMethod FFI dl preg_replace_callback preg_replace_callback_array register_shutdown_function register_tick_function ob_start set_error_handler set_exception_handler header_register_callback uasort uksort array_walk_recursive array_reduce " +
		"array_udiff array_udiff_assoc array_udiff_uassoc array_diff_uassoc array_diff_ukey array_uintersect array_uintersect_assoc array_uintersect_uassoc array_intersect_uassoc array_intersect_ukey forward_static_call " +
		"forward_static_call_array iterator_apply filter_var filter_var_array filter_input filter_input_array pcntl_signal spl_autoload_register readline_completion_function readline_callback_handler_install mb_ereg_replace_callback " +
		"xml_set_element_handler xml_set_character_data_handler xml_set_default_handler libxml_set_external_entity_loader sqliteCreateFunction createFunction createAggregate createCollation assert_options Fiber fromCallable " +
		"CallbackFilterIterator RecursiveCallbackFilterIterator ReflectionClass newInstanceArgs include include_once require require_once func_get_args",
	raw:     "socket_bind session_set_save_handler stream_wrapper_register stream_filter_register",
	prints:  "echo print printf var_dump print_r strlen strpos str_contains die exit preg_match explode str_replace",
	decodes: "base64_decode hex2bin chr str_rot13 gzinflate gzuncompress gzdecode strrev pack convert_uudecode urldecode rawurldecode",

	opens: "fopen gzopen bzopen SplFileObject openFile opendir",
	reads: "file_get_contents readfile readgzfile gzfile php_strip_whitespace get_meta_tags exif_read_data exif_thumbnail file parse_ini_file hash_file md5_file sha1_file hash_hmac_file hash_update_file finfo_file openssl_cms_read readline_read_history iptcembed highlight_file show_source SimpleXMLIterator buildFromDirectory GlobIterator scandir simplexml_load_file",
	writes: "file_put_contents mkdir touch chmod chown chgrp lchown lchgrp tempnam imagepng imagejpeg imagegif imagewebp imagebmp imageavif imagegd imagegd2 imagexbm imagewbmp " +
		"openssl_pkey_export_to_file openssl_x509_export_to_file openssl_csr_export_to_file openssl_pkcs12_export_to_file openssl_pkcs7_sign openssl_pkcs7_encrypt openssl_cms_sign openssl_cms_encrypt " +
		"Phar PharData SQLite3 readline_write_history addEmptyDir unlinkArchive stream_socket_server posix_mkfifo posix_mknod xmlwriter_open_uri openUri dba_open sqlite_open",
	deletes: "unlink rmdir",
	copies:  "copy link symlink move_uploaded_file",
	moves:   "rename",
	fills:   "extractTo error_log ini_set ini_alter session_save_path session_module_name ftp_get ftp_nb_get ftp_fget openssl_pkcs7_verify openssl_pkcs7_decrypt openssl_cms_verify openssl_cms_decrypt imagegrabscreen opcache_compile_file",

	places: places{
		home: "posix_getpwuid posix_getpwnam", here: "getcwd", keeps: "SplFileInfo realpath escapeshellarg rtrim trim strval", holders: "dirname", globs: "glob GlobIterator", names: "scandir", inside: "DirectoryIterator FilesystemIterator", walks: "RecursiveDirectoryIterator",
		root: "DIRECTORY_SEPARATOR",
	},

	net: "curl_exec curl_init fsockopen stream_socket_client SoapClient",
	env: "getenv _ENV _SERVER phpinfo",
}
