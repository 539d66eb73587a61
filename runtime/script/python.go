package script

var python = dialect{
	name: "python",
	syntax: syntax{
		comments: "#", single: plain, double: plain, triple: true, fill: "{", letterQuotes: true, breaks: true,
	},
	joins: "+", adjoin: true, followed: byValues,

	runs: "GenericBrowser BackgroundBrowser system popen popen2 popen3 popen4 execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle spawnlp spawnlpe " +
		"spawnv spawnve spawnvp spawnvpe posix_spawn posix_spawnp startfile Popen check_output check_call getoutput getstatusoutput " +
		"create_subprocess_exec create_subprocess_shell subprocess_exec subprocess_shell pty.spawn spawn pipepager tempfilepager " +
		"IMAP4_stream assert_python_ok assert_python_failure run_python_until_end spawn_python run_python subprocess.* webbrowser.get webbrowser.register mailcap.findmatch pexpect.* plumbum.* sh.* fork_exec",
	armed:  "run call sudo local cmd Command bake",
	arms:   "subprocess pexpect plumbum sh fabric invoke paramiko",
	evals:  "^.eval ^.exec ^.compile execfile timeit.* timeit repeat cProfile.* profile.* runctx runsource runcode trace.*",
	drives: "cProfile profile pdb bdb trace code codeop timeit doctest ipdb IPython pandas sympy",
	driven: "run runctx runeval onecmd push runsource runcode Timer eval run_cell sympify parse_expr run_docstring_examples",
	packed: "pickle.loads pickle.load cPickle.loads _pickle.loads dill.loads cloudpickle.loads joblib.load Unpickler _Unpickler pickle._loads pickle._load ForkingPickler.loads",
	tagged: "yaml.load yaml.load_all yaml.unsafe_load yaml.unsafe_load_all yaml.full_load jsonpickle.decode",
	any: "getattr __import__ globals locals vars __dict__ __builtins__ builtins importlib ctypes cffi __getattribute__ __subclasses__ __globals__ __getattr__ " +
		"__loader__ __code__ attrgetter methodcaller runpy code.interact code.InteractiveConsole breakpoint sys.modules run_path run_module exec_module " +
		"load_module import_main_path _fixup_main_from_path _read_output FunctionType CodeType _posixsubprocess posix nt set_trace _winapi pipes.Template",
	prints: "print len isinstance hasattr re.compile re.match re.search re.sub re.findall re.split re.fullmatch startswith endswith " +
		"split rsplit strip replace find count add_argument ArgumentParser debug info warning error critical exception Exception ValueError RuntimeError " +
		"SystemExit exit KeyError TypeError AssertionError write writelines sys.exit encode decode",
	decodes: "b64decode urlsafe_b64decode standard_b64decode b32decode b16decode b85decode a85decode decodebytes decodestring fromhex unhexlify a2b_hex a2b_base64 " +
		"chr reversed rot13 rot_13 decompress marshal unpack codecs bytearray to_bytes unescape unquote_plus unquote_to_bytes maketrans translate unquote unicodedata.normalize",
	modules: "os subprocess pty popen2 shutil",
	finders: "builtins posix importlib asyncio runpy ctypes multiprocessing commands run call exec eval compile",
	readers: "_xxsubinterpreters _interpreters get_type_hints get_annotations doctest fileConfig _create_fn namedtuple_ eval_str",

	shut:  "gi pip._internal py.path _pytest._py setuptools._distutils distutils.ccompiler distutils.spawn distutils.unixccompiler pkg_resources.EntryPoint cffi",
	opens: "open FileIO io.open codecs.open gzip.open bz2.open lzma.open ZipFile TarFile tarfile.open fdopen GzipFile BZ2File LZMAFile dbm.open NamedTemporaryFile FileType",
	temps: "mkstemp mkdtemp TemporaryDirectory", tempsAt: 2,
	edits: "fileinput.input FileInput",
	reads: "listdir scandir read_csv read_json read_parquet read_excel loadtxt getline np.load",
	writes: "mkdir makedirs mkfifo mknod truncate os.truncate chmod chown lchown utime lchmod to_csv to_excel to_parquet to_pickle to_hdf to_json to_html " +
		"write_file tofile to_feather to_markdown savefig savetxt savez imsave imwrite FileHandler RotatingFileHandler TimedRotatingFileHandler sqlite3.connect save write_history_file append_history_file dump_stats mailbox.mbox mbox mailbox.Maildir Maildir creat " +
		"os.open make_archive wavfile.write savemat mmwrite hb_write write_feather write_table cv2.imwrite netcdf_file shelve.open dbm.dumb.open dumb.open dumb._Database",
	deletes:  "os.remove os.unlink os.rmdir removedirs rmtree shutil.rmtree _rmtree remove_tree rm_rf _rmtree_safe_fd",
	copies:   "uu.encode quopri.encode copyfile copy2 copytree copy_tree shutil.copy copymode copystat copy_file os.link os.symlink urlretrieve",
	moves:    "os.rename os.renames os.replace shutil.move move_file",
	fills:    "venv.create EnvBuilder extractall extract unpack_archive download inplace zipapp.create_archive sendfile copyfileobj_to",
	keyed:    "basicConfig dictConfig",
	receiver: "write_text write_bytes touch symlink_to hardlink_to rename replace link_to",
	removes:  "unlink rmdir",
	gets:     "read_text read_bytes iterdir",
	paths:    "Path PurePath PosixPath join",
	places: places{
		home: "Path.home PosixPath.home pwd.getpwuid pwd.getpwnam", here: "getcwd getcwdb Path.cwd PosixPath.cwd",
		expands: "expanduser", divides: true, root: "os.sep path.sep anchor root",
		keeps:   "abspath realpath normpath fspath fsdecode fsencode str bytes quote resolve absolute as_posix pw_dir path normcase",
		holders: "dirname parent", below: "joinpath", globs: "glob.glob iglob rglob glob.glob1", names: "listdir", inside: "scandir iterdir", walks: "os.walk os.fwalk",
	},

	net: "urlopen requests.* httpx.* aiohttp HTTPConnection HTTPSConnection socket urlretrieve smtplib ftplib",
	env: "environ getenv environb getpass keyring",
}
