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
	", --ignore" +
	"h --help, -V --version\t\tonly prints" +
	"-password" +
	", -s --s" +
	" that " +
	"-recursive" +
	"args:ARGUMENT..." +
	"\trefuse " +
	"max-" +
	"ARCHIVE" +
	"\t\tonly prints\tproven" +
	"-command\tsh:COMMAND" +
	", --disable" +
	"source(" +
	"\tread:FILE" +
	", -p --p" +
	"destroys system" +
	", CARGO_" +
	"\ttext:PATTERN" +
	"program" +
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
	"h --help, -v --version\t\tonly prints" +
	"-interactive" +
	"-type, --" +
	"\tstdin -" +
	"command" +
	"-separator" +
	" loads(fortran):*." +
	"space" +
	"\t\t= destroys" +
	", -f --force" +
	"Path, -LiteralPath" +
	"\tWORD\talso-flag" +
	", -t --" +
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
	"preserve" +
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
	"-help, --version\t\tonly prints" +
	"follow" +
	"-package" +
	"script" +
	"-check" +
	":NAME" +
	"cloud verbs" +
	", -i --ignore" +
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
	"text:" +
	"_PATH" +
	", -P --p" +
	"module" +
	"-ignore" +
	"-symlink" +
	", -m --" +
	"-path, --" +
	"\t\tonly prints reads" +
	"-line" +
	"-user" +
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
	"-index" +
	"table" +
	"ize" +
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
	"DEVICE" +
	"dereference" +
	"INPUT" +
	"-platform" +
	"prefix" +
	"-extra" +
	"debug" +
	"image" +
	"spec" +
	"extra" +
	"\treadtree:DIR" +
	"-comm" +
	"writes builds" +
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
	"target" +
	"fetches sends" +
	", -e --" +
	", --with" +
	"compil" +
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
	", -d, -" +
	", -f --" +
	", --target" +
	", -l, -" +
	"template" +
	"scription" +
	"block" +
	", --enable" +
	" of " +
	"check" +
	"PATH" +
	"-filter" +
	"v --version, -h --help\t\tonly prints" +
	", -n --no" +
	"*transform" +
	", -j --job" +
	"from a file" +
	"SOURCE " +
	"format" +
	", -u --" +
	"text" +
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
	"java" +
	"-input" +
	"multi" +
	"secret" +
	"ed, --" +
	"shell" +
	"CACHE" +
	"metadata" +
	" --group" +
	"numeric" +
	"-warning" +
	"k --keep" +
	", -l --list" +
	" --skip" +
	"-only, -" +
	", --log" +
	"curren" +
	"s, --show" +
	"device" +
	"-link" +
	"C\tcd:DIR" +
	", -C --" +
	"\t\t= " +
	"lay" +
	"type, -" +
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
	"ed-" +
	", --timeout" +
	"|url:" +
	"secure" +
	"tree|host:" +
	", -o --" +
	", -p --" +
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
	" --ignore" +
	"private" +
	"-lock" +
	"top" +
	"VALUE" +
	"text:WORD..." +
	", -x --" +
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
	", -s --" +
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
	", -D --" +
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
	"ed, -" +
	", --repor" +
	"-back" +
	"error" +
	"c --config" +
	"tificate" +
	"readtree:FILE..." +
	"-id, --" +
	"-args, --" +
	", -n --name" +
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
	"ignore" +
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
	", -E --" +
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
	"-case" +
	", -i --" +
	"pack" +
	"s, --ignore" +
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
	"lay, -" +
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
	"word" +
	"spect" +
	"-comp" +
	"-sign" +
	"Path" +
	"lobal" +
	"attach" +
	"machin" +
	", -A --" +
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
	", -w --" +
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
	"space, -" +
	"reshold" +
	"tent" +
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
	", -P --" +
	"option" +
	"MMAND" +
	"\tread:" +
	"strict" +
	"free" +
	"header, --" +
	"ymlink" +
	"termin" +
	"FILE, *_" +
	"stderr" +
	"mask" +
	"below" +
	"dock" +
	", -R --" +
	"ipe" +
	"sum" +
	"ODE" +
	"-director" +
	"s!-" +
	"of " +
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
	"comm" +
	"lease" +
	"unction" +
	"=*, -" +
	"verify, --" +
	"only-" +
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
	"i --ignore" +
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
	" --include" +
	"-date" +
	"-var" +
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
	"ress, -" +
	"share" +
	", -b --" +
	"\twrite:" +
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
	"SER" +
	"takes " +
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
	", -vv"

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
	926, 936, 944, 956, 967, 981, 1004, 1027, 1034, 1042, 1054, 1064, 1099, 1108, 1116, 1122,
	1132, 1148, 1156, 1160, 1167, 1187, 1206, 1217, 1224, 1234, 1242, 1257, 1265, 1278, 1285, 1294,
	1301, 1309, 1316, 1326, 1341, 1350, 1366, 1387, 1407, 1419, 1433, 1439, 1448, 1452, 1456, 1464,
	1475, 1482, 1500, 1506, 1512, 1526, 1536, 1547, 1556, 1561, 1565, 1571, 1586, 1607, 1612, 1625,
	1630, 1665, 1677, 1686, 1694, 1701, 1711, 1729, 1734, 1746, 1758, 1776, 1791, 1798, 1804, 1815,
	1824, 1831, 1842, 1846, 1852, 1864, 1873, 1882, 1916, 1924, 1932, 1938, 1948, 1954, 1959, 1967,
	1976, 1987, 1993, 1999, 2006, 2017, 2034, 2040, 2049, 2070, 2085, 2096, 2111, 2117, 2131, 2141,
	2173, 2179, 2188, 2201, 2209, 2216, 2226, 2234, 2263, 2269, 2277, 2283, 2289, 2294, 2305, 2318,
	2323, 2331, 2336, 2343, 2351, 2358, 2366, 2371, 2381, 2388, 2397, 2403, 2409, 2415, 2420, 2429,
	2436, 2442, 2454, 2458, 2464, 2472, 2481, 2493, 2500, 2508, 2547, 2553, 2561, 2573, 2577, 2586,
	2591, 2596, 2604, 2610, 2617, 2625, 2632, 2641, 2660, 2665, 2670, 2678, 2683, 2689, 2697, 2703,
	2711, 2715, 2721, 2743, 2747, 2757, 2764, 2771, 2779, 2785, 2793, 2799, 2804, 2807, 2815, 2824,
	2831, 2838, 2847, 2852, 2865, 2870, 2878, 2885, 2892, 2904, 2910, 2914, 2922, 2926, 2940, 2949,
	2956, 2966, 2973, 2988, 3004, 3009, 3018, 3024, 3031, 3037, 3048, 3053, 3062, 3068, 3074, 3079,
	3084, 3088, 3093, 3106, 3111, 3124, 3132, 3140, 3146, 3150, 3157, 3161, 3168, 3180, 3187, 3191,
	3197, 3207, 3215, 3220, 3232, 3236, 3243, 3249, 3255, 3262, 3270, 3277, 3282, 3293, 3302, 3313,
	3323, 3333, 3342, 3351, 3361, 3367, 3380, 3387, 3395, 3401, 3408, 3411, 3418, 3424, 3434, 3439,
	3445, 3454, 3458, 3467, 3473, 3477, 3484, 3491, 3501, 3508, 3516, 3525, 3530, 3540, 3544, 3549,
	3553, 3560, 3595, 3604, 3614, 3624, 3635, 3642, 3648, 3655, 3659, 3663, 3668, 3674, 3680, 3690,
	3693, 3703, 3713, 3717, 3722, 3727, 3731, 3737, 3748, 3755, 3767, 3775, 3784, 3793, 3800, 3807,
	3811, 3817, 3822, 3828, 3834, 3839, 3844, 3852, 3860, 3867, 3875, 3883, 3894, 3901, 3909, 3916,
	3922, 3931, 3937, 3942, 3950, 3957, 3961, 3964, 3971, 3976, 3984, 3993, 3999, 4009, 4017, 4030,
	4035, 4041, 4049, 4052, 4063, 4068, 4074, 4084, 4091, 4098, 4103, 4112, 4118, 4125, 4131, 4138,
	4142, 4147, 4152, 4161, 4170, 4177, 4180, 4184, 4191, 4199, 4204, 4209, 4218, 4227, 4232, 4238,
	4244, 4279, 4297, 4300, 4304, 4313, 4320, 4325, 4328, 4333, 4345, 4352, 4357, 4364, 4369, 4373,
	4379, 4383, 4388, 4393, 4400, 4408, 4417, 4424, 4431, 4438, 4450, 4458, 4468, 4473, 4480, 4486,
	4492, 4496, 4504, 4508, 4511, 4522, 4529, 4535, 4541, 4546, 4552, 4568, 4578, 4586, 4593, 4600,
	4605, 4610, 4614, 4617, 4624, 4627, 4634, 4640, 4647, 4655, 4669, 4676, 4683, 4691, 4695, 4698,
	4705, 4711, 4716, 4720, 4726, 4733, 4748, 4754, 4760, 4766, 4770, 4778, 4787, 4793, 4798, 4802,
	4807, 4817, 4822, 4827, 4836, 4841, 4846, 4856, 4864, 4880, 4887, 4896, 4907, 4911, 4914, 4921,
	4928, 4935, 4941, 4946, 4952, 4956, 4960, 4965, 4974, 4979, 4985, 4991, 4996, 5005, 5009, 5022,
	5029, 5036, 5041, 5045, 5050, 5054, 5058, 5062, 5068, 5074, 5082, 5086, 5091, 5096, 5103, 5107,
	5113, 5120, 5125, 5135, 5143, 5148, 5155, 5158, 5165, 5169, 5174, 5177, 5182, 5188, 5193, 5200,
	5207, 5225, 5234, 5240, 5250, 5258, 5261, 5268, 5272, 5278, 5285, 5290, 5295, 5301, 5305, 5308,
	5316, 5322, 5328, 5333, 5337, 5343, 5346, 5350, 5357, 5366, 5374, 5382, 5386, 5390, 5395, 5402,
	5406, 5417, 5421, 5428, 5432, 5440, 5454, 5459, 5463, 5468, 5480, 5487, 5491, 5500, 5507, 5511,
	5515, 5521, 5553, 5564, 5571, 5578, 5582, 5586, 5591, 5596, 5600, 5607, 5613, 5618, 5622, 5628,
	5631, 5637, 5641, 5646, 5651, 5655, 5660, 5667, 5674, 5682, 5689, 5693, 5699, 5707, 5712, 5717,
	5724, 5733, 5742, 5746, 5751, 5756, 5761, 5765, 5770, 5776, 5782, 5789, 5798, 5804, 5809, 5814,
	5820, 5829, 5833, 5837, 5840, 5843, 5850, 5853, 5865, 5869, 5881, 5888, 5893, 5901, 5906, 5911,
	5918, 5926, 5931, 5936, 5941, 5952, 5956, 5961, 5969, 5976, 5984, 5991, 5995, 6000, 6005, 6010,
	6014, 6020, 6027, 6041, 6048, 6052, 6059, 6062, 6066, 6069, 6072, 6077, 6082, 6085, 6088, 6094,
	6097, 6106, 6114, 6118, 6124, 6128, 6133, 6140, 6145, 6150, 6155, 6159, 6163, 6175, 6183, 6191,
	6196, 6206, 6213, 6219, 6224, 6230, 6233, 6236, 6242, 6246, 6250, 6254, 6259, 6263, 6266, 6270,
	6277, 6284, 6290, 6296, 6303, 6307, 6311, 6316, 6320, 6333, 6339, 6346, 6350, 6355, 6361, 6365,
	6374, 6381, 6384, 6388, 6393, 6397, 6404, 6408, 6415, 6421, 6429, 6436, 6440, 6446, 6451, 6456,
	6459, 6465, 6469, 6476, 6557, 6562, 6569, 6576, 6582, 6587, 6593, 6599, 6603, 6613, 6619, 6625,
	6633, 6639, 6643, 6648, 6652, 6659, 6662, 6665, 6668, 6677, 6680, 6683, 6689, 6693, 6696, 6703,
	6708, 6712, 6720, 6724, 6727, 6732, 6736, 6739, 6745, 6752, 6757, 6764, 6769, 6776, 6782, 6786,
	6791, 6798, 6803, 6813, 6818, 6822, 6829, 6834, 6839, 6843, 6849, 6853, 6859, 6866, 6872, 6878,
	6888, 6895, 6905, 6916, 6921, 6928, 6934, 6937, 6940, 6953, 6958, 6963, 6967, 6970, 6976, 6980,
	6984, 6988, 6994, 6999, 7003, 7007, 7014, 7019, 7032, 7040, 7043, 7049, 7052, 7063, 7068, 7073,
	7076, 7081, 7086, 7091, 7096, 7100, 7106, 7109, 7113, 7117, 7124, 7133, 7139, 7145, 7153, 7156,
	7162, 7167, 7174, 7178, 7182, 7189, 7195, 7198, 7201, 7207, 7217, 7227, 7234, 7241, 7246, 7250,
	7253, 7258, 7261, 7266, 7269, 7276, 7280, 7287, 7292, 7299, 7303, 7306, 7316, 7321, 7325, 7329,
	7332, 7335, 7343, 7370, 7375, 7379, 7384, 7388, 7392, 7399, 7403, 7407, 7413, 7418, 7424, 7427,
	7430, 7434, 7439, 7445, 7449, 7452, 7457, 7467, 7475, 7478, 7481, 7491, 7496, 7500, 7507, 7512,
	7517, 7522, 7529, 7536, 7541, 7548, 7555, 7562, 7566, 7571, 7575, 7579, 7584, 7591, 7595, 7598,
	7602, 7605, 7611, 7616, 7619, 7623, 7631, 7640, 7644, 7648, 7655, 7658, 7665, 7669, 7672, 7675,
	7678, 7684, 7687, 7690, 7696, 7703, 7711, 7714, 7719, 7725, 7728, 7732, 7735, 7738, 7743,
}
