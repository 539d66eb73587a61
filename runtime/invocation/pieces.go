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
	":FILE" +
	"t, --" +
	"read" +
	"version" +
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
	"output" +
	"at" +
	"pro" +
	"or" +
	"ion" +
	"name" +
	"build" +
	"file" +
	"de" +
	"ver" +
	"tree" +
	"le" +
	"ex" +
	"load" +
	"for" +
	"s " +
	"se" +
	"ar" +
	"clude" +
	"al" +
	"ter" +
	"ystem" +
	"run" +
	"co" +
	"ing" +
	", " +
	"send" +
	"help" +
	"-p" +
	"it" +
	"an" +
	"lo" +
	"ri" +
	"WORD" +
	"out" +
	"sh" +
	"ate" +
	"ro" +
	"ce" +
	"no" +
	"li" +
	"che" +
	"di" +
	"con" +
	"et" +
	"-s" +
	"DIR" +
	"ti" +
	"un" +
	"te" +
	"on" +
	"ch" +
	"ct" +
	"ac" +
	"ag" +
	"ur" +
	"pt" +
	"ve" +
	"ab" +
	"ss" +
	"ig" +
	"ke" +
	"mp" +
	"-t" +
	" -" +
	"-c" +
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
	"ts" +
	"\t\t" +
	"wri" +
	"lu" +
	"FILE" +
	"hel" +
	"ys" +
	"ame" +
	"CO" +
	"ld" +
	".." +
	"OR" +
	"\t\tonly " +
	"FI" +
	"LE" +
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
	"\ttext:WORD" +
	"script(" +
	"h --help, -V --version\t\tonly prints\tproven" +
	"\tscript(" +
	"history" +
	"q --quiet, -v --verbose" +
	"written by " +
	"rewritten by git " +
	"sends destroys" +
	", --debug" +
	"PACKAGE..." +
	"\tunsure " +
	"\trun:PROGRAM" +
	"-format, --" +
	"\twritetree:DIR" +
	"builds installs fetches" +
	"v --verbose, -q --quiet" +
	"NAME..." +
	"default-" +
	" loads(c):*." +
	"h --help, -V --version\t\tonly prints" +
	"-password" +
	", -s --s" +
	" that " +
	"-recursive" +
	"args:ARGUMENT..." +
	"\trefuse " +
	", --ignore" +
	"max-" +
	", -p --p" +
	"ARCHIVE" +
	"\t\tonly prints\tproven" +
	"-command\tsh:COMMAND" +
	", --disable" +
	"source(" +
	"\tread:FILE" +
	", CARGO_" +
	"\ttext:PATTERN" +
	"program" +
	"destroys system" +
	"):OPTIONS" +
	"package" +
	"-command" +
	"secrets" +
	"-directory" +
	"written by the " +
	"-size, --" +
	"installs fetches" +
	"\trefuse loads code in" +
	"prints reads fetches" +
	"\tsecret:WORD" +
	"prints fetches" +
	"append" +
	", -r --re" +
	"type" +
	"-dir" +
	", --show" +
	"\twrite:FILE" +
	"\tcd:DIR" +
	", -i --interactive" +
	"source" +
	"\ttext:" +
	"run:COMMAND..." +
	"*\t\trefuse " +
	"n --dry-run" +
	", --allow" +
	" the " +
	"fail" +
	"python" +
	" loads(node):*." +
	"\t\tonly prints\tstdin -" +
	"-path" +
	"rewritten by " +
	":PATH" +
	"-type, --" +
	"h --help, -v --version\t\tonly prints" +
	"-interactive" +
	"\tstdin -" +
	"command" +
	"space" +
	"-separator" +
	", -t --" +
	" loads(fortran):*." +
	"\t\t= destroys" +
	", -f --force" +
	"Path, -LiteralPath" +
	"\tWORD\talso-flag" +
	"verify" +
	", -u --user" +
	"-only, --" +
	"install" +
	"\tsh:COMMAND" +
	"tool" +
	"change" +
	"tree:PATH..." +
	"\tunnamed " +
	"\ttree:DIR" +
	", -V --version\t\tonly prints\tproven" +
	", -w --w" +
	"-dry-run" +
	"TARGET" +
	"SOURCE... " +
	"-color" +
	"-from" +
	"\toptions(" +
	"v --verbose" +
	"-error" +
	"-debug" +
	" loads(" +
	"-prefix, --" +
	"js loads(node):*." +
	"\t?WORD" +
	", --color" +
	"o --output\twrite:FILE" +
	"takes commands " +
	"line-number" +
	"-file\tread:FILE" +
	"number" +
	"writes history" +
	"-level, --" +
	"h --help, --version\t\tonly prints" +
	"update" +
	"tree:PATH" +
	"sends secrets" +
	"-feature" +
	"dry-run" +
	"\tKEYS\tsep " +
	"-timeout" +
	"ignore-case" +
	"-help, --version\t\tonly prints" +
	"follow" +
	"-package" +
	"script" +
	"-check" +
	":NAME" +
	"cloud verbs" +
	"merge" +
	"settings" +
	"trace" +
	"PATTERN" +
	", PYTHON" +
	"-regexp" +
	", --keep" +
	"place" +
	"EXPRESSION" +
	", -l --" +
	", --check" +
	"buffer" +
	"object" +
	"ummary" +
	"preserve" +
	"NAME " +
	"silent, -" +
	", -c --" +
	"window" +
	"read:FILE..." +
	"path" +
	", GIT_" +
	"-contain" +
	"directory" +
	", -d --debug" +
	"project" +
	", --user" +
	"h --help, --version\t\tonly prints\tproven" +
	"import" +
	", --skip" +
	"reads writes" +
	"full" +
	", -i --in" +
	", -P --p" +
	"text:" +
	"_PATH" +
	", -m --" +
	"module" +
	"-symlink" +
	"-path, --" +
	"\t\tonly prints reads" +
	"-line" +
	"-user" +
	"-ignore" +
	", -b --b" +
	"\tKEYS" +
	"):CODE" +
	"installs" +
	"-group" +
	"\t= sends" +
	"):*." +
	"-match" +
	"writes fetches history" +
	"line" +
	"\t\tunnamed " +
	"-header" +
	"message" +
	"made by " +
	" skip:" +
	"REVISION" +
	"ize" +
	"-index" +
	"table" +
	"-dir, --" +
	"timestamp" +
	"-module" +
	"options" +
	"commands " +
	"-data" +
	"readtree|url:" +
	"label" +
	"pository" +
	"size, -" +
	"\tproven" +
	"progress, --" +
	"-style" +
	"-key" +
	", --json" +
	"-all" +
	"builds fetches" +
	", --cache" +
	"connect" +
	"assword, -" +
	"PATH..." +
	" run:COMMAND..." +
	"-file\twrite:FILE" +
	"d by " +
	", --quiet" +
	"hidden" +
	"execute" +
	"dereference" +
	"INPUT" +
	"-platform" +
	"prefix" +
	"-extra" +
	"debug" +
	"image" +
	"spec" +
	"extra" +
	"-comm" +
	"writes builds" +
	"DEVICE" +
	"another " +
	"commands" +
	"-width" +
	"show" +
	"-format" +
	"wrap" +
	"-option" +
	"-context, --" +
	"-suffix" +
	"view" +
	"\treadtree:DIR" +
	"length" +
	"\t\t= writes" +
	"-missing" +
	"FLAGS" +
	"-format\tWORD" +
	"ment" +
	", --max" +
	"-limit" +
	"-symbo" +
	"; leave" +
	"encoding" +
	"OPTIONS" +
	"-empt" +
	", --verbose" +
	"q --quiet" +
	", --exclude" +
	"\talso-flag" +
	"\t\t= system" +
	"-download" +
	", --group" +
	"PM_CONFIG_" +
	", -e --" +
	"target" +
	"fetches sends" +
	", --with" +
	"compil" +
	", -f --" +
	", -d --" +
	"map" +
	"PROGRAM" +
	"MODULE" +
	"-submodule" +
	"group" +
	"-cache" +
	"\t\trefuse " +
	"TEXT" +
	"erimental" +
	"PYTHON" +
	"host" +
	", -l, -" +
	", -d, -" +
	", --target" +
	"template" +
	"scription" +
	"block" +
	", --enable" +
	" of " +
	"check" +
	", -u --" +
	"PATH" +
	"-filter" +
	"v --version, -h --help\t\tonly prints" +
	", -n --no" +
	"*transform" +
	", -j --job" +
	"from a file" +
	"SOURCE " +
	"format" +
	"text" +
	"ignore" +
	"link" +
	"\tNAME" +
	"EDITOR" +
	"beside" +
	", -a --all" +
	"* *" +
	", --strict" +
	", --print-" +
	"root" +
	"-work" +
	"yntax" +
	"http" +
	"SCRIPT" +
	"-policy, --" +
	"-defaul" +
	"loads(python" +
	"-section" +
	", --force" +
	"TARGET..." +
	"\tNUMBER" +
	", -a --" +
	"ed, --" +
	"java" +
	"-input" +
	"multi" +
	"secret" +
	"shell" +
	"CACHE" +
	"metadata" +
	" --group" +
	"numeric" +
	"-warning" +
	"k --keep" +
	"i --ignore" +
	", -l --list" +
	" --skip" +
	"-only, -" +
	", --log" +
	"curren" +
	"s, --show" +
	"device" +
	"-link" +
	"C\tcd:DIR" +
	"lay" +
	", -C --" +
	"\t\t= " +
	"-host" +
	"location" +
	"reference" +
	"stream" +
	", --remove" +
	", -g --g" +
	", npm_config_" +
	"solve" +
	"plugin" +
	"destroys" +
	", -o --" +
	"type, -" +
	", --timeout" +
	"|url:" +
	"secure" +
	"tree|host:" +
	"ed-" +
	"PAGER" +
	"redential" +
	"s-from" +
	", -n --" +
	"loads(" +
	"a --all" +
	"DEST" +
	"-info" +
	"crypt" +
	", --stdin" +
	"extension" +
	", -T --" +
	" !-" +
	"exec" +
	", --exp" +
	", --path" +
	"-mode" +
	"quote" +
	"space, --" +
	", -R --re" +
	"maybe" +
	"upgrad" +
	"=VALUE" +
	"V --version, -h --help\t\tonly prints" +
	"f --file\tread:FILE" +
	" a " +
	", *_" +
	"private" +
	"-lock" +
	"top" +
	", -s --" +
	"VALUE" +
	"text:WORD..." +
	", -x --" +
	", -p --" +
	"line-" +
	"disable" +
	"local" +
	"TION" +
	"etwork" +
	"-new" +
	"valid" +
	"-json" +
	"protoco" +
	"deletes " +
	"-root, --" +
	", -c, -" +
	", -L --" +
	", -i --" +
	"\tconfig:FILE" +
	"line, --" +
	", --format" +
	"-skip" +
	"-script" +
	" flow:" +
	"napsho" +
	"kube" +
	"-pattern" +
	"work" +
	"raw" +
	", --include" +
	" system" +
	"-trace" +
	"-repor" +
	"-exec" +
	"before" +
	"-version, --help" +
	" write:OUT" +
	", -D --" +
	"-key, --" +
	"-prompt" +
	"PACKAGE" +
	"\tPATH" +
	"-auto" +
	"-log" +
	"cpu" +
	"console" +
	"tty" +
	"e --env" +
	"folder" +
	", --auto" +
	"writes fetches" +
	"-prefix" +
	", --pre" +
	", --list" +
	"base" +
	"app" +
	"-source" +
	"CONFIG" +
	"skip:" +
	"HOME" +
	"penden" +
	", --all" +
	"file\twrite:FILE" +
	"PREFIX" +
	"SUFFIX" +
	"FORMAT" +
	"try-" +
	"override" +
	"s, --skip" +
	"-token" +
	"limit" +
	"data" +
	"allow" +
	"o --output" +
	"-list" +
	", --repor" +
	"-back" +
	"error" +
	"c --config" +
	"tificate" +
	"readtree:FILE..." +
	"-id, --" +
	"-args, --" +
	", -n --name" +
	"ed, -" +
	"-env" +
	"new" +
	", -F --" +
	"allback" +
	"\tprefix" +
	" text:" +
	"start" +
	"defaul" +
	"pass" +
	"-sub" +
	"-*, -" +
	"f --force" +
	"proxy" +
	"NUMBER" +
	"author" +
	"-with" +
	", --watch" +
	"mail" +
	", -o --output" +
	"-signal" +
	", -N --" +
	"-base" +
	"lock" +
	"clean" +
	"dump" +
	"-off" +
	"NAME" +
	"|host:" +
	", --test" +
	"hook" +
	"clear" +
	"quest" +
	"deletes" +
	"ruby" +
	"lative" +
	"-plugin" +
	"setup" +
	", --filter" +
	"-archive" +
	"-diff" +
	", -v --" +
	"off" +
	", -r --" +
	"auth" +
	"quire" +
	"ull" +
	", -E --" +
	"host:" +
	"-*, -*" +
	"metho" +
	"ization" +
	", -U --" +
	"\trefuse loads code" +
	"transform" +
	"-exist" +
	", --delete" +
	", -test." +
	"tra" +
	"keep" +
	"trace-" +
	"ighligh" +
	"SHELL" +
	"width" +
	"s-with" +
	"json" +
	"):." +
	"-size, -" +
	"header" +
	"create" +
	"what " +
	"raph" +
	"only:." +
	"tls" +
	"kill" +
	", -H --" +
	", --index" +
	", --from" +
	"-exclude" +
	"make" +
	"File" +
	"pack" +
	"diff" +
	"cursive" +
	"-exp" +
	"l --list" +
	"file\tread:FILE" +
	"langu" +
	"scap" +
	"ustom" +
	"o\twrite:FILE" +
	", -z --" +
	"rust" +
	"-name, --" +
	"process" +
	"RUST" +
	"down" +
	"obeys " +
	"-version, -h --help\t\tonly prints" +
	"destination" +
	", -M --" +
	", -S --" +
	"edit" +
	"mark" +
	"input" +
	"parse" +
	"use-" +
	"ies, --" +
	"delete" +
	"-stat" +
	"info" +
	"d --de" +
	"ync" +
	"-add" +
	"viron" +
	".json" +
	"HOST" +
	"istic" +
	"-target" +
	"timeout" +
	"f --file" +
	"ression" +
	"open" +
	"string" +
	"download" +
	"TRACE" +
	"TEST_" +
	"-python" +
	"named by " +
	"\t= system" +
	", -A --" +
	"word" +
	"spect" +
	"s, --ignore" +
	"-comp" +
	"-sign" +
	"Path" +
	"lobal" +
	"lay, -" +
	"attach" +
	"machin" +
	", --strip" +
	"filter" +
	"store" +
	"field" +
	"cation" +
	"SOURCE..." +
	"back" +
	"auto" +
	"\t= " +
	"ask" +
	"CONFIG_" +
	"doc" +
	":\tsh:COMMAND" +
	"tmux" +
	", --no-color" +
	"ariable" +
	"-time" +
	"tree:DIR" +
	", -I --" +
	"trans" +
	"-dump" +
	"-delete" +
	", --comp" +
	"defin" +
	"e --e" +
	"track" +
	"assword, --" +
	"-pid" +
	"owner" +
	", -y --y" +
	", -j --" +
	"u --user" +
	", -O --" +
	"set-" +
	"color" +
	":*, -" +
	"title" +
	"SPEC" +
	"\t\talso" +
	"-fd, --" +
	", -V --version" +
	"warning" +
	"ort-" +
	", -k --" +
	"max" +
	"main" +
	"ING" +
	" *=" +
	"cache" +
	"depth" +
	"xml" +
	"tml" +
	"aralle" +
	"ult" +
	"settings " +
	"options " +
	"user" +
	"OPTION" +
	"zero" +
	"after" +
	"archive" +
	"posit" +
	"ublic" +
	"aemon" +
	"DATA" +
	"USER" +
	"builds sends" +
	"-session" +
	", --stat" +
	" its " +
	", --defaul" +
	", --min" +
	"select" +
	"clien" +
	"id, --" +
	"~--" +
	"nel" +
	", -w --" +
	"server" +
	"add-" +
	"flag" +
	"-bin" +
	"quick" +
	"imum" +
	"cap" +
	"REPO" +
	"limiter" +
	"-remove" +
	"-stack" +
	"thread" +
	"args" +
	"ject" +
	"ranch" +
	"valu" +
	"write:FILE..." +
	"-paren" +
	", --env" +
	"hash" +
	"stdin" +
	"-*, --" +
	"lass" +
	"d --debug" +
	"written" +
	"TER" +
	"idth" +
	"\talso" +
	"lumn" +
	"-server" +
	"quer" +
	"dir, --" +
	"-inter" +
	"reshold" +
	"proxy-" +
	"andom" +
	"order" +
	"PRO" +
	"direct" +
	"disp" +
	"uration" +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction" +
	"*, -s" +
	", --add" +
	"option" +
	"MMAND" +
	"strict" +
	"free" +
	"space, -" +
	"header, --" +
	"ymlink" +
	"termin" +
	"tent" +
	"FILE, *_" +
	"stderr" +
	"mask" +
	"below" +
	"dock" +
	", -R --" +
	"ipe" +
	", -P --" +
	"sum" +
	"ODE" +
	"-director" +
	"s!-" +
	"of " +
	"\tread:" +
	"ternal" +
	"call" +
	"ftp" +
	", --tag" +
	"S --s" +
	"poin" +
	"count, -" +
	"skip" +
	"job" +
	"gress" +
	"-ref" +
	"URL" +
	"-polic" +
	"from a " +
	"-test" +
	", --get" +
	"-keys" +
	", -X --" +
	", --po" +
	"lease" +
	"unction" +
	"=*, -" +
	"verify, --" +
	"only-" +
	"comm" +
	"the " +
	"verbose" +
	"match" +
	"-code" +
	"lain" +
	"stdout" +
	", GO" +
	", --to" +
	", -h --" +
	"search" +
	"tracke" +
	", -n --no-" +
	"PROFILE" +
	"readtree:." +
	"writetree:." +
	"-leve" +
	", --bin" +
	"enable" +
	"LIB" +
	"api" +
	"sh:COMMAND..." +
	"-only" +
	"-pass" +
	"cket" +
	"sol" +
	"SOURCE" +
	" by " +
	"url:" +
	"-reg" +
	"remove" +
	"groun" +
	"-git" +
	"ical" +
	", -q --" +
	"uffix" +
	"prints reads " +
	"? --help" +
	"spl" +
	"ity, -" +
	"-fa" +
	"ARGUMENT..." +
	"ample" +
	"4, -6" +
	"zip" +
	"first" +
	"chain" +
	"login" +
	"curse" +
	"hite" +
	"-shell" +
	"saf" +
	"lang" +
	"long" +
	", --reg" +
	"s, --list" +
	"a file" +
	"locale" +
	"-profile" +
	"-if" +
	"-trans" +
	"silen" +
	"text, -" +
	"lay-" +
	"ange" +
	"der, --" +
	"r --re" +
	"num" +
	"own" +
	"print-" +
	", --server" +
	", --per" +
	", -y, -" +
	"later" +
	"iden" +
	"npm" +
	"strip" +
	"es-" +
	"id, -" +
	"ls-" +
	"lay, --" +
	"them" +
	", --ref" +
	"memor" +
	"c --con" +
	"rule" +
	"ipv" +
	"-date" +
	"-var" +
	" --include" +
	"omit" +
	"OPT" +
	"KEY" +
	"ress, --" +
	", -V --version\t\tonly prints" +
	"-flag" +
	"tach" +
	"flow:" +
	"SION" +
	"pert" +
	", --sup" +
	"tinu" +
	"gest" +
	"-cover" +
	", -In" +
	"key, -" +
	"LIN" +
	"ram" +
	"-arg" +
	"rateg" +
	"*, --*" +
	", -b --" +
	"TORY" +
	"que" +
	"-exit" +
	" --verbose" +
	" --quiet" +
	"-mi" +
	"to " +
	"iteralPath" +
	"refer" +
	"-cpu" +
	", --fix" +
	"s --s" +
	"p --p" +
	"quiet" +
	"MENT..." +
	"share" +
	"lection" +
	"hide" +
	"chema" +
	"attr" +
	"-gen" +
	"stack" +
	", --man" +
	"emit" +
	"AGE" +
	"vice" +
	"ress, -" +
	"SER" +
	"takes " +
	"\twrite:" +
	"ative" +
	"LOG" +
	"righ" +
	", --over" +
	", --silen" +
	"-fix" +
	"self" +
	", --use" +
	"ARG" +
	"-thread" +
	"with" +
	"PUT" +
	"-do" +
	"/* " +
	"action" +
	"VER" +
	"BAS" +
	"\tonly " +
	"session" +
	"-include" +
	"gdb" +
	"-char" +
	"ass, -" +
	"IP_" +
	"perl" +
	"vim" +
	"iph" +
	", -vv" +
	"reserve"

var pieceEnds = [Pieces]uint16{
	4, 7, 10, 23, 28, 32, 39, 44, 49, 53, 60, 65, 70, 77, 85, 87,
	91, 95, 101, 106, 108, 116, 118, 121, 127, 129, 134, 136, 142, 148, 150, 153,
	155, 158, 162, 167, 171, 173, 176, 180, 182, 184, 188, 191, 193, 195, 197, 202,
	204, 207, 212, 215, 217, 220, 222, 226, 230, 232, 234, 236, 238, 240, 244, 247,
	249, 252, 254, 256, 258, 260, 263, 265, 268, 270, 272, 275, 277, 279, 281, 283,
	285, 287, 289, 291, 293, 295, 297, 299, 301, 303, 305, 307, 309, 311, 313, 315,
	318, 322, 324, 328, 331, 333, 335, 337, 339, 341, 343, 345, 347, 349, 352, 354,
	358, 361, 363, 366, 368, 370, 372, 374, 381, 383, 385, 560, 580, 633, 669, 681,
	704, 718, 732, 740, 757, 769, 778, 788, 795, 837, 845, 852, 875, 886, 903, 917,
	926, 936, 944, 956, 967, 981, 1004, 1027, 1034, 1042, 1054, 1089, 1098, 1106, 1112, 1122,
	1138, 1146, 1156, 1160, 1168, 1175, 1195, 1214, 1225, 1232, 1242, 1250, 1263, 1270, 1285, 1294,
	1301, 1309, 1316, 1326, 1341, 1350, 1366, 1387, 1407, 1419, 1433, 1439, 1448, 1452, 1456, 1464,
	1475, 1482, 1500, 1506, 1512, 1526, 1536, 1547, 1556, 1561, 1565, 1571, 1586, 1607, 1612, 1625,
	1630, 1639, 1674, 1686, 1694, 1701, 1706, 1716, 1723, 1741, 1753, 1765, 1783, 1798, 1804, 1815,
	1824, 1831, 1842, 1846, 1852, 1864, 1873, 1882, 1916, 1924, 1932, 1938, 1948, 1954, 1959, 1968,
	1979, 1985, 1991, 1998, 2009, 2026, 2032, 2041, 2062, 2077, 2088, 2103, 2109, 2123, 2133, 2165,
	2171, 2180, 2193, 2201, 2208, 2218, 2226, 2237, 2266, 2272, 2280, 2286, 2292, 2297, 2308, 2313,
	2321, 2326, 2333, 2341, 2348, 2356, 2361, 2371, 2378, 2387, 2393, 2399, 2405, 2413, 2418, 2427,
	2434, 2440, 2452, 2456, 2462, 2470, 2479, 2491, 2498, 2506, 2545, 2551, 2559, 2571, 2575, 2584,
	2592, 2597, 2602, 2609, 2615, 2623, 2632, 2651, 2656, 2661, 2668, 2676, 2681, 2687, 2695, 2701,
	2709, 2713, 2719, 2741, 2745, 2755, 2762, 2769, 2777, 2783, 2791, 2794, 2800, 2805, 2813, 2822,
	2829, 2836, 2845, 2850, 2863, 2868, 2876, 2883, 2890, 2902, 2908, 2912, 2920, 2924, 2938, 2947,
	2954, 2964, 2971, 2986, 3002, 3007, 3016, 3022, 3029, 3040, 3045, 3054, 3060, 3066, 3071, 3076,
	3080, 3085, 3090, 3103, 3109, 3117, 3125, 3131, 3135, 3142, 3146, 3153, 3165, 3172, 3176, 3189,
	3195, 3205, 3213, 3218, 3230, 3234, 3241, 3247, 3253, 3260, 3268, 3275, 3280, 3291, 3300, 3311,
	3321, 3331, 3340, 3349, 3359, 3366, 3372, 3385, 3393, 3399, 3406, 3413, 3416, 3423, 3429, 3439,
	3444, 3450, 3459, 3463, 3472, 3478, 3482, 3489, 3496, 3506, 3514, 3523, 3528, 3538, 3542, 3547,
	3554, 3558, 3565, 3600, 3609, 3619, 3629, 3640, 3647, 3653, 3657, 3663, 3667, 3672, 3678, 3684,
	3694, 3697, 3707, 3717, 3721, 3726, 3731, 3735, 3741, 3752, 3759, 3771, 3779, 3788, 3797, 3804,
	3811, 3817, 3821, 3827, 3832, 3838, 3843, 3848, 3856, 3864, 3871, 3879, 3887, 3897, 3908, 3915,
	3923, 3930, 3936, 3945, 3951, 3956, 3964, 3967, 3974, 3978, 3983, 3991, 4000, 4006, 4016, 4024,
	4037, 4042, 4048, 4056, 4063, 4070, 4081, 4086, 4092, 4102, 4105, 4110, 4119, 4125, 4132, 4138,
	4145, 4149, 4154, 4159, 4168, 4177, 4184, 4187, 4191, 4198, 4206, 4211, 4216, 4225, 4234, 4239,
	4245, 4251, 4286, 4304, 4307, 4311, 4318, 4323, 4326, 4333, 4338, 4350, 4357, 4364, 4369, 4376,
	4381, 4385, 4391, 4395, 4400, 4405, 4412, 4420, 4429, 4436, 4443, 4450, 4462, 4470, 4480, 4485,
	4492, 4498, 4504, 4508, 4516, 4520, 4523, 4534, 4541, 4547, 4553, 4558, 4564, 4580, 4590, 4597,
	4605, 4612, 4619, 4624, 4629, 4633, 4636, 4643, 4646, 4653, 4659, 4667, 4681, 4688, 4695, 4703,
	4707, 4710, 4717, 4723, 4728, 4732, 4738, 4745, 4760, 4766, 4772, 4778, 4782, 4790, 4799, 4805,
	4810, 4814, 4819, 4829, 4834, 4843, 4848, 4853, 4863, 4871, 4887, 4894, 4903, 4914, 4919, 4923,
	4926, 4933, 4940, 4947, 4953, 4958, 4964, 4968, 4972, 4977, 4986, 4991, 4997, 5003, 5008, 5017,
	5021, 5034, 5041, 5048, 5053, 5057, 5062, 5066, 5070, 5074, 5080, 5088, 5092, 5097, 5102, 5109,
	5113, 5119, 5126, 5131, 5141, 5149, 5154, 5161, 5164, 5171, 5175, 5180, 5183, 5190, 5195, 5201,
	5206, 5213, 5220, 5238, 5247, 5253, 5263, 5271, 5274, 5278, 5284, 5291, 5296, 5301, 5307, 5311,
	5314, 5322, 5328, 5334, 5339, 5343, 5349, 5352, 5356, 5363, 5372, 5380, 5388, 5392, 5396, 5400,
	5404, 5411, 5415, 5423, 5437, 5442, 5446, 5451, 5463, 5470, 5474, 5483, 5490, 5494, 5498, 5504,
	5536, 5547, 5554, 5561, 5565, 5569, 5574, 5579, 5583, 5590, 5596, 5601, 5605, 5611, 5614, 5618,
	5623, 5628, 5632, 5637, 5644, 5651, 5659, 5666, 5670, 5676, 5684, 5689, 5694, 5701, 5710, 5719,
	5726, 5730, 5735, 5746, 5751, 5756, 5760, 5765, 5771, 5777, 5783, 5792, 5798, 5803, 5808, 5814,
	5823, 5827, 5831, 5834, 5837, 5844, 5847, 5859, 5863, 5875, 5882, 5887, 5895, 5902, 5907, 5912,
	5919, 5927, 5932, 5937, 5942, 5953, 5957, 5962, 5970, 5977, 5985, 5992, 5996, 6001, 6006, 6011,
	6015, 6021, 6028, 6042, 6049, 6053, 6060, 6063, 6067, 6070, 6073, 6078, 6083, 6086, 6089, 6095,
	6098, 6107, 6115, 6119, 6125, 6129, 6134, 6141, 6146, 6151, 6156, 6160, 6164, 6176, 6184, 6192,
	6197, 6207, 6214, 6220, 6225, 6231, 6234, 6237, 6244, 6250, 6254, 6258, 6262, 6267, 6271, 6274,
	6278, 6285, 6292, 6298, 6304, 6308, 6312, 6317, 6321, 6334, 6340, 6347, 6351, 6356, 6362, 6366,
	6375, 6382, 6385, 6389, 6394, 6398, 6405, 6409, 6416, 6422, 6429, 6435, 6440, 6445, 6448, 6454,
	6458, 6465, 6546, 6551, 6558, 6564, 6569, 6575, 6579, 6587, 6597, 6603, 6609, 6613, 6621, 6627,
	6631, 6636, 6640, 6647, 6650, 6657, 6660, 6663, 6672, 6675, 6678, 6684, 6690, 6694, 6697, 6704,
	6709, 6713, 6721, 6725, 6728, 6733, 6737, 6740, 6746, 6753, 6758, 6765, 6770, 6777, 6783, 6788,
	6795, 6800, 6810, 6815, 6819, 6823, 6830, 6835, 6840, 6844, 6850, 6854, 6860, 6867, 6873, 6879,
	6889, 6896, 6906, 6917, 6922, 6929, 6935, 6938, 6941, 6954, 6959, 6964, 6968, 6971, 6977, 6981,
	6985, 6989, 6995, 7000, 7004, 7008, 7015, 7020, 7033, 7041, 7044, 7050, 7053, 7064, 7069, 7074,
	7077, 7082, 7087, 7092, 7097, 7101, 7107, 7110, 7114, 7118, 7125, 7134, 7140, 7146, 7154, 7157,
	7163, 7168, 7175, 7179, 7183, 7190, 7196, 7199, 7202, 7208, 7218, 7225, 7232, 7237, 7241, 7244,
	7249, 7252, 7257, 7260, 7267, 7271, 7278, 7283, 7290, 7294, 7297, 7302, 7306, 7316, 7320, 7323,
	7326, 7334, 7361, 7366, 7370, 7375, 7379, 7383, 7390, 7394, 7398, 7404, 7409, 7415, 7418, 7421,
	7425, 7430, 7436, 7443, 7447, 7450, 7455, 7465, 7473, 7476, 7479, 7489, 7494, 7498, 7505, 7510,
	7515, 7520, 7527, 7532, 7539, 7543, 7548, 7552, 7556, 7561, 7568, 7572, 7575, 7579, 7586, 7589,
	7595, 7602, 7607, 7610, 7614, 7622, 7631, 7635, 7639, 7646, 7649, 7656, 7660, 7663, 7666, 7669,
	7675, 7678, 7681, 7687, 7694, 7702, 7705, 7710, 7716, 7719, 7723, 7726, 7729, 7734, 7741,
}
