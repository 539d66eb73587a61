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
	"CO" +
	"ame" +
	"ld" +
	".." +
	"OR" +
	"LE" +
	"\t\tonly " +
	"FI" +
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
	"ARCHIVE" +
	"\t\tonly prints\tproven" +
	"-command\tsh:COMMAND" +
	", --disable" +
	"source(" +
	"\tread:FILE" +
	", -p --p" +
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
	":PATH" +
	"-dir" +
	", --show" +
	"\twrite:FILE" +
	"\tcd:DIR" +
	", -i --interactive" +
	"source" +
	"\ttext:" +
	" loads(" +
	"run:COMMAND..." +
	"*\t\trefuse " +
	"n --dry-run" +
	", --allow" +
	" the " +
	"fail" +
	"python" +
	" loads(node):*." +
	"-path" +
	"rewritten by " +
	"-type, --" +
	"h --help, -v --version\t\tonly prints" +
	"\t\tonly prints\tstdin -" +
	"-interactive" +
	"\tstdin -" +
	"command" +
	"space" +
	"-separator" +
	", -t --" +
	"tree:PATH..." +
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
	"\tunnamed " +
	"\ttree:DIR" +
	", -w --w" +
	"-dry-run" +
	"TARGET" +
	"SOURCE... " +
	"\tproven" +
	"-color" +
	"-from" +
	"preserve" +
	"\toptions(" +
	"v --verbose" +
	"-error" +
	"-debug" +
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
	"path" +
	"NAME " +
	"silent, -" +
	", -c --" +
	"window" +
	"read:FILE..." +
	", GIT_" +
	"-contain" +
	"directory" +
	", -d --debug" +
	"project" +
	", --user" +
	"h --help, --version\t\tonly prints\tproven" +
	"import" +
	"= CMAKE_" +
	", --skip" +
	"reads writes" +
	"full" +
	", -i --in" +
	"text:" +
	", -m --" +
	", -P --p" +
	"module" +
	"-symlink" +
	"-path, --" +
	"\t\tonly prints reads" +
	"-line" +
	"-user" +
	"-ignore" +
	" skip:" +
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
	"REVISION" +
	"ize" +
	"-index" +
	"table" +
	"-dir, --" +
	"CONFIG_" +
	"timestamp" +
	"-module" +
	"options" +
	"commands " +
	"-data" +
	"readtree|url:" +
	"label" +
	"pository" +
	"size, -" +
	"PATH" +
	"progress, --" +
	"-style" +
	"-key" +
	", --json" +
	"-all" +
	"builds fetches" +
	", --cache" +
	"connect" +
	"assword, -" +
	" run:COMMAND..." +
	"-file\twrite:FILE" +
	"d by " +
	", --quiet" +
	"hidden" +
	"execute" +
	"_PATH" +
	"PATH..." +
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
	"PROGRAM" +
	"-context, --" +
	"-suffix" +
	"view" +
	"\treadtree:DIR" +
	"length" +
	"\t\t= writes" +
	"-missing" +
	"FLAGS" +
	"-format\tWORD" +
	"fortran):*." +
	"ment" +
	", --max" +
	"-limit" +
	"-symbo" +
	", -V --version\t\tonly prints" +
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
	", -e --" +
	"target" +
	"fetches sends" +
	", --with" +
	"compil" +
	", -f --" +
	", -d --" +
	"map" +
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
	"link" +
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
	"maybe" +
	"stream" +
	", --remove" +
	", -g --g" +
	"solve" +
	"plugin" +
	"destroys" +
	", -o --" +
	"ed-" +
	", -p --" +
	"type, -" +
	", --timeout" +
	"|url:" +
	"secure" +
	"tree|host:" +
	"PAGER" +
	"redential" +
	"s-from" +
	", -n --" +
	"loads(" +
	"a --all" +
	"DEST" +
	"-info" +
	"crypt" +
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
	"upgrad" +
	"=VALUE" +
	"V --version, -h --help\t\tonly prints" +
	"f --file\tread:FILE" +
	" a " +
	", *_" +
	"private" +
	"-lock" +
	", --stdin" +
	"top" +
	", -s --" +
	"VALUE" +
	"text:WORD..." +
	", -x --" +
	"line-" +
	"disable" +
	"local" +
	"etwork" +
	"TION" +
	"-new" +
	"valid" +
	"-json" +
	"npm_config_" +
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
	"skip:" +
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
	"COMPILE" +
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
	"-name, --" +
	"rust" +
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
	"CONFIG" +
	"-target" +
	"timeout" +
	"f --file" +
	"ression" +
	"ING" +
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
	"= *_" +
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
	"-stdin" +
	"warning" +
	"ort-" +
	", -k --" +
	"max" +
	"main" +
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
	", -V --version" +
	"builds sends" +
	"-session" +
	", --stat" +
	" its " +
	", --defaul" +
	", --min" +
	"select" +
	"clien" +
	"id, --" +
	"nel" +
	", -w --" +
	"server" +
	"add-" +
	"flag" +
	"-bin" +
	"quick" +
	"imum" +
	"cap" +
	"limiter" +
	"-remove" +
	"-stack" +
	"thread" +
	"REPO" +
	"args" +
	"ject" +
	"ranch" +
	"valu" +
	"write:FILE..." +
	"-paren" +
	", --env" +
	"hash" +
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
	", -P --" +
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
	"tracke" +
	"EXEC" +
	", -X --" +
	", --po" +
	"LIB" +
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
	", -n --no-" +
	"PROFILE" +
	"readtree:." +
	"writetree:." +
	"-leve" +
	", --bin" +
	"enable" +
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
	"MAKE_" +
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
	"LIN" +
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
	"strip" +
	"es-" +
	"id, -" +
	"ls-" +
	"lay, --" +
	"them" +
	", --ref" +
	"memor" +
	"npm" +
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
	"ram" +
	"-arg" +
	"rateg" +
	"*, --*" +
	", -b --" +
	"TORY" +
	"ABLE" +
	"que" +
	"-exit" +
	"STR" +
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
	"righ" +
	", --over" +
	", --silen" +
	"-fix" +
	"self" +
	", --use" +
	"LOG" +
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
	"stdin" +
	"ass, -" +
	"perl"

var pieceEnds = [Pieces]uint16{
	4, 7, 10, 23, 28, 32, 39, 44, 49, 53, 60, 65, 70, 77, 85, 87,
	91, 95, 101, 106, 108, 116, 118, 121, 127, 129, 134, 136, 142, 148, 150, 153,
	155, 158, 162, 167, 171, 173, 176, 180, 182, 184, 188, 191, 193, 195, 197, 202,
	204, 207, 212, 215, 217, 220, 222, 226, 230, 232, 234, 236, 238, 240, 244, 247,
	249, 252, 254, 256, 258, 260, 263, 265, 268, 270, 272, 275, 277, 279, 281, 283,
	285, 287, 289, 291, 293, 295, 297, 299, 301, 303, 305, 307, 309, 311, 313, 315,
	318, 322, 324, 328, 331, 333, 335, 337, 339, 341, 343, 345, 347, 349, 352, 354,
	358, 361, 363, 365, 368, 370, 372, 374, 376, 383, 385, 560, 580, 633, 669, 681,
	704, 718, 732, 740, 757, 769, 778, 785, 795, 837, 845, 852, 875, 886, 903, 917,
	926, 936, 944, 956, 967, 981, 1004, 1027, 1034, 1042, 1054, 1089, 1098, 1106, 1112, 1122,
	1138, 1146, 1156, 1160, 1167, 1187, 1206, 1217, 1224, 1234, 1242, 1250, 1263, 1270, 1285, 1294,
	1301, 1309, 1316, 1326, 1341, 1350, 1366, 1387, 1407, 1419, 1433, 1439, 1448, 1452, 1457, 1461,
	1469, 1480, 1487, 1505, 1511, 1517, 1524, 1538, 1548, 1559, 1568, 1573, 1577, 1583, 1598, 1603,
	1616, 1625, 1660, 1681, 1693, 1701, 1708, 1713, 1723, 1730, 1742, 1754, 1766, 1784, 1799, 1805,
	1816, 1825, 1832, 1843, 1847, 1853, 1862, 1871, 1879, 1887, 1893, 1903, 1910, 1916, 1921, 1929,
	1938, 1949, 1955, 1961, 1972, 1989, 1995, 2004, 2025, 2040, 2051, 2066, 2072, 2086, 2096, 2128,
	2134, 2143, 2156, 2164, 2171, 2181, 2189, 2200, 2229, 2235, 2243, 2249, 2255, 2260, 2271, 2276,
	2284, 2289, 2296, 2304, 2311, 2319, 2324, 2334, 2341, 2350, 2356, 2362, 2368, 2372, 2377, 2386,
	2393, 2399, 2411, 2417, 2425, 2434, 2446, 2453, 2461, 2500, 2506, 2514, 2522, 2534, 2538, 2547,
	2552, 2559, 2567, 2573, 2581, 2590, 2609, 2614, 2619, 2626, 2632, 2640, 2645, 2651, 2659, 2665,
	2673, 2677, 2683, 2705, 2709, 2719, 2726, 2733, 2741, 2749, 2752, 2758, 2763, 2771, 2778, 2787,
	2794, 2801, 2810, 2815, 2828, 2833, 2841, 2848, 2852, 2864, 2870, 2874, 2882, 2886, 2900, 2909,
	2916, 2926, 2941, 2957, 2962, 2971, 2977, 2984, 2989, 2996, 3007, 3012, 3021, 3027, 3033, 3038,
	3043, 3047, 3052, 3057, 3070, 3076, 3084, 3092, 3098, 3102, 3109, 3113, 3120, 3127, 3139, 3146,
	3150, 3163, 3169, 3179, 3187, 3192, 3204, 3215, 3219, 3226, 3232, 3238, 3265, 3272, 3280, 3287,
	3292, 3303, 3312, 3323, 3333, 3343, 3352, 3361, 3368, 3374, 3387, 3395, 3401, 3408, 3415, 3418,
	3424, 3434, 3439, 3445, 3454, 3458, 3467, 3473, 3477, 3484, 3491, 3501, 3509, 3518, 3523, 3533,
	3537, 3542, 3549, 3553, 3560, 3595, 3604, 3614, 3624, 3635, 3642, 3648, 3652, 3658, 3663, 3669,
	3675, 3685, 3688, 3698, 3708, 3712, 3717, 3722, 3726, 3732, 3743, 3750, 3762, 3770, 3779, 3788,
	3795, 3802, 3808, 3812, 3818, 3823, 3829, 3834, 3839, 3847, 3855, 3862, 3870, 3878, 3888, 3899,
	3906, 3914, 3921, 3927, 3936, 3942, 3947, 3955, 3958, 3965, 3969, 3974, 3982, 3991, 3996, 4002,
	4012, 4020, 4025, 4031, 4039, 4046, 4049, 4056, 4063, 4074, 4079, 4085, 4095, 4100, 4109, 4115,
	4122, 4128, 4135, 4139, 4144, 4149, 4158, 4165, 4168, 4172, 4179, 4187, 4192, 4197, 4206, 4215,
	4221, 4227, 4262, 4280, 4283, 4287, 4294, 4299, 4308, 4311, 4318, 4323, 4335, 4342, 4347, 4354,
	4359, 4365, 4369, 4373, 4378, 4383, 4394, 4401, 4409, 4418, 4425, 4432, 4439, 4451, 4459, 4469,
	4474, 4481, 4487, 4493, 4497, 4505, 4509, 4512, 4523, 4530, 4536, 4542, 4547, 4553, 4569, 4579,
	4586, 4594, 4601, 4608, 4613, 4618, 4623, 4627, 4630, 4637, 4640, 4647, 4653, 4661, 4675, 4682,
	4689, 4697, 4701, 4704, 4711, 4715, 4721, 4728, 4743, 4749, 4755, 4761, 4765, 4773, 4782, 4788,
	4793, 4797, 4802, 4812, 4817, 4826, 4831, 4836, 4846, 4854, 4870, 4877, 4886, 4897, 4902, 4906,
	4909, 4916, 4923, 4930, 4936, 4941, 4947, 4951, 4955, 4960, 4969, 4974, 4980, 4986, 4991, 5000,
	5004, 5017, 5024, 5031, 5036, 5040, 5045, 5049, 5053, 5057, 5063, 5071, 5075, 5080, 5085, 5092,
	5096, 5102, 5109, 5114, 5124, 5131, 5139, 5144, 5151, 5154, 5161, 5165, 5170, 5173, 5180, 5185,
	5191, 5196, 5203, 5210, 5228, 5237, 5243, 5253, 5261, 5264, 5268, 5274, 5281, 5286, 5291, 5297,
	5301, 5304, 5312, 5318, 5324, 5329, 5333, 5339, 5342, 5346, 5353, 5362, 5370, 5378, 5382, 5386,
	5390, 5394, 5401, 5405, 5413, 5427, 5432, 5436, 5441, 5453, 5460, 5469, 5473, 5480, 5484, 5488,
	5494, 5526, 5537, 5544, 5551, 5555, 5559, 5564, 5569, 5573, 5580, 5586, 5591, 5595, 5601, 5604,
	5608, 5613, 5618, 5622, 5627, 5633, 5640, 5647, 5655, 5662, 5665, 5669, 5675, 5683, 5688, 5693,
	5700, 5709, 5718, 5725, 5729, 5734, 5745, 5750, 5755, 5759, 5764, 5770, 5774, 5780, 5786, 5795,
	5801, 5806, 5811, 5817, 5826, 5830, 5834, 5837, 5840, 5843, 5855, 5859, 5871, 5878, 5883, 5891,
	5898, 5903, 5908, 5915, 5923, 5928, 5933, 5938, 5949, 5953, 5958, 5966, 5973, 5981, 5988, 5992,
	5997, 6002, 6007, 6011, 6017, 6024, 6030, 6037, 6041, 6048, 6051, 6055, 6058, 6063, 6068, 6071,
	6074, 6080, 6083, 6092, 6100, 6104, 6110, 6114, 6119, 6126, 6131, 6136, 6141, 6145, 6149, 6163,
	6175, 6183, 6191, 6196, 6206, 6213, 6219, 6224, 6230, 6233, 6240, 6246, 6250, 6254, 6258, 6263,
	6267, 6270, 6277, 6284, 6290, 6296, 6300, 6304, 6308, 6313, 6317, 6330, 6336, 6343, 6347, 6353,
	6357, 6366, 6373, 6376, 6380, 6385, 6389, 6396, 6400, 6407, 6413, 6420, 6426, 6431, 6436, 6439,
	6445, 6449, 6456, 6537, 6542, 6549, 6556, 6562, 6567, 6573, 6577, 6585, 6595, 6601, 6607, 6611,
	6619, 6625, 6629, 6634, 6638, 6645, 6648, 6651, 6654, 6663, 6666, 6669, 6675, 6681, 6685, 6688,
	6695, 6700, 6704, 6712, 6716, 6719, 6724, 6728, 6731, 6737, 6744, 6749, 6756, 6761, 6767, 6771,
	6778, 6784, 6787, 6792, 6799, 6804, 6814, 6819, 6823, 6827, 6834, 6839, 6844, 6848, 6854, 6858,
	6864, 6871, 6877, 6887, 6894, 6904, 6915, 6920, 6927, 6933, 6936, 6949, 6954, 6959, 6963, 6966,
	6972, 6976, 6980, 6984, 6990, 6995, 7000, 7004, 7008, 7015, 7020, 7033, 7041, 7044, 7050, 7053,
	7064, 7069, 7074, 7077, 7082, 7087, 7092, 7097, 7101, 7107, 7110, 7114, 7118, 7125, 7134, 7140,
	7146, 7154, 7157, 7163, 7168, 7175, 7178, 7182, 7186, 7193, 7199, 7202, 7205, 7211, 7221, 7228,
	7235, 7240, 7244, 7249, 7252, 7257, 7260, 7267, 7271, 7278, 7283, 7286, 7293, 7297, 7300, 7305,
	7309, 7319, 7323, 7326, 7329, 7337, 7342, 7346, 7351, 7355, 7359, 7366, 7370, 7374, 7380, 7385,
	7391, 7394, 7398, 7403, 7409, 7416, 7420, 7424, 7427, 7432, 7435, 7445, 7453, 7456, 7459, 7469,
	7474, 7478, 7485, 7490, 7495, 7500, 7507, 7512, 7519, 7523, 7528, 7532, 7536, 7541, 7548, 7552,
	7555, 7559, 7566, 7569, 7575, 7582, 7587, 7591, 7599, 7608, 7612, 7616, 7623, 7626, 7629, 7636,
	7640, 7643, 7646, 7649, 7655, 7658, 7661, 7667, 7674, 7682, 7685, 7690, 7695, 7701, 7705,
}
