// Code generated from programs/ by go test ./gen/programs -run TestPieces -update. DO NOT EDIT.

package invocation

// pieces are what bytes of packed facts stand for, and where each ends.
const pieces = "" +
	", --" +
	", -" +
	" --" +
	"\t\tonly prints" +
	"s, --" +
	"e, -" +
	", --no-" +
	"t, --" +
	"read" +
	"version" +
	":FILE" +
	"write" +
	"\tWORD" +
	"WORD..." +
	":COMMAND" +
	"re" +
	"t, -" +
	"s, -" +
	"prints" +
	", --s" +
	"in" +
	"h --help" +
	"st" +
	"..." +
	"config" +
	"en" +
	"-file" +
	"er" +
	"fetche" +
	"at" +
	"output" +
	"pro" +
	"or" +
	"ion" +
	"build" +
	"name" +
	"file" +
	"de" +
	"ver" +
	"tree:" +
	"le" +
	"ex" +
	"load" +
	"for" +
	"s " +
	"se" +
	"clude" +
	"ar" +
	"al" +
	"ter" +
	"ystem" +
	"co" +
	"run" +
	"ing" +
	", " +
	"send" +
	"-p" +
	"it" +
	"help" +
	"an" +
	"ri" +
	"lo" +
	"WORD" +
	"sh" +
	"out" +
	"ate" +
	"ro" +
	"no" +
	"ce" +
	"li" +
	"che" +
	"di" +
	"et" +
	"con" +
	"-s" +
	"ti" +
	"DIR" +
	"te" +
	"on" +
	"un" +
	"ch" +
	"ct" +
	"ag" +
	"ac" +
	"ma" +
	"ur" +
	"pt" +
	"ab" +
	"ve" +
	"ss" +
	"ig" +
	"-t" +
	"ke" +
	"mp" +
	"-c" +
	" -" +
	"fi" +
	"onl" +
	"sion" +
	"me" +
	"prin" +
	"no-" +
	"mo" +
	"bo" +
	"ad" +
	"he" +
	"ui" +
	"ut" +
	"y " +
	"FILE" +
	"ts" +
	"wri" +
	"\t\t" +
	"lu" +
	"ree" +
	"ys" +
	"hel" +
	"ame" +
	"CO" +
	"ld" +
	".." +
	"OR" +
	"\t\tonly " +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction, -InformationVariable, -OutVariable, -OutBuffer, -PipelineVariable, -ProgressAction\ttext:WORD" +
	".py loads(python):./" +
	"Verbose, -Debug, -WhatIf, -Confirm, -Force, -PassThru" +
	"-help, --version\t\tonly prints\tproven" +
	"prints reads" +
	"):FILE args:ARGUMENT..." +
	"; leave it out" +
	", -v --verbose" +
	"\tsource(" +
	" args:ARGUMENT..." +
	", -q --quiet" +
	"privilege" +
	"script(" +
	"\ttext:WORD" +
	"h --help, -V --version\t\tonly prints\tproven" +
	"\tscript(" +
	"history" +
	"q --quiet, -v --verbose" +
	"written by " +
	"rewritten by git " +
	"sends destroys" +
	", --debug" +
	"PACKAGE..." +
	"\trun:PROGRAM" +
	"\tunsure " +
	"builds installs fetches" +
	"v --verbose, -q --quiet" +
	"NAME..." +
	"default-" +
	" loads(c):*." +
	"h --help, -V --version\t\tonly prints" +
	"-password" +
	", -s --s" +
	"-recursive" +
	"\trefuse " +
	", --ignore" +
	"ARCHIVE" +
	"args:ARGUMENT..." +
	" that " +
	"-command\tsh:COMMAND" +
	", --disable" +
	"source(" +
	", CARGO_" +
	"\ttext:PATTERN" +
	"\tread:FILE" +
	"\t\tonly prints\tproven" +
	"-command" +
	"package" +
	"-directory" +
	"secrets" +
	"destroys system" +
	"-size, --" +
	"program" +
	", -p --p" +
	"installs fetches" +
	"\trefuse loads code in" +
	"prints reads fetches" +
	"\tsecret:WORD" +
	"written by the " +
	"trace" +
	"append" +
	", -r --re" +
	"type" +
	"prints fetches" +
	", --show" +
	"-dir" +
	"\tcd:DIR" +
	", -i --interactive" +
	"\twrite:FILE" +
	"run:COMMAND..." +
	"\ttext:" +
	"n --dry-run" +
	"source" +
	"python" +
	" loads(node):*." +
	", --allow" +
	"rewritten by " +
	" the " +
	"-path" +
	"h --help, -v --version\t\tonly prints" +
	"-interactive" +
	"\t\tonly prints\tstdin -" +
	"_CONFIG_" +
	"\tstdin -" +
	"\twritetree:DIR" +
	"-separator" +
	"-type, --" +
	"verify" +
	" loads(fortran):*." +
	"\t\t= destroys" +
	"command" +
	", -f --force" +
	"):OPTIONS" +
	"Path, -LiteralPath" +
	"\tWORD\talso-flag" +
	", -u --user" +
	"-only, --" +
	"change" +
	"space" +
	"install" +
	"\tsh:COMMAND" +
	", -w --w" +
	"tool" +
	", -V --version\t\tonly prints\tproven" +
	"TARGET" +
	"SOURCE... " +
	"*\t\trefuse " +
	"-color" +
	"-prefix, --" +
	"-error" +
	"v --verbose" +
	"\tunnamed " +
	"-dry-run" +
	", --color" +
	"js loads(node):*." +
	"\t?WORD" +
	", -t --" +
	"-debug" +
	"o --output\twrite:FILE" +
	"takes commands " +
	"line-number" +
	"group" +
	"-file\tread:FILE" +
	"number" +
	"writes history" +
	"-level, --" +
	"h --help, --version\t\tonly prints" +
	"update" +
	"sends secrets" +
	"-feature" +
	"fail" +
	"dry-run" +
	"\tKEYS\tsep " +
	"-format" +
	"ignore-case" +
	"readtree|url:" +
	"-format, --" +
	" loads(" +
	"-help, --version\t\tonly prints" +
	"follow" +
	"-package" +
	"script" +
	", --check" +
	"cloud verbs" +
	"merge" +
	"settings" +
	", PYTHON" +
	"-check" +
	"-timeout" +
	"-regexp" +
	"-from" +
	", --keep" +
	"place" +
	"EXPRESSION" +
	", -l --" +
	"PATTERN" +
	"buffer" +
	"object" +
	"ummary" +
	"window" +
	"read:FILE..." +
	"tree:PATH..." +
	", -c --" +
	", GIT_" +
	":NAME" +
	"-contain" +
	"preserve" +
	"directory" +
	"NAME " +
	"silent, -" +
	"path" +
	", -d --debug" +
	", -P --p" +
	", --user" +
	"project" +
	"h --help, --version\t\tonly prints\tproven" +
	", --skip" +
	"reads writes" +
	"text:" +
	"full" +
	", -i --in" +
	":PATH" +
	", -m --" +
	"\toptions(" +
	"-symlink" +
	"-path, --" +
	"\t\tonly prints reads" +
	"-line" +
	"-user" +
	"-ignore" +
	", -b --b" +
	"):CODE" +
	"installs" +
	", --tls" +
	"):*." +
	"-match" +
	"writes fetches history" +
	"table" +
	"-header" +
	"message" +
	"MODULE" +
	"-group" +
	"\t= sends" +
	"ize" +
	"-index" +
	"line" +
	"-data" +
	"-dir, --" +
	"\t\tunnamed " +
	"\tKEYS" +
	"timestamp" +
	"-module" +
	"-column" +
	"commands " +
	"pository" +
	"assword, -" +
	"options" +
	"-key" +
	", --json" +
	"module" +
	"-style" +
	"\tproven" +
	"-all" +
	"builds fetches" +
	", --cache" +
	"tree:PATH" +
	"PATH..." +
	" run:COMMAND..." +
	"-file\twrite:FILE" +
	"d by " +
	"execute" +
	"dereference" +
	"-platform" +
	"prefix" +
	"size, -" +
	"spec" +
	"INPUT" +
	"debug" +
	"-comm" +
	"writes builds" +
	", --quiet" +
	"connect" +
	"-width" +
	"work" +
	"_PATH" +
	"-context, --" +
	"view" +
	"length" +
	"\t\t= writes" +
	"FLAGS" +
	"-missing" +
	"REVISION" +
	"wrap" +
	"-option" +
	"show" +
	"-limit" +
	"from a " +
	"commands" +
	"PATH" +
	"-extra" +
	"-format\tWORD" +
	"encoding" +
	"-empt" +
	"OPTIONS" +
	"image" +
	"tree|host:" +
	", --verbose" +
	", --exclude" +
	"\talso-flag" +
	"-symbo" +
	"\t\t= system" +
	"-download" +
	", --group" +
	", -f --" +
	", -e --" +
	"fetches sends" +
	"target" +
	"compil" +
	", -d --" +
	"q --quiet" +
	"PROGRAM" +
	"hidden" +
	"-submodule" +
	"; leave" +
	"TEXT" +
	"erimental" +
	"DEVICE" +
	"PYTHON" +
	" skip:" +
	", -d, -" +
	"-cache" +
	", -l, -" +
	"template" +
	", --with" +
	"block" +
	", --target" +
	", --enable" +
	"host" +
	" of " +
	"ment" +
	", -u --" +
	"-filter" +
	"v --version, -h --help\t\tonly prints" +
	", -n --no" +
	"label" +
	"*transform" +
	", -j --job" +
	"SOURCE " +
	"extra" +
	"max-" +
	"text" +
	"\tNAME" +
	"EDITOR" +
	", -a --all" +
	", --strict" +
	"ignore" +
	", --log" +
	"\t\trefuse " +
	"java" +
	"-work" +
	"scription" +
	"made by " +
	"http" +
	"SCRIPT" +
	", --print-" +
	"beside" +
	"check" +
	"-defaul" +
	"loads(python" +
	"-section" +
	"root" +
	"TARGET..." +
	"\tNUMBER" +
	"-host" +
	", --force" +
	"multi" +
	", -a --" +
	"secret" +
	"CACHE" +
	"yntax" +
	"metadata" +
	"numeric" +
	"-warning" +
	"k --keep" +
	"i --ignore" +
	" --skip" +
	"-only, -" +
	"link" +
	"uffix" +
	"-input" +
	"curren" +
	"s, --show" +
	", --remove" +
	"device" +
	"-link" +
	"C\tcd:DIR" +
	"another " +
	"ed, --" +
	"\ttree:DIR" +
	", -C --" +
	"\t\t= " +
	"type, -" +
	"lay" +
	"* *" +
	"reference" +
	"graph" +
	"proxy" +
	"stream" +
	", -l --list" +
	", npm_config_" +
	"\tread:PATH" +
	"diff" +
	"plugin" +
	"destroys" +
	", -o --" +
	"|url:" +
	"location" +
	"secure" +
	", --stdin" +
	"PREFIX" +
	", --timeout" +
	"solve" +
	", -g --g" +
	", -n --" +
	"PAGER" +
	"redential" +
	" system" +
	", --exp" +
	"a --all" +
	"DEST" +
	"-info" +
	"crypt" +
	"extension" +
	", -T --" +
	"ed-" +
	"loads(" +
	", --path" +
	"-mode" +
	"quote" +
	"space, --" +
	", -R --re" +
	"upgrad" +
	"=VALUE" +
	"V --version, -h --help\t\tonly prints" +
	"f --file\tread:FILE" +
	"line-" +
	"private" +
	"-lock" +
	", -s --" +
	"text:WORD..." +
	"s-from" +
	", -x --" +
	"disable" +
	"TION" +
	"-new" +
	"valid" +
	"deletes " +
	"-json" +
	"track" +
	"local" +
	", -c, -" +
	", -L --" +
	", -i --" +
	"\tconfig:FILE" +
	"line, --" +
	", --format" +
	"VALUE" +
	"-skip" +
	"-script" +
	"napsho" +
	"-root, --" +
	"-pattern" +
	"try" +
	"raw" +
	"start" +
	", --include" +
	"\treadtree:DIR" +
	", --all" +
	"-repor" +
	"-polic" +
	"before" +
	" write:OUT" +
	", --auto" +
	", -p --" +
	"PACKAGE" +
	"\tPATH" +
	", -D --" +
	"-auto" +
	" !-" +
	"tty" +
	"e --env" +
	"folder" +
	"kube" +
	", --list" +
	"gress" +
	"writes fetches" +
	"ask" +
	"-log" +
	"cpu" +
	"NAME" +
	"-source" +
	", --pre" +
	", *_" +
	"penden" +
	"file\twrite:FILE" +
	"-back" +
	"try-" +
	"-version, --help" +
	"override" +
	"s, --skip" +
	"-token" +
	"FILTER" +
	"limit" +
	"-prefix" +
	"-key, --" +
	"base" +
	"data" +
	"shell" +
	", --repor" +
	"exec" +
	"c --config" +
	"tificate" +
	"readtree:FILE..." +
	"-exec" +
	"error" +
	"-args, --" +
	", -n --name" +
	"allow" +
	"o --output" +
	"new" +
	"-*, -" +
	"-env" +
	"skip:" +
	"-sub" +
	", -F --" +
	"allback" +
	" text:" +
	"FORMAT" +
	"defaul" +
	"pass" +
	"app" +
	"_CONFIG" +
	"NUMBER" +
	"author" +
	"-with" +
	", --watch" +
	", -o --output" +
	"-prompt" +
	"-signal" +
	"-id, --" +
	", -N --" +
	"format" +
	"-base" +
	"-list" +
	"ed, -" +
	"lock" +
	"dump" +
	"-size, -" +
	"-off" +
	"f --force" +
	", --test" +
	"hook" +
	"clear" +
	"quest" +
	"deletes" +
	"ruby" +
	"lative" +
	"-plugin" +
	"console" +
	"setup" +
	", --filter" +
	"-archive" +
	"-order" +
	"_HOME" +
	"off" +
	", --max" +
	", -r --" +
	"auth" +
	", -E --" +
	", -v --" +
	"host:" +
	"-*, -*" +
	"metho" +
	"ization" +
	", -U --" +
	"\trefuse loads code" +
	"transform" +
	"-exist" +
	", -test." +
	" a " +
	"tra" +
	"keep" +
	"quire" +
	"|host:" +
	"trace-" +
	"ighligh" +
	"SHELL" +
	"width" +
	"s-with" +
	"ull" +
	"header" +
	"create" +
	"what " +
	"only:." +
	"kill" +
	", --delete" +
	", -H --" +
	", --index" +
	"-exclude" +
	"json" +
	"File" +
	", -z --" +
	", -S --" +
	"cursive" +
	"-exp" +
	"l --list" +
	"file\tread:FILE" +
	"langu" +
	"scap" +
	"ustom" +
	"o\twrite:FILE" +
	"rust" +
	"-name, --" +
	"RUST" +
	"down" +
	"obeys " +
	"-version, -h --help\t\tonly prints" +
	"destination" +
	"\tprefix" +
	"-add" +
	", --from" +
	", -M --" +
	"ort-" +
	"edit" +
	"input" +
	"use-" +
	"ies, --" +
	"info" +
	"d --de" +
	"viron" +
	".json" +
	"HOST" +
	"istic" +
	"parse" +
	"-target" +
	"):." +
	"-sign" +
	"timeout" +
	"-comp" +
	"ression" +
	"ync" +
	"mark" +
	"string" +
	"download" +
	"TRACE" +
	"TEST_" +
	"-python" +
	"named by " +
	", -A --" +
	"lay, -" +
	"spect" +
	"s, --ignore" +
	"delete" +
	"-time" +
	"Path" +
	"f --file" +
	"lobal" +
	", --to" +
	"maybe" +
	", --strip" +
	", -p --pro" +
	"filter" +
	"cation" +
	"SOURCE..." +
	"-stat" +
	"press" +
	"store" +
	"field" +
	"back" +
	", --comp" +
	"attach" +
	":\tsh:COMMAND" +
	"tmux" +
	"-delete" +
	", --no-color" +
	"a shell" +
	"auto" +
	"doc" +
	"copy" +
	"word" +
	", -I --" +
	"trans" +
	"-dump" +
	"-fa" +
	"e --e" +
	"assword, --" +
	"-pid" +
	"owner" +
	", -y --y" +
	", -j --" +
	"u --user" +
	", -O --" +
	"title" +
	"\t\talso" +
	"-fd, --" +
	", -V --version" +
	"warning" +
	"ING" +
	"cache" +
	"depth" +
	"xml" +
	"tml" +
	"aralle" +
	"ult" +
	"user" +
	"CONFIG" +
	"OPTION" +
	"zero" +
	"after" +
	":*, -" +
	"posit" +
	"defin" +
	", --min" +
	", --net" +
	"ublic" +
	"USER" +
	"builds sends" +
	"\tWORD\t= " +
	"-session" +
	"ervice" +
	", --stat" +
	", --defaul" +
	", -k --" +
	"clean" +
	"select" +
	"color" +
	"-stack" +
	"archive" +
	"-bin" +
	"clien" +
	"quick" +
	"SPEC" +
	"aemon" +
	"imum" +
	"S --s" +
	"limiter" +
	"-remove" +
	", -w --" +
	"cap" +
	", -g --" +
	"server" +
	"ject" +
	"ranch" +
	"valu" +
	"write:FILE..." +
	"flag" +
	"-paren" +
	"hash" +
	"open" +
	"nel" +
	"~--" +
	" its " +
	"args" +
	"options " +
	"d --debug" +
	"-inter" +
	", --env" +
	"written" +
	"idth" +
	"\talso" +
	"-server" +
	"thread" +
	"dir, --" +
	"reshold" +
	"DATA" +
	"andom" +
	" --ipv" +
	"stdin" +
	"PRO" +
	"direct" +
	"toco" +
	"uration" +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction" +
	"*, -s" +
	"add-" +
	"lass" +
	"settings " +
	"option" +
	"MMAND" +
	"disp" +
	"strict" +
	"quer" +
	"space, -" +
	"header, --" +
	"termin" +
	", --tag" +
	"tent" +
	"stderr" +
	"below" +
	"label, --" +
	"REPO" +
	"sum" +
	"ODE" +
	"-director" +
	"alia" +
	"-*, --" +
	"of " +
	"\tread:" +
	"-imp" +
	"ftp" +
	"poin" +
	"id, --" +
	"count, -" +
	"skip" +
	"job" +
	"-ref" +
	"ternal" +
	"s!-" +
	", --get" +
	"flow:" +
	"dock" +
	"leanup" +
	"ipe" +
	"lease" +
	"call" +
	"-test" +
	"-keys" +
	"only-" +
	"ariable" +
	"\t= " +
	"-code" +
	"lain" +
	"URL" +
	", -h --" +
	"search" +
	", -n --no-" +
	"PROFILE" +
	":*, /" +
	"the " +
	"id, -" +
	"-leve" +
	", --bin" +
	"enable" +
	"match" +
	"LIB" +
	"unction" +
	"stdout" +
	"api" +
	"sh:COMMAND..." +
	", GO" +
	", --po" +
	"ity, -" +
	"-pass" +
	"cket" +
	"sol" +
	"SOURCE" +
	"url:" +
	"-reg" +
	"verify, --" +
	"groun" +
	"-git" +
	"ical" +
	"ymlink" +
	"TIME" +
	"andbox" +
	"prints reads " +
	"spl" +
	"-only" +
	"verbose" +
	"ARGUMENT..." +
	"=*, -" +
	"ample" +
	"4, -6" +
	"zip" +
	"first" +
	"chain" +
	"login" +
	"curse" +
	", -q --" +
	"hite" +
	"-shell" +
	", --imp" +
	"saf" +
	"-if" +
	" by " +
	"print-" +
	"lang" +
	"gress, --" +
	"long" +
	", --reg" +
	"s, --list" +
	", --per" +
	"locale" +
	"-profile" +
	"-trans" +
	"? --help" +
	"silen" +
	"lay-" +
	"mail" +
	"ange" +
	"r --re" +
	"num" +
	"own" +
	"remove" +
	"a file" +
	", -y, -" +
	"later" +
	"iden" +
	"npm" +
	"strip" +
	"es-" +
	"-flag" +
	"them" +
	", --server" +
	"memor" +
	"text, -" +
	"lay, --" +
	", --ref" +
	"tls" +
	"c --con" +
	"rule" +
	"-date" +
	"-var" +
	" --include" +
	"omit" +
	"OPT" +
	"key, -" +
	"comm" +
	"-arg" +
	", -V --version\t\tonly prints" +
	"ress, --" +
	"tach" +
	"SION" +
	"pert" +
	", --sup" +
	"gest" +
	"tinu" +
	"-cover" +
	", -In" +
	"s --s" +
	"LIN" +
	"order" +
	"-exit" +
	"*, --*" +
	", -b --" +
	"que" +
	"HOME" +
	" --verbose" +
	" --quiet" +
	"-mi" +
	"to " +
	"iteralPath" +
	", --silen" +
	"refer" +
	"-cpu" +
	", --fix" +
	"trol" +
	"KEY" +
	"p --p" +
	"quiet" +
	"MENT..." +
	"set-" +
	"share" +
	"lection" +
	"attr" +
	"TORY" +
	"machin" +
	", --man" +
	"emit" +
	"hide" +
	"TER" +
	"AGE" +
	"SER" +
	"takes " +
	"-char" +
	"ative" +
	"LOG" +
	"righ" +
	"-fix" +
	"-thread" +
	", --use" +
	"stack" +
	", --over" +
	"/* " +
	"action" +
	"VER" +
	"\tonly " +
	"ASE" +
	"session" +
	"-gen" +
	"-include" +
	"gdb" +
	"self" +
	"extrac" +
	"with" +
	"PUT" +
	"-pack" +
	"pack" +
	"ass, -" +
	"perl" +
	"vim" +
	"iph" +
	", -vv" +
	"reserve" +
	"can " +
	"IST" +
	"Variable" +
	", --set-" +
	"s, -t --" +
	"ment, --" +
	"ilure" +
	"IP_" +
	", -Ex" +
	"from" +
	"site" +
	"age-" +
	"line, -" +
	"ments" +
	"mental" +
	"VICE"

var pieceEnds = [Pieces]uint16{
	4, 7, 10, 23, 28, 32, 39, 44, 48, 55, 60, 65, 70, 77, 85, 87,
	91, 95, 101, 106, 108, 116, 118, 121, 127, 129, 134, 136, 142, 144, 150, 153,
	155, 158, 163, 167, 171, 173, 176, 181, 183, 185, 189, 192, 194, 196, 201, 203,
	205, 208, 213, 215, 218, 221, 223, 227, 229, 231, 235, 237, 239, 241, 245, 247,
	250, 253, 255, 257, 259, 261, 264, 266, 268, 271, 273, 275, 278, 280, 282, 284,
	286, 288, 290, 292, 294, 296, 298, 300, 302, 304, 306, 308, 310, 312, 314, 316,
	318, 321, 325, 327, 331, 334, 336, 338, 340, 342, 344, 346, 348, 352, 354, 357,
	359, 361, 364, 366, 369, 372, 374, 376, 378, 380, 387, 562, 582, 635, 671, 683,
	706, 720, 734, 742, 759, 771, 780, 787, 797, 839, 847, 854, 877, 888, 905, 919,
	928, 938, 950, 958, 981, 1004, 1011, 1019, 1031, 1066, 1075, 1083, 1093, 1101, 1111, 1118,
	1134, 1140, 1159, 1170, 1177, 1185, 1198, 1208, 1228, 1236, 1243, 1253, 1260, 1275, 1284, 1291,
	1299, 1315, 1336, 1356, 1368, 1383, 1388, 1394, 1403, 1407, 1421, 1429, 1433, 1440, 1458, 1469,
	1483, 1489, 1500, 1506, 1512, 1527, 1536, 1549, 1554, 1559, 1594, 1606, 1627, 1635, 1643, 1657,
	1667, 1676, 1682, 1700, 1712, 1719, 1731, 1740, 1758, 1773, 1784, 1793, 1799, 1804, 1811, 1822,
	1830, 1834, 1868, 1874, 1884, 1894, 1900, 1911, 1917, 1928, 1937, 1945, 1954, 1971, 1977, 1984,
	1990, 2011, 2026, 2037, 2042, 2057, 2063, 2077, 2087, 2119, 2125, 2138, 2146, 2150, 2157, 2167,
	2174, 2185, 2198, 2209, 2216, 2245, 2251, 2259, 2265, 2274, 2285, 2290, 2298, 2306, 2312, 2320,
	2327, 2332, 2340, 2345, 2355, 2362, 2369, 2375, 2381, 2387, 2393, 2405, 2417, 2424, 2430, 2435,
	2443, 2451, 2460, 2465, 2474, 2478, 2490, 2498, 2506, 2513, 2552, 2560, 2572, 2577, 2581, 2590,
	2595, 2602, 2611, 2619, 2628, 2647, 2652, 2657, 2664, 2672, 2678, 2686, 2693, 2697, 2703, 2725,
	2730, 2737, 2744, 2750, 2756, 2764, 2767, 2773, 2777, 2782, 2790, 2800, 2805, 2814, 2821, 2828,
	2837, 2845, 2855, 2862, 2866, 2874, 2880, 2886, 2893, 2897, 2911, 2920, 2929, 2936, 2951, 2967,
	2972, 2979, 2990, 2999, 3005, 3012, 3016, 3021, 3026, 3031, 3044, 3053, 3060, 3066, 3070, 3075,
	3087, 3091, 3097, 3107, 3112, 3120, 3128, 3132, 3139, 3143, 3149, 3156, 3164, 3168, 3174, 3186,
	3194, 3199, 3206, 3211, 3221, 3232, 3243, 3253, 3259, 3269, 3278, 3287, 3294, 3301, 3314, 3320,
	3326, 3333, 3342, 3349, 3355, 3365, 3372, 3376, 3385, 3391, 3397, 3403, 3410, 3416, 3423, 3431,
	3439, 3444, 3454, 3464, 3468, 3472, 3476, 3483, 3490, 3525, 3534, 3539, 3549, 3559, 3566, 3571,
	3575, 3579, 3584, 3590, 3600, 3610, 3616, 3623, 3632, 3636, 3641, 3650, 3658, 3662, 3668, 3678,
	3684, 3689, 3696, 3708, 3716, 3720, 3729, 3736, 3741, 3750, 3755, 3762, 3768, 3773, 3778, 3786,
	3793, 3801, 3809, 3819, 3826, 3834, 3838, 3843, 3849, 3855, 3864, 3874, 3880, 3885, 3893, 3901,
	3907, 3916, 3923, 3927, 3934, 3937, 3940, 3949, 3954, 3959, 3965, 3976, 3989, 3999, 4003, 4009,
	4017, 4024, 4029, 4037, 4043, 4052, 4058, 4069, 4074, 4082, 4089, 4094, 4103, 4110, 4117, 4124,
	4128, 4133, 4138, 4147, 4154, 4157, 4163, 4171, 4176, 4181, 4190, 4199, 4205, 4211, 4246, 4264,
	4269, 4276, 4281, 4288, 4300, 4306, 4313, 4320, 4324, 4328, 4333, 4341, 4346, 4351, 4356, 4363,
	4370, 4377, 4389, 4397, 4407, 4412, 4417, 4424, 4430, 4439, 4447, 4450, 4453, 4458, 4469, 4482,
	4489, 4495, 4501, 4507, 4517, 4525, 4532, 4539, 4544, 4551, 4556, 4559, 4562, 4569, 4575, 4579,
	4587, 4592, 4606, 4609, 4613, 4616, 4620, 4627, 4634, 4638, 4644, 4659, 4664, 4668, 4684, 4692,
	4701, 4707, 4713, 4718, 4725, 4733, 4737, 4741, 4746, 4755, 4759, 4769, 4777, 4793, 4798, 4803,
	4812, 4823, 4828, 4838, 4841, 4846, 4850, 4855, 4859, 4866, 4873, 4879, 4885, 4891, 4895, 4898,
	4905, 4911, 4917, 4922, 4931, 4944, 4951, 4958, 4965, 4972, 4978, 4983, 4988, 4993, 4997, 5001,
	5009, 5013, 5022, 5030, 5034, 5039, 5044, 5051, 5055, 5061, 5068, 5075, 5080, 5090, 5098, 5104,
	5109, 5112, 5119, 5126, 5130, 5137, 5144, 5149, 5155, 5160, 5167, 5174, 5192, 5201, 5207, 5215,
	5218, 5221, 5225, 5230, 5236, 5242, 5249, 5254, 5259, 5265, 5268, 5274, 5280, 5285, 5291, 5295,
	5305, 5312, 5321, 5329, 5333, 5337, 5344, 5351, 5358, 5362, 5370, 5384, 5389, 5393, 5398, 5410,
	5414, 5423, 5427, 5431, 5437, 5469, 5480, 5487, 5491, 5499, 5506, 5510, 5514, 5519, 5523, 5530,
	5534, 5540, 5545, 5550, 5554, 5559, 5564, 5571, 5574, 5579, 5586, 5591, 5598, 5601, 5605, 5611,
	5619, 5624, 5629, 5636, 5645, 5652, 5658, 5663, 5674, 5680, 5685, 5689, 5697, 5702, 5708, 5713,
	5722, 5732, 5738, 5744, 5753, 5758, 5763, 5768, 5773, 5777, 5785, 5791, 5803, 5807, 5814, 5826,
	5833, 5837, 5840, 5844, 5848, 5855, 5860, 5865, 5868, 5873, 5884, 5888, 5893, 5901, 5908, 5916,
	5923, 5928, 5934, 5941, 5955, 5962, 5965, 5970, 5975, 5978, 5981, 5987, 5990, 5994, 6000, 6006,
	6010, 6015, 6020, 6025, 6030, 6037, 6044, 6049, 6053, 6065, 6073, 6081, 6087, 6095, 6105, 6112,
	6117, 6123, 6128, 6134, 6141, 6145, 6150, 6155, 6159, 6164, 6168, 6173, 6180, 6187, 6194, 6197,
	6204, 6210, 6214, 6219, 6223, 6236, 6240, 6246, 6250, 6254, 6257, 6260, 6265, 6269, 6277, 6286,
	6292, 6299, 6306, 6310, 6315, 6322, 6328, 6335, 6342, 6346, 6351, 6357, 6362, 6365, 6371, 6375,
	6382, 6463, 6468, 6472, 6476, 6485, 6491, 6496, 6500, 6506, 6510, 6518, 6528, 6534, 6541, 6545,
	6551, 6556, 6565, 6569, 6572, 6575, 6584, 6588, 6594, 6597, 6603, 6607, 6610, 6614, 6620, 6628,
	6632, 6635, 6639, 6645, 6648, 6655, 6660, 6664, 6670, 6673, 6678, 6682, 6687, 6692, 6697, 6704,
	6707, 6712, 6716, 6719, 6726, 6732, 6742, 6749, 6754, 6758, 6763, 6768, 6775, 6781, 6786, 6789,
	6796, 6802, 6805, 6818, 6822, 6828, 6834, 6839, 6843, 6846, 6852, 6856, 6860, 6870, 6875, 6879,
	6883, 6889, 6893, 6899, 6912, 6915, 6920, 6927, 6938, 6943, 6948, 6953, 6956, 6961, 6966, 6971,
	6976, 6983, 6987, 6993, 7000, 7003, 7006, 7010, 7016, 7020, 7029, 7033, 7040, 7049, 7056, 7062,
	7070, 7076, 7084, 7089, 7093, 7097, 7101, 7107, 7110, 7113, 7119, 7125, 7132, 7137, 7141, 7144,
	7149, 7152, 7157, 7161, 7171, 7176, 7183, 7190, 7197, 7200, 7207, 7211, 7216, 7220, 7230, 7234,
	7237, 7243, 7247, 7251, 7278, 7286, 7290, 7294, 7298, 7305, 7309, 7313, 7319, 7324, 7329, 7332,
	7337, 7342, 7348, 7355, 7358, 7362, 7372, 7380, 7383, 7386, 7396, 7405, 7410, 7414, 7421, 7425,
	7428, 7433, 7438, 7445, 7449, 7454, 7461, 7465, 7469, 7475, 7482, 7486, 7490, 7493, 7496, 7499,
	7505, 7510, 7515, 7518, 7522, 7526, 7533, 7540, 7545, 7553, 7556, 7562, 7565, 7571, 7574, 7581,
	7585, 7593, 7596, 7600, 7606, 7610, 7613, 7618, 7622, 7628, 7632, 7635, 7638, 7643, 7650, 7654,
	7657, 7665, 7673, 7681, 7689, 7694, 7697, 7702, 7706, 7710, 7714, 7721, 7726, 7732, 7736,
}
