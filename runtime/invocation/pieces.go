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
	"le" +
	"ystem" +
	"co" +
	"lo" +
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
	"ti" +
	"ad" +
	"no" +
	"for" +
	"DIR" +
	"ac" +
	"-t" +
	"on" +
	"ch" +
	"ce" +
	"al" +
	"te" +
	"un" +
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
	"h --help, -V --version\t\tonly prints\tproven" +
	"\tscript(" +
	"history" +
	"q --quiet, -v --verbose" +
	"written by " +
	"rewritten by git " +
	"sends destroys" +
	", --debug" +
	"PACKAGE..." +
	" loads(c):*." +
	"\trun:PROGRAM" +
	"v --verbose, -q --quiet" +
	"default-" +
	"\trefuse loads code into" +
	"NAME..." +
	", --ignore" +
	"h --help, -V --version\t\tonly prints" +
	", -p --p" +
	"-recursive" +
	"ARCHIVE" +
	"-config" +
	"builds installs fetches" +
	"\tunsure " +
	"args:ARGUMENT..." +
	"-password" +
	", -s --s" +
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
	"\tcd:DIR" +
	", -i --interactive" +
	"type" +
	"run:COMMAND..." +
	"\ttext:" +
	", --show" +
	"prints fetches" +
	"-download" +
	"fail" +
	"-dir" +
	"\twrite:FILE" +
	"n --dry-run" +
	"-dry-run" +
	"package" +
	"rewritten by " +
	" that " +
	"secrets" +
	"-interactive" +
	"h --help, -v --version\t\tonly prints" +
	"SOURCE..." +
	", --allow" +
	"\tstdin -" +
	":PATH" +
	"\t\tonly prints\tstdin -" +
	" the " +
	"js loads(node):*." +
	"-path" +
	"):OPTIONS" +
	"Path, -LiteralPath" +
	"\tWORD\talso-flag" +
	", -f --force" +
	"trace" +
	", -u --user" +
	"change" +
	"\t\tonly prints\tproven" +
	"\t\t= destroys" +
	"installs fetches" +
	", -w --w" +
	"command" +
	"v --verbose" +
	"readtree|url:" +
	"\tsh:COMMAND" +
	"-from" +
	"-option" +
	"tool" +
	"TARGET" +
	"verify" +
	"source" +
	"-error" +
	"\twritetree:DIR" +
	", --color" +
	"\tunnamed " +
	"o --output\twrite:FILE" +
	"takes commands " +
	"line-number" +
	"space" +
	"-prefix, --" +
	"number" +
	"-debug" +
	"writes history" +
	"*\t\trefuse " +
	"-level, --" +
	"sends secrets" +
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
	"window" +
	"script" +
	"tree:PATH..." +
	"read:FILE..." +
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
	", -c --" +
	", -P --p" +
	"text:" +
	"full" +
	"-match" +
	", GIT_" +
	"-color" +
	", --user" +
	"\toptions(" +
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
	"c --config" +
	"message" +
	"-limit" +
	"-symlink" +
	"h --help, --version\t\tonly prints\tproven" +
	"-commit" +
	"-width" +
	"table" +
	"-work" +
	"-module" +
	"-extra" +
	"-column" +
	"MODULE" +
	"pository" +
	"assword, -" +
	"timestamp" +
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
	"-suffix" +
	" run:COMMAND..." +
	"builds fetches" +
	", --cache" +
	"-dir, --" +
	"\t\tunnamed " +
	"d by " +
	"execute" +
	"dereference" +
	"debug" +
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
	"ize" +
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
	"ment" +
	"view" +
	"writes builds" +
	"-input" +
	"line" +
	"ummar" +
	", --config" +
	"-lock" +
	", -e --" +
	", --verbose" +
	"PATH" +
	"\tKEYS" +
	"\talso-flag" +
	"-empt" +
	"\t\t= system" +
	"upgrade" +
	"commands" +
	"-warning" +
	", --group" +
	"fetches sends" +
	"size, -" +
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
	"image" +
	", -c --config" +
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
	"EDITOR" +
	"scription" +
	"http" +
	"DEVICE" +
	"SCRIPT" +
	", -j --job" +
	"label" +
	" loads(" +
	"-comm" +
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
	"curren" +
	"-source" +
	"s, --show" +
	" of " +
	"-new" +
	"C\tcd:DIR" +
	"t --target" +
	"installs" +
	", -C --" +
	"\t\t= " +
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
	"-script" +
	"host" +
	"install" +
	"made by " +
	"beside" +
	"escap" +
	"ed-" +
	", -o --" +
	", -n --" +
	"-base" +
	"link" +
	"location" +
	"device" +
	", --stdin" +
	"-dump" +
	" system" +
	"lay" +
	", -T --" +
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
	"tree" +
	"PROGRAM" +
	"TION" +
	"valid" +
	"protoco" +
	"deletes " +
	"-skip" +
	"track" +
	"-root, --" +
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
	", -D --" +
	"writes fetches" +
	"allow" +
	"NAME" +
	", --repor" +
	"o --output" +
	"-*, -" +
	"encoding" +
	"java" +
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
	"author" +
	"tificate" +
	"-with" +
	", --watch" +
	"-format, --" +
	"try-" +
	"-signal" +
	", -N --" +
	"-only, --" +
	"-list" +
	"-env" +
	"thread" +
	"-args, --" +
	"color" +
	", -r --" +
	"loads(" +
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
	", --comp" +
	"transform" +
	"-exist" +
	", -test." +
	"tra" +
	"flags, -" +
	", -U --" +
	"exec" +
	"keep" +
	"-comp" +
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
	", --from" +
	"server" +
	"-exclude" +
	"-case" +
	"create" +
	", -H --" +
	"ull" +
	"base" +
	", --max" +
	"s, --ignore" +
	"work" +
	"new" +
	"cursive" +
	"l --list" +
	"langu" +
	"ustom" +
	"RUST" +
	", --sup" +
	"obeys " +
	"SHELL" +
	"destination" +
	"\tPATH" +
	"tty" +
	"encoding, --" +
	", -M --" +
	"-exp" +
	"file\tread:FILE" +
	"lay, -" +
	"own" +
	"edit" +
	"-server" +
	", -z --" +
	", -S --s" +
	"auto" +
	"timeout" +
	"d --de" +
	"viron" +
	"o\twrite:FILE" +
	"parse" +
	", --app" +
	"s a " +
	"ort-" +
	"ression" +
	"File" +
	"ync" +
	"ies, --" +
	"socket" +
	"process" +
	"TRACE" +
	"TEST_" +
	"delete" +
	"use-" +
	"-inter" +
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
	"string" +
	"HOST" +
	", --strip" +
	"-*, --" +
	"lobal" +
	"mark" +
	", -A --" +
	"pass" +
	"press" +
	"lock" +
	"cation" +
	"doc" +
	"attach" +
	":\tsh:COMMAND" +
	"istic" +
	"trace-" +
	"rust" +
	"\t\t= sends" +
	"\tprefix" +
	"named by " +
	"filter" +
	"\ttree:DIR" +
	"field" +
	", -j --" +
	"-stat" +
	"-target" +
	"):*." +
	", -y --y" +
	"width" +
	"u --user" +
	", -O --" +
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
	"htm" +
	"depth" +
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
	"external" +
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
	"args" +
	"-pass" +
	"diff" +
	"store" +
	"ranch" +
	"valu" +
	"dir, --" +
	"-paren" +
	"-add" +
	"nel" +
	"d --debug" +
	"written" +
	"idth" +
	"\talso" +
	"hash" +
	"reshold" +
	"tent" +
	"proxy-" +
	"-remove" +
	"andom" +
	"tmux" +
	"sock" +
	" --ipv" +
	"-trans" +
	"-only" +
	", -w --" +
	"a --all" +
	"uration" +
	"-bin" +
	", --env" +
	"*, -s" +
	"stdin" +
	", -P --" +
	"s that " +
	"direct" +
	"disp" +
	"open" +
	"quer" +
	"lass" +
	"ymlink" +
	", --silen" +
	"-shell" +
	"stderr" +
	"DATA" +
	"below" +
	", -R --" +
	"label, --" +
	"j --job" +
	"REPO" +
	"ODE" +
	"PRO" +
	"-director" +
	", --add" +
	"-arg" +
	"-sub" +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction" +
	"ftp" +
	", --tag" +
	"poin" +
	", -X --" +
	"-cover" +
	"app" +
	"space, -" +
	"trans" +
	", --no-s" +
	"of " +
	"ject" +
	"\tread:" +
	"s!-" +
	"-imp" +
	"termin" +
	"ublic" +
	"flow:" +
	"leanup" +
	"s\t?WORD" +
	" its " +
	"warning" +
	"strict" +
	"alia" +
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
	"-exit" +
	"ariable" +
	"\t= " +
	"-ref" +
	"archive" +
	"lain" +
	"URL" +
	"ject, --" +
	"free" +
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
	"-keys" +
	", --po" +
	"only-" +
	"url:" +
	"YTHON" +
	"unction" +
	"enden" +
	"overwrite" +
	"verify, --" +
	"groun" +
	"ical" +
	"-test" +
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
	"the " +
	"print-" +
	"LIB" +
	"i --ignore" +
	", -y, -" +
	"later" +
	"-gen" +
	"frame" +
	"? --help" +
	"id, -" +
	"saf" +
	"strip" +
	"es-" +
	"match" +
	"hite" +
	"access" +
	"text, -" +
	", --ref" +
	"memor" +
	"tls" +
	" by " +
	"num" +
	"ress, --" +
	"npm" +
	"-mi" +
	"rule" +
	"-key, --" +
	"c --con" +
	"them" +
	" --include" +
	"iden" +
	"omit" +
	", -V --version\t\tonly prints" +
	"ram" +
	"tach" +
	"set-" +
	"kil" +
	"share" +
	"pert" +
	"-do" +
	"tinu" +
	"gest" +
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
	", --fix" +
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
	"-fix" +
	", --sys" +
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
	"age-" +
	"line, -" +
	"SER" +
	"/* " +
	"ass, -" +
	"action" +
	"\tonly " +
	"ity, -" +
	"s --s" +
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
	"IST" +
	"Variable" +
	"count, -" +
	"site"

var pieceEnds = [Pieces]uint16{
	3, 7, 10, 23, 28, 33, 37, 42, 49, 54, 58, 63, 68, 75, 83, 85,
	89, 93, 99, 101, 109, 111, 114, 119, 122, 127, 129, 134, 140, 142, 144, 150,
	153, 155, 160, 163, 166, 170, 174, 176, 182, 185, 190, 192, 194, 199, 201, 204,
	207, 209, 214, 216, 218, 221, 223, 225, 228, 230, 234, 236, 238, 242, 244, 246,
	248, 252, 254, 257, 259, 262, 264, 266, 268, 270, 272, 274, 277, 280, 282, 284,
	286, 288, 290, 292, 294, 296, 298, 301, 303, 305, 307, 309, 311, 313, 315, 317,
	319, 321, 323, 326, 328, 332, 336, 338, 340, 342, 344, 346, 348, 350, 353, 355,
	357, 361, 363, 365, 368, 371, 373, 375, 377, 384, 386, 561, 581, 634, 670, 682,
	705, 719, 733, 741, 758, 770, 779, 789, 796, 838, 846, 853, 876, 887, 904, 918,
	927, 937, 949, 961, 984, 992, 1015, 1022, 1032, 1067, 1075, 1085, 1092, 1099, 1122, 1130,
	1146, 1155, 1163, 1171, 1182, 1190, 1198, 1211, 1218, 1237, 1247, 1259, 1269, 1299, 1314, 1326,
	1335, 1355, 1361, 1369, 1383, 1398, 1405, 1412, 1430, 1434, 1448, 1454, 1462, 1476, 1485, 1489,
	1493, 1504, 1515, 1523, 1530, 1543, 1549, 1556, 1568, 1603, 1612, 1621, 1629, 1634, 1655, 1660,
	1677, 1682, 1691, 1709, 1724, 1736, 1741, 1752, 1758, 1778, 1790, 1806, 1814, 1821, 1832, 1845,
	1856, 1861, 1868, 1872, 1878, 1884, 1890, 1896, 1910, 1919, 1928, 1949, 1964, 1975, 1980, 1991,
	1997, 2003, 2017, 2027, 2037, 2050, 2058, 2073, 2105, 2113, 2119, 2127, 2156, 2162, 2171, 2182,
	2195, 2202, 2210, 2220, 2225, 2232, 2240, 2250, 2259, 2266, 2272, 2278, 2285, 2294, 2302, 2308,
	2317, 2323, 2329, 2341, 2353, 2361, 2369, 2378, 2387, 2392, 2397, 2401, 2413, 2421, 2426, 2431,
	2441, 2447, 2459, 2466, 2474, 2479, 2483, 2489, 2495, 2501, 2509, 2518, 2524, 2530, 2537, 2543,
	2549, 2554, 2561, 2580, 2584, 2592, 2599, 2621, 2630, 2640, 2647, 2653, 2661, 2700, 2707, 2713,
	2718, 2723, 2730, 2736, 2743, 2749, 2757, 2767, 2776, 2782, 2790, 2798, 2807, 2812, 2819, 2828,
	2834, 2841, 2853, 2860, 2875, 2889, 2898, 2906, 2916, 2921, 2928, 2939, 2944, 2948, 2960, 2965,
	2971, 2987, 2994, 3001, 3008, 3014, 3018, 3021, 3030, 3039, 3045, 3051, 3061, 3067, 3072, 3077,
	3085, 3093, 3100, 3104, 3108, 3112, 3125, 3131, 3135, 3140, 3150, 3155, 3162, 3173, 3177, 3182,
	3192, 3197, 3207, 3214, 3222, 3230, 3239, 3252, 3259, 3263, 3270, 3277, 3284, 3294, 3306, 3313,
	3325, 3329, 3338, 3344, 3349, 3362, 3369, 3380, 3387, 3394, 3399, 3405, 3414, 3424, 3428, 3435,
	3443, 3449, 3457, 3462, 3497, 3502, 3512, 3522, 3527, 3534, 3539, 3544, 3554, 3558, 3568, 3575,
	3581, 3590, 3594, 3600, 3606, 3616, 3621, 3628, 3633, 3641, 3648, 3657, 3663, 3668, 3674, 3682,
	3691, 3696, 3701, 3709, 3717, 3724, 3732, 3739, 3743, 3752, 3758, 3765, 3774, 3778, 3782, 3790,
	3800, 3808, 3815, 3819, 3825, 3834, 3840, 3850, 3858, 3869, 3879, 3884, 3892, 3899, 3906, 3909,
	3914, 3919, 3925, 3931, 3942, 3953, 3960, 3964, 3971, 3979, 3985, 3990, 3993, 4000, 4007, 4012,
	4016, 4024, 4030, 4039, 4044, 4051, 4054, 4061, 4068, 4072, 4079, 4084, 4089, 4094, 4103, 4109,
	4117, 4124, 4159, 4177, 4186, 4195, 4202, 4207, 4212, 4220, 4229, 4234, 4239, 4246, 4251, 4257,
	4263, 4270, 4282, 4288, 4300, 4307, 4311, 4318, 4322, 4327, 4334, 4342, 4347, 4352, 4361, 4367,
	4374, 4383, 4390, 4395, 4402, 4408, 4414, 4422, 4427, 4433, 4440, 4443, 4449, 4454, 4460, 4475,
	4482, 4493, 4501, 4509, 4517, 4522, 4526, 4539, 4543, 4558, 4564, 4571, 4579, 4583, 4590, 4593,
	4601, 4604, 4616, 4619, 4627, 4636, 4652, 4658, 4668, 4675, 4689, 4694, 4698, 4707, 4717, 4722,
	4730, 4734, 4741, 4757, 4767, 4778, 4785, 4789, 4798, 4803, 4810, 4816, 4827, 4833, 4838, 4845,
	4850, 4856, 4864, 4869, 4878, 4889, 4893, 4900, 4907, 4916, 4921, 4925, 4931, 4940, 4945, 4952,
	4958, 4967, 4973, 4981, 4986, 4993, 4997, 5003, 5008, 5013, 5026, 5036, 5042, 5052, 5057, 5062,
	5094, 5101, 5105, 5108, 5116, 5121, 5126, 5130, 5135, 5141, 5146, 5153, 5161, 5170, 5176, 5184,
	5187, 5195, 5202, 5206, 5210, 5215, 5220, 5238, 5245, 5251, 5263, 5267, 5271, 5279, 5284, 5288,
	5294, 5301, 5311, 5318, 5326, 5332, 5340, 5345, 5351, 5358, 5361, 5365, 5372, 5383, 5387, 5390,
	5397, 5405, 5410, 5415, 5419, 5426, 5432, 5437, 5448, 5453, 5456, 5468, 5475, 5479, 5493, 5499,
	5502, 5506, 5513, 5520, 5528, 5532, 5539, 5545, 5550, 5562, 5567, 5574, 5578, 5582, 5589, 5593,
	5596, 5603, 5609, 5616, 5621, 5626, 5632, 5636, 5642, 5651, 5656, 5660, 5668, 5673, 5680, 5685,
	5690, 5695, 5701, 5707, 5711, 5720, 5726, 5731, 5735, 5742, 5746, 5751, 5755, 5761, 5764, 5770,
	5782, 5787, 5793, 5797, 5806, 5813, 5822, 5828, 5837, 5842, 5849, 5854, 5861, 5865, 5873, 5878,
	5886, 5893, 5901, 5907, 5912, 5916, 5923, 5937, 5941, 5945, 5949, 5953, 5959, 5962, 5967, 5970,
	5973, 5976, 5981, 5987, 5991, 5996, 6001, 6006, 6017, 6029, 6037, 6045, 6053, 6056, 6066, 6070,
	6075, 6078, 6083, 6087, 6093, 6100, 6108, 6112, 6115, 6121, 6128, 6141, 6146, 6151, 6156, 6161,
	6165, 6169, 6174, 6181, 6185, 6190, 6197, 6202, 6206, 6211, 6215, 6220, 6225, 6229, 6236, 6242,
	6246, 6249, 6258, 6265, 6269, 6274, 6278, 6285, 6289, 6295, 6302, 6307, 6311, 6315, 6321, 6327,
	6332, 6339, 6346, 6353, 6357, 6364, 6369, 6374, 6381, 6388, 6394, 6398, 6402, 6406, 6410, 6416,
	6425, 6431, 6437, 6441, 6446, 6453, 6462, 6469, 6473, 6476, 6479, 6488, 6495, 6499, 6503, 6584,
	6587, 6594, 6598, 6605, 6611, 6614, 6622, 6627, 6635, 6638, 6642, 6648, 6651, 6655, 6661, 6666,
	6671, 6677, 6684, 6689, 6696, 6702, 6706, 6715, 6720, 6723, 6728, 6733, 6737, 6740, 6747, 6756,
	6760, 6763, 6766, 6771, 6778, 6781, 6785, 6792, 6796, 6799, 6807, 6811, 6818, 6824, 6830, 6835,
	6848, 6854, 6858, 6863, 6868, 6875, 6881, 6884, 6897, 6902, 6908, 6913, 6917, 6922, 6929, 6934,
	6943, 6953, 6958, 6962, 6967, 6970, 6979, 6986, 6990, 6996, 7001, 7005, 7012, 7019, 7030, 7036,
	7041, 7046, 7049, 7054, 7059, 7064, 7068, 7075, 7079, 7086, 7091, 7098, 7102, 7107, 7111, 7120,
	7129, 7134, 7139, 7143, 7151, 7158, 7162, 7172, 7179, 7182, 7186, 7192, 7196, 7200, 7206, 7209,
	7219, 7226, 7231, 7235, 7240, 7248, 7253, 7256, 7261, 7264, 7269, 7273, 7279, 7286, 7293, 7298,
	7301, 7305, 7308, 7316, 7319, 7322, 7326, 7334, 7341, 7345, 7355, 7359, 7363, 7390, 7393, 7397,
	7401, 7404, 7409, 7413, 7416, 7420, 7424, 7427, 7432, 7437, 7445, 7451, 7457, 7461, 7471, 7479,
	7483, 7489, 7499, 7504, 7510, 7517, 7522, 7530, 7533, 7538, 7541, 7544, 7551, 7555, 7558, 7565,
	7569, 7573, 7585, 7595, 7602, 7606, 7610, 7617, 7621, 7624, 7628, 7633, 7637, 7641, 7647, 7654,
	7660, 7663, 7668, 7674, 7678, 7685, 7688, 7691, 7697, 7703, 7709, 7715, 7720, 7728, 7734, 7738,
	7744, 7749, 7753, 7760, 7763, 7766, 7771, 7778, 7785, 7788, 7792, 7795, 7803, 7811, 7815,
}
