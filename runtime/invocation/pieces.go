// Code generated from programs/ by go test ./gen/programs -run TestPieces -update. DO NOT EDIT.

package invocation

// pieces are what bytes of packed facts stand for, and where each ends.
const pieces = "" +
	", -" +
	", --" +
	" --" +
	"\t\tonly prints" +
	"s, --" +
	"e, --" +
	"e, -" +
	"t, --" +
	"version" +
	":FILE" +
	"read" +
	"write" +
	"\tWORD" +
	"WORD..." +
	":COMMAND" +
	"re" +
	"s, -" +
	"t, -" +
	"prints" +
	"in" +
	"h --help" +
	"st" +
	"no-" +
	"-file" +
	"..." +
	"d, --" +
	"en" +
	"y, --" +
	"fetche" +
	"er" +
	"or" +
	"output" +
	"pro" +
	"at" +
	"build" +
	"ion" +
	"con" +
	"name" +
	"file" +
	"de" +
	"format" +
	"ver" +
	"tree:" +
	"ex" +
	"ar" +
	"clude" +
	"s " +
	"ter" +
	"all" +
	"lo" +
	"le" +
	"ystem" +
	"co" +
	"run" +
	"se" +
	"-p" +
	"ing" +
	"-s" +
	"send" +
	"ig" +
	", " +
	"help" +
	"an" +
	"it" +
	"ri" +
	"WORD" +
	"sh" +
	"out" +
	"ro" +
	"che" +
	"di" +
	"li" +
	"et" +
	"ad" +
	"ti" +
	"for" +
	"no" +
	"DIR" +
	"ac" +
	"-t" +
	"on" +
	"ch" +
	"ce" +
	"al" +
	"un" +
	"te" +
	"ur" +
	"ate" +
	"ag" +
	"ct" +
	"-c" +
	"ab" +
	"pt" +
	"mp" +
	"ss" +
	"ke" +
	" -" +
	"fi" +
	"ve" +
	"onl" +
	"ma" +
	"sion" +
	"prin" +
	"bo" +
	"me" +
	"mo" +
	"he" +
	"ui" +
	"ut" +
	"y " +
	"wri" +
	"ts" +
	"\t\t" +
	"FILE" +
	"lu" +
	"ys" +
	"hel" +
	"ame" +
	"ld" +
	"CO" +
	".." +
	"\t\tonly " +
	"OR" +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction, -InformationVariable, -OutVariable, -OutBuffer, -PipelineVariable, -ProgressAction\ttext:WORD" +
	".py loads(python):./" +
	"Verbose, -Debug, -WhatIf, -Confirm, -Force, -PassThru" +
	"-help, --version\t\tonly prints\tproven" +
	"prints reads" +
	"):FILE args:ARGUMENT..." +
	", -v --verbose" +
	"; leave it out" +
	"\tsource(" +
	" args:ARGUMENT..." +
	", -q --quiet" +
	"privilege" +
	"\ttext:WORD" +
	"script(" +
	"\tscript(" +
	"h --help, -V --version\t\tonly prints\tproven" +
	"history" +
	"q --quiet, -v --verbose" +
	"written by " +
	"rewritten by git " +
	"sends destroys" +
	" loads(c):*." +
	", --debug" +
	"PACKAGE..." +
	"\trun:PROGRAM" +
	"v --verbose, -q --quiet" +
	"default-" +
	"\trefuse loads code into" +
	"NAME..." +
	", --ignore" +
	"h --help, -V --version\t\tonly prints" +
	", -p --p" +
	"-recursive" +
	", -s --s" +
	"ARCHIVE" +
	"-config" +
	"builds installs fetches" +
	"\tunsure " +
	"args:ARGUMENT..." +
	"-password" +
	"-command" +
	", --disable" +
	"\trefuse " +
	", CARGO_" +
	"\ttext:PATTERN" +
	"source(" +
	"-command\tsh:COMMAND" +
	"\tread:FILE" +
	"\tconfig:FILE" +
	"-directory" +
	" --version\t\tonly prints\tproven" +
	"destroys system" +
	"\tsecret:WORD" +
	", -r --re" +
	"prints reads fetches" +
	"append" +
	", --skip" +
	"loads(node):*." +
	"written by the " +
	"program" +
	"type" +
	"\tcd:DIR" +
	"c --config" +
	", -i --interactive" +
	" loads(fortran):*." +
	"run:COMMAND..." +
	"\ttext:" +
	", --show" +
	"prints fetches" +
	"-download" +
	"fail" +
	"\twrite:FILE" +
	"-dir" +
	"package" +
	"n --dry-run" +
	"-dry-run" +
	"rewritten by " +
	" that " +
	"secrets" +
	"-interactive" +
	"h --help, -v --version\t\tonly prints" +
	"SOURCE..." +
	"\tstdin -" +
	", --allow" +
	":PATH" +
	"\t\tonly prints\tstdin -" +
	" the " +
	", -w --w" +
	"-path" +
	"js loads(node):*." +
	"):OPTIONS" +
	"Path, -LiteralPath" +
	"\tWORD\talso-flag" +
	", -f --force" +
	", -u --user" +
	"trace" +
	"change" +
	"\t\tonly prints\tproven" +
	"\t\t= destroys" +
	"installs fetches" +
	"\tsh:COMMAND" +
	"source" +
	"command" +
	"v --verbose" +
	"readtree|url:" +
	"-error" +
	"-from" +
	"-option" +
	"tool" +
	"TARGET" +
	"verify" +
	"\twritetree:DIR" +
	", --color" +
	"\tunnamed " +
	"o --output\twrite:FILE" +
	"takes commands " +
	"line-number" +
	"-prefix, --" +
	"number" +
	"-debug" +
	"writes history" +
	"*\t\trefuse " +
	"-level, --" +
	"sends secrets" +
	"space" +
	"-feature" +
	"-file\tread:FILE" +
	"h --help, --version\t\tonly prints" +
	"settings" +
	"update" +
	"_CONFIG_" +
	"-help, --version\t\tonly prints" +
	"follow" +
	"-size, --" +
	"cloud verbs" +
	", -i --ignore" +
	", -t --" +
	", PYTHON" +
	"\tKEYS\tsep " +
	"merge" +
	"-regexp" +
	" loads(" +
	"-timeout" +
	"EXPRESSION" +
	", -i --in" +
	", -l --" +
	"\t?WORD" +
	"-check" +
	"PATTERN" +
	", --check" +
	", --keep" +
	"buffer" +
	"-path, --" +
	"read:FILE..." +
	"script" +
	"tree:PATH..." +
	"-contain" +
	"preserve" +
	"directory" +
	"silent, -" +
	"NAME " +
	"-line" +
	"path" +
	", -d --debug" +
	"-only, -" +
	"-data" +
	":NAME" +
	"-separator" +
	"object" +
	"reads writes" +
	", -P --p" +
	"text:" +
	"full" +
	"-match" +
	", GIT_" +
	"-color" +
	", --user" +
	"\toptions(" +
	"-symlink" +
	", -c --" +
	"config" +
	"NUMBER" +
	", -m --" +
	"):CODE" +
	"python" +
	"-user" +
	", --tls" +
	"\t\tonly prints reads" +
	"-key" +
	", -b --b" +
	"-header" +
	"writes fetches history" +
	"-type, --" +
	"message" +
	"-limit" +
	"h --help, --version\t\tonly prints\tproven" +
	"-commit" +
	"-width" +
	"table" +
	"-work" +
	"):*." +
	"-module" +
	"-extra" +
	"-column" +
	"MODULE" +
	"pository" +
	"assword, -" +
	"timestamp" +
	"-commen" +
	"-style" +
	"-package" +
	", --json" +
	"commands " +
	"-host" +
	"\tproven" +
	"tree:PATH" +
	"|host:" +
	"PATH..." +
	"progress, --" +
	" run:COMMAND..." +
	"builds fetches" +
	", --cache" +
	"-dir, --" +
	"\t\tunnamed " +
	"d by " +
	"execute" +
	"dereference" +
	"debug" +
	"writes builds" +
	"spec" +
	"-context, --" +
	"group" +
	"SOURCE" +
	"-file\twrite:FILE" +
	"project" +
	"connect" +
	"-ignore" +
	"prefix" +
	"show" +
	"q --quiet" +
	", --quiet" +
	"module" +
	"length" +
	"\t\t= writes" +
	"-group" +
	"FLAGS" +
	"INPUT" +
	"-missing" +
	"REVISION" +
	"network" +
	"wrap" +
	"ize" +
	"view" +
	"-input" +
	"line" +
	"ummar" +
	", --config" +
	"-lock" +
	", -e --" +
	", --verbose" +
	"PATH" +
	"\tKEYS" +
	"indow" +
	"\talso-flag" +
	"-empt" +
	"\t\t= system" +
	"upgrade" +
	"commands" +
	"-warning" +
	", --group" +
	"fetches sends" +
	"size, -" +
	"loads(" +
	"max-" +
	", -d --" +
	"; leave" +
	"OPTIONS" +
	"-submodule" +
	"dir\ttree:DIR" +
	"-python" +
	"loads(python" +
	"TEXT" +
	"erimental" +
	" skip:" +
	"compil" +
	"image" +
	"ment" +
	", -f --" +
	", --exclude" +
	", -d, -" +
	", -l, -" +
	"-info" +
	"hidden" +
	", -n --no" +
	", --enable" +
	"skip" +
	"-filter" +
	"template" +
	"-symbo" +
	", --with" +
	"-link" +
	"v --version, -h --help\t\tonly prints" +
	"label" +
	"block" +
	"*transform" +
	", --print-" +
	"check" +
	"dry-run" +
	"\tNAME" +
	"_PATH" +
	", --target" +
	"text" +
	", --strict" +
	", -u --" +
	"java" +
	"EDITOR" +
	"scription" +
	"made by " +
	"http" +
	"DEVICE" +
	"SCRIPT" +
	"beside" +
	", -j --job" +
	"-section" +
	", --log" +
	"TARGET..." +
	"-cache" +
	"multi" +
	"secret" +
	"-session" +
	", --force" +
	"CACHE" +
	"yntax" +
	"metadata" +
	" --group" +
	"numeric" +
	"k --keep" +
	", -a --" +
	"root" +
	"\t\trefuse " +
	"uffix" +
	"curren" +
	"-source" +
	"s, --show" +
	" of " +
	"-new" +
	"C\tcd:DIR" +
	"t --target" +
	"installs" +
	"\t\t= " +
	"PROGRAM" +
	"-index" +
	"reference" +
	"stream" +
	", --remove" +
	", -g --g" +
	", -l --list" +
	"npm_config" +
	"-diff" +
	"destroys" +
	"type, -" +
	", -s --" +
	"* *" +
	"-mode" +
	"|url:" +
	"secure" +
	"PREFIX" +
	"offline, --" +
	", --timeout" +
	", -C --" +
	"-script" +
	"host" +
	"install" +
	"escap" +
	"ed-" +
	", -n --" +
	"-base" +
	"link" +
	"location" +
	"device" +
	", --stdin" +
	"-dump" +
	" system" +
	", -o --" +
	", -T --" +
	"lay" +
	", --exp" +
	"DEST" +
	"latform" +
	"quote" +
	"PAGER" +
	"crypt" +
	"redential" +
	"=VALUE" +
	"another " +
	"from a " +
	"V --version, -h --help\t\tonly prints" +
	"f --file\tread:FILE" +
	"extension" +
	", -R --re" +
	"-defaul" +
	"solve" +
	"shell" +
	", --path" +
	" --ignore" +
	"local" +
	"-back" +
	", -x --" +
	"-exec" +
	"plugin" +
	"-stack" +
	", --pre" +
	"text:WORD..." +
	"s-from" +
	", --no-color" +
	"-socket" +
	"TION" +
	"valid" +
	"protoco" +
	"deletes " +
	"-skip" +
	"track" +
	"-root, --" +
	"tree" +
	"option" +
	", -L --" +
	"space, --" +
	", -c, -" +
	"VALUE" +
	"private" +
	"napsho" +
	"-order" +
	"-pattern" +
	"line-" +
	"ignore" +
	"disable" +
	"raw" +
	"-repor" +
	"start" +
	"before" +
	"fetches secrets" +
	"PACKAGE" +
	", --include" +
	"-archive" +
	"\t= sends" +
	", --set-" +
	"-json" +
	"-log" +
	"\treadtree:DIR" +
	"plac" +
	"file\twrite:FILE" +
	"-polic" +
	"e --env" +
	", --auto" +
	"kube" +
	", -p --" +
	"off" +
	", --list" +
	"ask" +
	"-package, --" +
	" !-" +
	"override" +
	"s, --skip" +
	"-version, --help" +
	"-token" +
	" write:OUT" +
	"allow" +
	", -D --" +
	"writes fetches" +
	"-*, -" +
	"NAME" +
	", --repor" +
	"o --output" +
	"encoding" +
	"-plugin" +
	"readtree:FILE..." +
	"header, --" +
	", -n --name" +
	"-prefix" +
	"down" +
	"-name, --" +
	"skip:" +
	", -F --" +
	" text:" +
	"progress, -" +
	"defaul" +
	"ed, -" +
	", -S --" +
	"error" +
	"thread" +
	"author" +
	"tificate" +
	"-with" +
	", --watch" +
	"-format, --" +
	"-signal" +
	", -N --" +
	"-args, --" +
	"-only, --" +
	"try-" +
	"-list" +
	"-env" +
	"color" +
	", -r --" +
	"f --force" +
	"target" +
	", --test" +
	"quest" +
	"deletes" +
	"ruby" +
	"lative" +
	"-auto" +
	"setup" +
	", -o --output" +
	", --filter" +
	"FORMAT" +
	", -a --all" +
	"split" +
	"_HOME" +
	"-version, -h --help\t\tonly prints" +
	", -E --" +
	"auth" +
	"cpu" +
	"-url, --" +
	"-time" +
	"host:" +
	"hook" +
	"clear" +
	"-*, -*" +
	"metho" +
	"ization" +
	"transform" +
	"-exist" +
	", -test." +
	"tra" +
	"flags, -" +
	", -U --" +
	"exec" +
	"keep" +
	"quire" +
	"\trefuse loads code" +
	"ighligh" +
	"s-with" +
	"config):FILE" +
	"json" +
	"data" +
	"-size, -" +
	"limit" +
	"raph" +
	"only:." +
	"console" +
	", --delete" +
	", -v --" +
	"lay, -" +
	", --from" +
	"server" +
	"-exclude" +
	"-case" +
	"create" +
	", -H --" +
	"base" +
	"ull" +
	", --max" +
	"s, --ignore" +
	"work" +
	"new" +
	"cursive" +
	"l --list" +
	"langu" +
	"ustom" +
	"o\twrite:FILE" +
	", -z --" +
	"rust" +
	"RUST" +
	", --sup" +
	"tty" +
	"obeys " +
	"SHELL" +
	"destination" +
	"\tPATH" +
	"encoding, --" +
	", -M --" +
	"-exp" +
	"file\tread:FILE" +
	"kill" +
	"own" +
	"edit" +
	"-server" +
	"auto" +
	"timeout" +
	"d --de" +
	"viron" +
	"parse" +
	", --app" +
	"s a " +
	"ort-" +
	"ression" +
	"File" +
	"ync" +
	"string" +
	"ies, --" +
	"socket" +
	"trace-" +
	"process" +
	"TRACE" +
	"TEST_" +
	"delete" +
	"use-" +
	", --index" +
	"-sign" +
	"Path" +
	"f --file" +
	"cache" +
	", -i --" +
	".json" +
	"spect" +
	"maybe" +
	"extrac" +
	"HOST" +
	", --strip" +
	"-*, --" +
	"-comp" +
	"lobal" +
	"mark" +
	", -A --" +
	"pass" +
	"press" +
	"lock" +
	"cation" +
	"doc" +
	", --comp" +
	"attach" +
	":\tsh:COMMAND" +
	"istic" +
	"\t\t= sends" +
	"\tprefix" +
	"named by " +
	"filter" +
	"ariable" +
	"\ttree:DIR" +
	"field" +
	", -j --" +
	"-stat" +
	"-target" +
	", -y --y" +
	"width" +
	"u --user" +
	", -O --" +
	"-inter" +
	"\tWORD\t= " +
	"\t\talso" +
	"title" +
	"-pid" +
	"-delete" +
	", -V --version" +
	"word" +
	"dump" +
	"back" +
	"info" +
	"aralle" +
	"depth" +
	"tml" +
	"xml" +
	"ult" +
	"~--" +
	"-fa" +
	"input" +
	"OPTION" +
	"zero" +
	":*, -" +
	"posit" +
	"e --e" +
	"assword, --" +
	"builds sends" +
	", --stat" +
	"-profile" +
	"top" +
	", --defaul" +
	"user" +
	"after" +
	"ING" +
	"defin" +
	"-git" +
	"select" +
	", --min" +
	", --no-p" +
	"-dep" +
	"cap" +
	"header" +
	", -k --" +
	"write:FILE..." +
	"proxy" +
	"clean" +
	"clien" +
	"quick" +
	"SPEC" +
	"USER" +
	"aemon" +
	"allback" +
	"imum" +
	"extra" +
	"limiter" +
	"scale" +
	"-pass" +
	"diff" +
	"store" +
	"ranch" +
	"valu" +
	"dir, --" +
	"-paren" +
	"-add" +
	"nel" +
	"args" +
	"d --debug" +
	"written" +
	"idth" +
	"\talso" +
	"open" +
	"hash" +
	"reshold" +
	"tent" +
	"proxy-" +
	"-remove" +
	"andom" +
	"tmux" +
	"sock" +
	" --ipv" +
	"-fix" +
	"-trans" +
	"stdin" +
	"-only" +
	"a --all" +
	"uration" +
	"-bin" +
	", --env" +
	"*, -s" +
	" its " +
	", -P --" +
	"s that " +
	"space, -" +
	"direct" +
	"disp" +
	"quer" +
	"lass" +
	", --silen" +
	"-shell" +
	"stderr" +
	"DATA" +
	"below" +
	", -R --" +
	"label, --" +
	"j --job" +
	"ject, --" +
	"REPO" +
	"ODE" +
	"PRO" +
	"-director" +
	", --add" +
	"-sub" +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction" +
	"ftp" +
	", --tag" +
	"poin" +
	", -X --" +
	"-cover" +
	"strict" +
	"-arg" +
	"app" +
	"trans" +
	", --no-s" +
	"of " +
	"\tread:" +
	"ternal" +
	"s!-" +
	"-imp" +
	"termin" +
	"ublic" +
	"flow:" +
	"S --s" +
	"leanup" +
	"s\t?WORD" +
	", -w --" +
	"warning" +
	"trace, --" +
	"MMAND" +
	"TER" +
	"lease" +
	"-code" +
	", GO" +
	"sum" +
	", --get" +
	"count, --" +
	"add-" +
	"sub" +
	"sol" +
	"ject" +
	"-exit" +
	"\t= " +
	"-ref" +
	"archive" +
	"lain" +
	"URL" +
	", -h --" +
	", --to" +
	"search" +
	"exten" +
	"prints reads " +
	" dest:" +
	"dock" +
	":*, /" +
	"-leve" +
	", --bin" +
	"stdout" +
	"api" +
	"sh:COMMAND..." +
	"free" +
	"-keys" +
	", --po" +
	"only-" +
	"the " +
	"url:" +
	"YTHON" +
	"unction" +
	"enden" +
	"overwrite" +
	"verify, --" +
	"groun" +
	"ical" +
	"-test" +
	"ymlink" +
	"-if" +
	"separator" +
	"PROFILE" +
	"TIME" +
	"andbox" +
	"!-c!-" +
	"-reg" +
	"verbose" +
	"-id, --" +
	"ARGUMENT..." +
	"enable" +
	"=*, -" +
	"ample" +
	"zip" +
	"login" +
	"curse" +
	"-date" +
	"-cpu" +
	", -q --" +
	"-var" +
	", --imp" +
	"saf" +
	"silen" +
	"\tconfig" +
	"lang" +
	"4, -6" +
	"long" +
	"s, --list" +
	", --no-re" +
	"chain" +
	"first" +
	"fold" +
	"size, --" +
	", --per" +
	"-non" +
	", -n --no-" +
	", --reg" +
	"ipe" +
	"lay-" +
	"r --re" +
	"stop" +
	"num" +
	"print-" +
	"LIB" +
	"i --ignore" +
	", -y, -" +
	"later" +
	"-gen" +
	"frame" +
	"? --help" +
	"id, -" +
	"strip" +
	"es-" +
	"match" +
	"-comm" +
	"hite" +
	"access" +
	"text, -" +
	", --ref" +
	"memor" +
	"tls" +
	" by " +
	"ress, --" +
	"npm" +
	"-mi" +
	"-key, --" +
	"rule" +
	"c --con" +
	"them" +
	" --include" +
	"iden" +
	"omit" +
	", -V --version\t\tonly prints" +
	"ram" +
	"tach" +
	"set-" +
	"share" +
	"pert" +
	"tinu" +
	"gest" +
	"-do" +
	"OPT" +
	", -In" +
	"-pack" +
	"line, --" +
	"remove" +
	"a file" +
	"mail" +
	" --verbose" +
	" --quiet" +
	"SION" +
	"*, --*" +
	"iteralPath" +
	"-char" +
	"il, --" +
	"trol" +
	"quiet" +
	"-include" +
	"KEY" +
	"p --p" +
	"LIN" +
	"que" +
	"MENT..." +
	"ange" +
	"job" +
	", -b --" +
	"TORY" +
	"emit" +
	"-format\tWORD" +
	", --system" +
	", --use" +
	"hide" +
	", --sys" +
	"s --s" +
	"HOME" +
	"AGE" +
	"vice" +
	"gress" +
	"righ" +
	"attr" +
	"locale" +
	", --man" +
	"machin" +
	"LOG" +
	"index" +
	"takes " +
	"ity, -" +
	"age-" +
	"line, -" +
	"SER" +
	"/* " +
	"ass, -" +
	"action" +
	"\tonly " +
	"s, -t --" +
	"key, -" +
	"with" +
	"_CONFI" +
	"ative" +
	"perl" +
	"lection" +
	"VER" +
	"iph" +
	", -vv" +
	"reserve" +
	"-fd, --" +
	"-go" +
	"self" +
	"count, -" +
	"site"

var pieceEnds = [Pieces]uint16{
	3, 7, 10, 23, 28, 33, 37, 42, 49, 54, 58, 63, 68, 75, 83, 85,
	89, 93, 99, 101, 109, 111, 114, 119, 122, 127, 129, 134, 140, 142, 144, 150,
	153, 155, 160, 163, 166, 170, 174, 176, 182, 185, 190, 192, 194, 199, 201, 204,
	207, 209, 211, 216, 218, 221, 223, 225, 228, 230, 234, 236, 238, 242, 244, 246,
	248, 252, 254, 257, 259, 262, 264, 266, 268, 270, 272, 275, 277, 280, 282, 284,
	286, 288, 290, 292, 294, 296, 298, 301, 303, 305, 307, 309, 311, 313, 315, 317,
	319, 321, 323, 326, 328, 332, 336, 338, 340, 342, 344, 346, 348, 350, 353, 355,
	357, 361, 363, 365, 368, 371, 373, 375, 377, 384, 386, 561, 581, 634, 670, 682,
	705, 719, 733, 741, 758, 770, 779, 789, 796, 804, 846, 853, 876, 887, 904, 918,
	930, 939, 949, 961, 984, 992, 1015, 1022, 1032, 1067, 1075, 1085, 1093, 1100, 1107, 1130,
	1138, 1154, 1163, 1171, 1182, 1190, 1198, 1211, 1218, 1237, 1247, 1259, 1269, 1299, 1314, 1326,
	1335, 1355, 1361, 1369, 1383, 1398, 1405, 1409, 1416, 1426, 1444, 1462, 1476, 1482, 1490, 1504,
	1513, 1517, 1528, 1532, 1539, 1550, 1558, 1571, 1577, 1584, 1596, 1631, 1640, 1648, 1657, 1662,
	1683, 1688, 1696, 1701, 1718, 1727, 1745, 1760, 1772, 1783, 1788, 1794, 1814, 1826, 1842, 1853,
	1859, 1866, 1877, 1890, 1896, 1901, 1908, 1912, 1918, 1924, 1938, 1947, 1956, 1977, 1992, 2003,
	2014, 2020, 2026, 2040, 2050, 2060, 2073, 2078, 2086, 2101, 2133, 2141, 2147, 2155, 2184, 2190,
	2199, 2210, 2223, 2230, 2238, 2248, 2253, 2260, 2267, 2275, 2285, 2294, 2301, 2307, 2313, 2320,
	2329, 2337, 2343, 2352, 2364, 2370, 2382, 2390, 2398, 2407, 2416, 2421, 2426, 2430, 2442, 2450,
	2455, 2460, 2470, 2476, 2488, 2496, 2501, 2505, 2511, 2517, 2523, 2531, 2540, 2548, 2555, 2561,
	2567, 2574, 2580, 2586, 2591, 2598, 2617, 2621, 2629, 2636, 2658, 2667, 2674, 2680, 2719, 2726,
	2732, 2737, 2742, 2746, 2753, 2759, 2766, 2772, 2780, 2790, 2799, 2806, 2812, 2820, 2828, 2837,
	2842, 2849, 2858, 2864, 2871, 2883, 2898, 2912, 2921, 2929, 2939, 2944, 2951, 2962, 2967, 2980,
	2984, 2996, 3001, 3007, 3023, 3030, 3037, 3044, 3050, 3054, 3063, 3072, 3078, 3084, 3094, 3100,
	3105, 3110, 3118, 3126, 3133, 3137, 3140, 3144, 3150, 3154, 3159, 3169, 3174, 3181, 3192, 3196,
	3201, 3206, 3216, 3221, 3231, 3238, 3246, 3254, 3263, 3276, 3283, 3289, 3293, 3300, 3307, 3314,
	3324, 3336, 3343, 3355, 3359, 3368, 3374, 3380, 3385, 3389, 3396, 3407, 3414, 3421, 3426, 3432,
	3441, 3451, 3455, 3462, 3470, 3476, 3484, 3489, 3524, 3529, 3534, 3544, 3554, 3559, 3566, 3571,
	3576, 3586, 3590, 3600, 3607, 3611, 3617, 3626, 3634, 3638, 3644, 3650, 3656, 3666, 3674, 3681,
	3690, 3696, 3701, 3707, 3715, 3724, 3729, 3734, 3742, 3750, 3757, 3765, 3772, 3776, 3785, 3790,
	3796, 3803, 3812, 3816, 3820, 3828, 3838, 3846, 3850, 3857, 3863, 3872, 3878, 3888, 3896, 3907,
	3917, 3922, 3930, 3937, 3944, 3947, 3952, 3957, 3963, 3969, 3980, 3991, 3998, 4005, 4009, 4016,
	4021, 4024, 4031, 4036, 4040, 4048, 4054, 4063, 4068, 4075, 4082, 4089, 4092, 4099, 4103, 4110,
	4115, 4120, 4125, 4134, 4140, 4148, 4155, 4190, 4208, 4217, 4226, 4233, 4238, 4243, 4251, 4260,
	4265, 4270, 4277, 4282, 4288, 4294, 4301, 4313, 4319, 4331, 4338, 4342, 4347, 4354, 4362, 4367,
	4372, 4381, 4385, 4391, 4398, 4407, 4414, 4419, 4426, 4432, 4438, 4446, 4451, 4457, 4464, 4467,
	4473, 4478, 4484, 4499, 4506, 4517, 4525, 4533, 4541, 4546, 4550, 4563, 4567, 4582, 4588, 4595,
	4603, 4607, 4614, 4617, 4625, 4628, 4640, 4643, 4651, 4660, 4676, 4682, 4692, 4697, 4704, 4718,
	4723, 4727, 4736, 4746, 4754, 4761, 4777, 4787, 4798, 4805, 4809, 4818, 4823, 4830, 4836, 4847,
	4853, 4858, 4865, 4870, 4876, 4882, 4890, 4895, 4904, 4915, 4922, 4929, 4938, 4947, 4951, 4956,
	4960, 4965, 4972, 4981, 4987, 4995, 5000, 5007, 5011, 5017, 5022, 5027, 5040, 5050, 5056, 5066,
	5071, 5076, 5108, 5115, 5119, 5122, 5130, 5135, 5140, 5144, 5149, 5155, 5160, 5167, 5176, 5182,
	5190, 5193, 5201, 5208, 5212, 5216, 5221, 5239, 5246, 5252, 5264, 5268, 5272, 5280, 5285, 5289,
	5295, 5302, 5312, 5319, 5325, 5333, 5339, 5347, 5352, 5358, 5365, 5369, 5372, 5379, 5390, 5394,
	5397, 5404, 5412, 5417, 5422, 5434, 5441, 5445, 5449, 5456, 5459, 5465, 5470, 5481, 5486, 5498,
	5505, 5509, 5523, 5527, 5530, 5534, 5541, 5545, 5552, 5558, 5563, 5568, 5575, 5579, 5583, 5590,
	5594, 5597, 5603, 5610, 5616, 5622, 5629, 5634, 5639, 5645, 5649, 5658, 5663, 5667, 5675, 5680,
	5687, 5692, 5697, 5702, 5708, 5712, 5721, 5727, 5732, 5737, 5741, 5748, 5752, 5757, 5761, 5767,
	5770, 5778, 5784, 5796, 5801, 5810, 5817, 5826, 5832, 5839, 5848, 5853, 5860, 5865, 5872, 5880,
	5885, 5893, 5900, 5906, 5914, 5920, 5925, 5929, 5936, 5950, 5954, 5958, 5962, 5966, 5972, 5977,
	5980, 5983, 5986, 5989, 5992, 5997, 6003, 6007, 6012, 6017, 6022, 6033, 6045, 6053, 6061, 6064,
	6074, 6078, 6083, 6086, 6091, 6095, 6101, 6108, 6116, 6120, 6123, 6129, 6136, 6149, 6154, 6159,
	6164, 6169, 6173, 6177, 6182, 6189, 6193, 6198, 6205, 6210, 6215, 6219, 6224, 6229, 6233, 6240,
	6246, 6250, 6253, 6257, 6266, 6273, 6277, 6282, 6286, 6290, 6297, 6301, 6307, 6314, 6319, 6323,
	6327, 6333, 6337, 6343, 6348, 6353, 6360, 6367, 6371, 6378, 6383, 6388, 6395, 6402, 6410, 6416,
	6420, 6424, 6428, 6437, 6443, 6449, 6453, 6458, 6465, 6474, 6481, 6489, 6493, 6496, 6499, 6508,
	6515, 6519, 6600, 6603, 6610, 6614, 6621, 6627, 6633, 6637, 6640, 6645, 6653, 6656, 6662, 6668,
	6671, 6675, 6681, 6686, 6691, 6696, 6702, 6709, 6716, 6723, 6732, 6737, 6740, 6745, 6750, 6754,
	6757, 6764, 6773, 6777, 6780, 6783, 6787, 6792, 6795, 6799, 6806, 6810, 6813, 6820, 6826, 6832,
	6837, 6850, 6856, 6860, 6865, 6870, 6877, 6883, 6886, 6899, 6903, 6908, 6914, 6919, 6923, 6927,
	6932, 6939, 6944, 6953, 6963, 6968, 6972, 6977, 6983, 6986, 6995, 7002, 7006, 7012, 7017, 7021,
	7028, 7035, 7046, 7052, 7057, 7062, 7065, 7070, 7075, 7080, 7084, 7091, 7095, 7102, 7105, 7110,
	7117, 7121, 7126, 7130, 7139, 7148, 7153, 7158, 7162, 7170, 7177, 7181, 7191, 7198, 7201, 7205,
	7211, 7215, 7218, 7224, 7227, 7237, 7244, 7249, 7253, 7258, 7266, 7271, 7276, 7279, 7284, 7289,
	7293, 7299, 7306, 7313, 7318, 7321, 7325, 7333, 7336, 7339, 7347, 7351, 7358, 7362, 7372, 7376,
	7380, 7407, 7410, 7414, 7418, 7423, 7427, 7431, 7435, 7438, 7441, 7446, 7451, 7459, 7465, 7471,
	7475, 7485, 7493, 7497, 7503, 7513, 7518, 7524, 7528, 7533, 7541, 7544, 7549, 7552, 7555, 7562,
	7566, 7569, 7576, 7580, 7584, 7596, 7606, 7613, 7617, 7624, 7629, 7633, 7636, 7640, 7645, 7649,
	7653, 7659, 7666, 7672, 7675, 7680, 7686, 7692, 7696, 7703, 7706, 7709, 7715, 7721, 7727, 7735,
	7741, 7745, 7751, 7756, 7760, 7767, 7770, 7773, 7778, 7785, 7792, 7795, 7799, 7807, 7811,
}
