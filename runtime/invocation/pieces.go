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
	"t, --" +
	"e, -" +
	"version" +
	":FILE" +
	"read" +
	"write" +
	"\tWORD" +
	"WORD..." +
	":COMMAND" +
	"t, -" +
	"s, -" +
	"prints" +
	"re" +
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
	"at" +
	"output" +
	"pro" +
	"or" +
	"build" +
	"ion" +
	"con" +
	"name" +
	"file" +
	"de" +
	"ignore" +
	"ver" +
	"tree:" +
	"ex" +
	"for" +
	"ar" +
	"clude" +
	"s " +
	"ter" +
	"all" +
	"le" +
	"ystem" +
	"co" +
	"run" +
	"lo" +
	"se" +
	"-p" +
	"ing" +
	"-s" +
	"send" +
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
	"DIR" +
	"ac" +
	"-t" +
	"on" +
	"ch" +
	"ce" +
	"al" +
	"un" +
	"te" +
	"ig" +
	"ur" +
	"ate" +
	"ag" +
	"ma" +
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
	"sion" +
	"no" +
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
	"h --help, -V --version\t\tonly prints" +
	", -p --p" +
	"-recursive" +
	"-config" +
	"ARCHIVE" +
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
	"destroys system" +
	" --version\t\tonly prints\tproven" +
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
	"-format, --" +
	"type" +
	"run:COMMAND..." +
	"\ttext:" +
	"prints fetches" +
	"-download" +
	"fail" +
	", --show" +
	"\twrite:FILE" +
	"-dir" +
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
	"\t\tonly prints\tstdin -" +
	" the " +
	"js loads(node):*." +
	"):OPTIONS" +
	"Path, -LiteralPath" +
	"\tWORD\talso-flag" +
	", -f --force" +
	"trace" +
	", -u --user" +
	"change" +
	"\t\tonly prints\tproven" +
	"-path" +
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
	"source" +
	"-error" +
	":PATH" +
	"verify" +
	"\twritetree:DIR" +
	"\tunnamed " +
	"o --output\twrite:FILE" +
	"takes commands " +
	"line-number" +
	", --color" +
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
	", PYTHON" +
	"_CONFIG_" +
	"-help, --version\t\tonly prints" +
	"follow" +
	", -t --" +
	"cloud verbs" +
	"-size, --" +
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
	", --keep" +
	"buffer" +
	"window" +
	"script" +
	"tree:PATH..." +
	"-line" +
	"-path, --" +
	"read:FILE..." +
	"-contain" +
	"preserve" +
	"directory" +
	"silent, -" +
	"NAME " +
	", --check" +
	"path" +
	", -d --debug" +
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
	"-only, -" +
	"-color" +
	", --user" +
	"\toptions(" +
	"config" +
	", -m --" +
	"NUMBER" +
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
	"-package" +
	"MODULE" +
	"pository" +
	"assword, -" +
	"timestamp" +
	"-style" +
	"commands " +
	"-host" +
	"\tproven" +
	"-dir, --" +
	"tree:PATH" +
	"|host:" +
	"PATH..." +
	"progress, --" +
	"-suffix" +
	" run:COMMAND..." +
	", --json" +
	"builds fetches" +
	", --cache" +
	"\t\tunnamed " +
	"d by " +
	"execute" +
	"dereference" +
	"debug" +
	"spec" +
	"show" +
	"-context, --" +
	"group" +
	"SOURCE" +
	"-file\twrite:FILE" +
	"project" +
	"connect" +
	"prefix" +
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
	", -e --" +
	"-format\tWORD" +
	"ummar" +
	", --config" +
	"-lock" +
	"line" +
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
	", -f --" +
	"TEXT" +
	"erimental" +
	" skip:" +
	"image" +
	", -c --config" +
	", --exclude" +
	", -l, -" +
	"-info" +
	"hidden" +
	", -n --no" +
	", --enable" +
	", -d, -" +
	"check" +
	"-format" +
	"skip" +
	"-filter" +
	"template" +
	"-symbo" +
	", --with" +
	"-link" +
	"v --version, -h --help\t\tonly prints" +
	"block" +
	"*transform" +
	"dry-run" +
	"\tNAME" +
	"_PATH" +
	"label" +
	", -u --" +
	", --strict" +
	"loads(python" +
	"text" +
	", --target" +
	"EDITOR" +
	"scription" +
	"http" +
	"DEVICE" +
	"SCRIPT" +
	", -j --job" +
	", --print-" +
	" loads(" +
	"-section" +
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
	"\t\trefuse " +
	"curren" +
	"-source" +
	"s, --show" +
	" of " +
	"-new" +
	"C\tcd:DIR" +
	"t --target" +
	"root" +
	"installs" +
	", -C --" +
	", --log" +
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
	"-script" +
	", -o --" +
	"-comm" +
	"host" +
	"install" +
	"made by " +
	"beside" +
	"escap" +
	"ed-" +
	", -n --" +
	"-base" +
	", --timeout" +
	"link" +
	"location" +
	"device" +
	", --stdin" +
	"-dump" +
	" system" +
	", -T --" +
	"lay" +
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
	"space, --" +
	", --exp" +
	", --path" +
	"local" +
	"-back" +
	", -x --" +
	"-exec" +
	"plugin" +
	"-stack" +
	"text:WORD..." +
	"s-from" +
	", --no-color" +
	"-socket" +
	", --pre" +
	"PROGRAM" +
	"TION" +
	"valid" +
	"protoco" +
	"deletes " +
	"-skip" +
	"track" +
	", -i --ignore" +
	"-root, --" +
	"option" +
	", -L --" +
	"tree" +
	", -c, -" +
	"VALUE" +
	"private" +
	"napsho" +
	"-order" +
	"-pattern" +
	"disable" +
	"raw" +
	", --format" +
	"-repor" +
	"start" +
	"before" +
	"fetches secrets" +
	"PACKAGE" +
	", --include" +
	"-archive" +
	"\t= sends" +
	", -p --" +
	", --set-" +
	"line-" +
	"-json" +
	"-log" +
	"\treadtree:DIR" +
	"plac" +
	"file\twrite:FILE" +
	"-polic" +
	"e --env" +
	", -D --" +
	", --auto" +
	"kube" +
	"off" +
	"ask" +
	" !-" +
	"override" +
	"s, --skip" +
	"-version, --help" +
	"-token" +
	" write:OUT" +
	"writes fetches" +
	", --list" +
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
	"-only, --" +
	", -n --name" +
	"-prefix" +
	"down" +
	"-package, --" +
	"-name, --" +
	"skip:" +
	", -F --" +
	" text:" +
	"progress, -" +
	"format" +
	"defaul" +
	"ed, -" +
	"color" +
	", -S --" +
	"error" +
	"author" +
	"tificate" +
	"-with" +
	", --watch" +
	"-signal" +
	", -N --" +
	"-list" +
	"-env" +
	"thread" +
	"try-" +
	"-args, --" +
	", -r --" +
	", -E --" +
	"f --force" +
	", --test" +
	"quest" +
	"deletes" +
	"-auto" +
	"setup" +
	", -o --output" +
	", --filter" +
	"FORMAT" +
	", -a --all" +
	"split" +
	"target" +
	"_HOME" +
	"-version, -h --help\t\tonly prints" +
	"auth" +
	"cpu" +
	"-size, -" +
	"-url, --" +
	"-time" +
	"host:" +
	"hook" +
	"clear" +
	"-*, -*" +
	"metho" +
	"ization" +
	"ruby" +
	", -U --" +
	"transform" +
	"-exist" +
	"json" +
	", -test." +
	"tra" +
	"flags, -" +
	"exec" +
	", --comp" +
	"keep" +
	"-comp" +
	"quire" +
	"\trefuse loads code" +
	"ighligh" +
	"s-with" +
	"config):FILE" +
	"data" +
	"limit" +
	"raph" +
	"lative" +
	"only:." +
	"console" +
	", --delete" +
	", -v --" +
	", --from" +
	"server" +
	"-exclude" +
	"-case" +
	"create" +
	"tty" +
	", -H --" +
	"ull" +
	"base" +
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
	"encoding, --" +
	", -M --" +
	"-exp" +
	"file\tread:FILE" +
	"lay, -" +
	", --max" +
	"own" +
	"edit" +
	"-server" +
	", -z --" +
	"timeout" +
	", -S --s" +
	"auto" +
	"d --de" +
	"viron" +
	"o\twrite:FILE" +
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
	"loads(" +
	"-*, --" +
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
	"parse" +
	", -A --" +
	", --strip" +
	"press" +
	"lobal" +
	"mark" +
	"pass" +
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
	"\t\talso" +
	"title" +
	"-pid" +
	"-delete" +
	", -V --version" +
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
	"\tWORD\t= " +
	"OPTION" +
	"zero" +
	":*, -" +
	"posit" +
	"e --e" +
	"assword, --" +
	"builds sends" +
	"external" +
	", --stat" +
	"top" +
	", --no-p" +
	"word" +
	", --defaul" +
	"user" +
	"after" +
	"ING" +
	"defin" +
	"select" +
	"-profile" +
	", --min" +
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
	"-git" +
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
	"nel" +
	", -w --" +
	"d --debug" +
	"written" +
	"idth" +
	"\talso" +
	"hash" +
	"-add" +
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
	"a --all" +
	"uration" +
	"-bin" +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction" +
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
	"j --job" +
	"REPO" +
	"ODE" +
	"PRO" +
	"-director" +
	", --add" +
	"-arg" +
	"-sub" +
	"ftp" +
	", --tag" +
	"poin" +
	", -X --" +
	"-cover" +
	"app" +
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
	"label, --" +
	"\t= " +
	"add-" +
	"sub" +
	"space, -" +
	"sol" +
	"-exit" +
	"ariable" +
	"-ref" +
	"archive" +
	"lain" +
	"verify, --" +
	"URL" +
	"ject, --" +
	"free" +
	", -h --" +
	", --to" +
	"search" +
	"exten" +
	"prints reads " +
	" dest:" +
	"count, --" +
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
	"unction" +
	"enden" +
	"overwrite" +
	"groun" +
	"ical" +
	"-test" +
	"separator" +
	"PROFILE" +
	"TIME" +
	"andbox" +
	"!-c!-" +
	"-reg" +
	"verbose" +
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
	"-if" +
	"-var" +
	", --imp" +
	"id, -" +
	"-id, --" +
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
	"r --re" +
	"stop" +
	"the " +
	"print-" +
	"YTHON" +
	"LIB" +
	", -y, -" +
	"later" +
	"-gen" +
	"frame" +
	"? --help" +
	"ipe" +
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
	"lay-" +
	" by " +
	"num" +
	"line, --" +
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
	"ress, --" +
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
	"remove" +
	"a file" +
	", -b --" +
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
	"TORY" +
	"emit" +
	", --system" +
	", --use" +
	"hide" +
	"-fix" +
	", --sys" +
	"HOME" +
	"AGE" +
	"vice" +
	"gress" +
	"ative" +
	"righ" +
	"attr" +
	"locale" +
	", --man" +
	"machin" +
	"LOG" +
	"index" +
	"takes " +
	"line, -" +
	"SER" +
	"/* " +
	"ass, -" +
	"action" +
	"\tonly " +
	"ity, -" +
	"s --s" +
	"key, -" +
	"age-" +
	"with" +
	"_CONFI" +
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
	"s, -t --" +
	"ment, --" +
	"perl" +
	"BAS" +
	"istr" +
	"IP_" +
	"site"

var pieceEnds = [Pieces]uint16{
	3, 7, 10, 23, 28, 33, 38, 42, 49, 54, 58, 63, 68, 75, 83, 87,
	91, 97, 99, 101, 109, 111, 114, 119, 122, 127, 129, 134, 140, 142, 144, 150,
	153, 155, 160, 163, 166, 170, 174, 176, 182, 185, 190, 192, 195, 197, 202, 204,
	207, 210, 212, 217, 219, 222, 224, 226, 228, 231, 233, 237, 239, 243, 245, 247,
	249, 253, 255, 258, 260, 263, 265, 267, 269, 271, 273, 276, 278, 280, 282, 284,
	286, 288, 290, 292, 294, 296, 299, 301, 303, 305, 307, 309, 311, 313, 315, 317,
	319, 321, 323, 326, 330, 332, 336, 338, 340, 342, 344, 346, 348, 350, 353, 355,
	357, 361, 363, 365, 368, 371, 373, 375, 377, 384, 386, 561, 581, 634, 670, 682,
	705, 719, 733, 741, 758, 770, 779, 789, 796, 838, 846, 853, 876, 887, 904, 918,
	927, 937, 949, 961, 984, 992, 1015, 1022, 1057, 1065, 1075, 1082, 1089, 1112, 1120, 1136,
	1145, 1153, 1161, 1172, 1180, 1188, 1201, 1208, 1227, 1237, 1249, 1259, 1274, 1304, 1316, 1325,
	1345, 1351, 1359, 1373, 1388, 1395, 1402, 1420, 1431, 1435, 1449, 1455, 1469, 1478, 1482, 1490,
	1501, 1505, 1516, 1524, 1531, 1544, 1550, 1557, 1569, 1604, 1613, 1622, 1630, 1651, 1656, 1673,
	1682, 1700, 1715, 1727, 1732, 1743, 1749, 1769, 1774, 1786, 1802, 1810, 1817, 1828, 1841, 1852,
	1857, 1864, 1868, 1874, 1880, 1886, 1891, 1897, 1911, 1920, 1941, 1956, 1967, 1976, 1987, 1993,
	1999, 2013, 2023, 2033, 2046, 2051, 2059, 2074, 2106, 2114, 2120, 2128, 2136, 2165, 2171, 2178,
	2189, 2198, 2208, 2213, 2220, 2228, 2238, 2247, 2254, 2260, 2266, 2273, 2281, 2287, 2293, 2299,
	2311, 2316, 2325, 2337, 2345, 2353, 2362, 2371, 2376, 2385, 2389, 2401, 2406, 2411, 2421, 2427,
	2439, 2446, 2454, 2459, 2463, 2469, 2475, 2483, 2489, 2497, 2506, 2512, 2519, 2525, 2531, 2537,
	2542, 2549, 2568, 2572, 2580, 2587, 2609, 2618, 2628, 2635, 2641, 2649, 2688, 2695, 2701, 2706,
	2711, 2718, 2724, 2731, 2739, 2745, 2753, 2763, 2772, 2778, 2787, 2792, 2799, 2807, 2816, 2822,
	2829, 2841, 2848, 2863, 2871, 2885, 2894, 2904, 2909, 2916, 2927, 2932, 2936, 2940, 2952, 2957,
	2963, 2979, 2986, 2993, 2999, 3002, 3011, 3020, 3026, 3032, 3042, 3048, 3053, 3058, 3066, 3074,
	3081, 3085, 3089, 3093, 3106, 3112, 3119, 3131, 3136, 3146, 3151, 3155, 3166, 3170, 3175, 3185,
	3190, 3200, 3207, 3215, 3223, 3232, 3245, 3252, 3256, 3263, 3270, 3277, 3287, 3299, 3306, 3313,
	3317, 3326, 3332, 3337, 3350, 3361, 3368, 3373, 3379, 3388, 3398, 3405, 3410, 3417, 3421, 3428,
	3436, 3442, 3450, 3455, 3490, 3495, 3505, 3512, 3517, 3522, 3527, 3534, 3544, 3556, 3560, 3570,
	3576, 3585, 3589, 3595, 3601, 3611, 3621, 3628, 3636, 3645, 3651, 3656, 3662, 3670, 3679, 3684,
	3689, 3697, 3705, 3712, 3720, 3727, 3736, 3742, 3749, 3758, 3762, 3766, 3774, 3784, 3788, 3796,
	3803, 3810, 3814, 3820, 3829, 3835, 3845, 3853, 3864, 3874, 3879, 3887, 3894, 3901, 3904, 3909,
	3914, 3920, 3926, 3937, 3944, 3951, 3956, 3960, 3967, 3975, 3981, 3986, 3989, 3996, 4001, 4012,
	4016, 4024, 4030, 4039, 4044, 4051, 4058, 4061, 4065, 4072, 4077, 4082, 4087, 4096, 4102, 4110,
	4117, 4152, 4170, 4179, 4188, 4195, 4200, 4205, 4214, 4221, 4229, 4234, 4239, 4246, 4251, 4257,
	4263, 4275, 4281, 4293, 4300, 4307, 4314, 4318, 4323, 4330, 4338, 4343, 4348, 4361, 4370, 4376,
	4383, 4387, 4394, 4399, 4406, 4412, 4418, 4426, 4433, 4436, 4446, 4452, 4457, 4463, 4478, 4485,
	4496, 4504, 4512, 4519, 4527, 4532, 4537, 4541, 4554, 4558, 4573, 4579, 4586, 4593, 4601, 4605,
	4608, 4611, 4614, 4622, 4631, 4647, 4653, 4663, 4677, 4685, 4690, 4694, 4703, 4713, 4718, 4726,
	4730, 4737, 4753, 4763, 4772, 4783, 4790, 4794, 4806, 4815, 4820, 4827, 4833, 4844, 4850, 4856,
	4861, 4866, 4873, 4878, 4884, 4892, 4897, 4906, 4913, 4920, 4925, 4929, 4935, 4939, 4948, 4955,
	4962, 4971, 4979, 4984, 4991, 4996, 5001, 5014, 5024, 5030, 5040, 5045, 5051, 5056, 5088, 5092,
	5095, 5103, 5111, 5116, 5121, 5125, 5130, 5136, 5141, 5148, 5152, 5159, 5168, 5174, 5178, 5186,
	5189, 5197, 5201, 5209, 5213, 5218, 5223, 5241, 5248, 5254, 5266, 5270, 5275, 5279, 5285, 5291,
	5298, 5308, 5315, 5323, 5329, 5337, 5342, 5348, 5351, 5358, 5361, 5365, 5369, 5372, 5379, 5387,
	5392, 5397, 5401, 5408, 5414, 5419, 5430, 5435, 5447, 5454, 5458, 5472, 5478, 5485, 5488, 5492,
	5499, 5506, 5513, 5521, 5525, 5531, 5536, 5548, 5555, 5559, 5563, 5570, 5574, 5577, 5584, 5590,
	5597, 5602, 5607, 5613, 5617, 5623, 5629, 5635, 5644, 5649, 5653, 5661, 5666, 5673, 5678, 5683,
	5688, 5694, 5700, 5704, 5709, 5716, 5725, 5730, 5735, 5739, 5743, 5747, 5753, 5756, 5762, 5774,
	5779, 5785, 5789, 5798, 5805, 5814, 5820, 5829, 5834, 5841, 5846, 5853, 5857, 5865, 5870, 5878,
	5885, 5891, 5896, 5900, 5907, 5921, 5925, 5929, 5933, 5939, 5942, 5947, 5950, 5953, 5956, 5961,
	5969, 5975, 5979, 5984, 5989, 5994, 6005, 6017, 6025, 6033, 6036, 6044, 6048, 6058, 6062, 6067,
	6070, 6075, 6081, 6089, 6096, 6100, 6103, 6109, 6116, 6129, 6134, 6139, 6144, 6149, 6153, 6157,
	6161, 6166, 6173, 6177, 6182, 6189, 6194, 6198, 6203, 6207, 6212, 6217, 6221, 6228, 6234, 6237,
	6244, 6253, 6260, 6264, 6269, 6273, 6277, 6284, 6288, 6294, 6301, 6306, 6310, 6314, 6320, 6326,
	6331, 6338, 6345, 6349, 6430, 6437, 6442, 6447, 6454, 6461, 6467, 6471, 6475, 6479, 6483, 6489,
	6498, 6504, 6510, 6514, 6519, 6526, 6533, 6537, 6540, 6543, 6552, 6559, 6563, 6567, 6570, 6577,
	6581, 6588, 6594, 6597, 6602, 6610, 6613, 6617, 6623, 6626, 6630, 6636, 6641, 6646, 6652, 6659,
	6664, 6671, 6677, 6681, 6690, 6695, 6698, 6703, 6708, 6712, 6715, 6722, 6731, 6734, 6738, 6741,
	6749, 6752, 6757, 6764, 6768, 6775, 6779, 6789, 6792, 6800, 6804, 6811, 6817, 6823, 6828, 6841,
	6847, 6856, 6860, 6865, 6870, 6877, 6883, 6886, 6899, 6904, 6910, 6915, 6919, 6926, 6931, 6940,
	6945, 6949, 6954, 6963, 6970, 6974, 6980, 6985, 6989, 6996, 7007, 7013, 7018, 7023, 7026, 7031,
	7036, 7041, 7045, 7052, 7055, 7059, 7066, 7071, 7078, 7083, 7090, 7094, 7099, 7103, 7112, 7121,
	7126, 7131, 7135, 7143, 7150, 7154, 7164, 7171, 7177, 7181, 7185, 7191, 7196, 7199, 7206, 7211,
	7215, 7220, 7228, 7231, 7234, 7239, 7242, 7247, 7251, 7257, 7264, 7271, 7276, 7279, 7283, 7287,
	7290, 7298, 7301, 7304, 7308, 7316, 7323, 7327, 7337, 7341, 7345, 7372, 7375, 7383, 7387, 7391,
	7394, 7399, 7403, 7406, 7410, 7414, 7417, 7422, 7428, 7434, 7441, 7445, 7455, 7463, 7467, 7473,
	7483, 7488, 7494, 7501, 7506, 7514, 7517, 7522, 7525, 7528, 7535, 7539, 7542, 7546, 7550, 7560,
	7567, 7571, 7575, 7582, 7586, 7589, 7593, 7598, 7603, 7607, 7611, 7617, 7624, 7630, 7633, 7638,
	7644, 7651, 7654, 7657, 7663, 7669, 7675, 7681, 7686, 7692, 7696, 7700, 7706, 7713, 7716, 7719,
	7724, 7731, 7738, 7741, 7745, 7748, 7756, 7764, 7772, 7780, 7784, 7787, 7791, 7794, 7798,
}
