// Code generated from programs/ by go test ./gen/programs -run TestPieces -update. DO NOT EDIT.

package invocation

// pieces are what bytes of packed facts stand for, and where each ends.
const pieces = "" +
	", -" +
	", --" +
	" --" +
	"\t\tonly prints" +
	"s, --" +
	", --no-" +
	":FILE" +
	"e, -" +
	"version" +
	"t, --" +
	"read" +
	"WORD..." +
	"\tWORD" +
	"e, --" +
	"write" +
	":COMMAND" +
	"s, -" +
	"t, -" +
	"prints" +
	"re" +
	", --s" +
	"in" +
	"h --help" +
	"st" +
	"-file" +
	"..." +
	"en" +
	"fetche" +
	"er" +
	"or" +
	"at" +
	"output" +
	"pro" +
	"build" +
	"ion" +
	"con" +
	"name" +
	"de" +
	"ignore" +
	"format" +
	"file" +
	"ver" +
	"ex" +
	"able" +
	"clude" +
	"ter" +
	"ar" +
	"s " +
	"all" +
	"-p" +
	"tree" +
	"co" +
	"run" +
	"lo" +
	"se" +
	"ing" +
	"send" +
	"le" +
	"te" +
	"it" +
	", " +
	"WORD" +
	"an" +
	"ri" +
	"help" +
	"sh" +
	"bose" +
	"ro" +
	"out" +
	"che" +
	"et" +
	"li" +
	"di" +
	"-t" +
	"-s" +
	"ad" +
	"ti" +
	"-c" +
	"for" +
	"ac" +
	"on" +
	"ce" +
	"ate" +
	"ch" +
	"al" +
	"ig" +
	"ur" +
	"DIR" +
	"un" +
	"ct" +
	"ag" +
	"pt" +
	"no" +
	"ss" +
	"mp" +
	"ve" +
	" -" +
	"ke" +
	"fi" +
	"onl" +
	"ma" +
	"sion" +
	"ys" +
	"no-" +
	"prin" +
	"me" +
	"mo" +
	"he" +
	"ut" +
	"ui" +
	"y " +
	"ts" +
	"wri" +
	"\t\t" +
	"lu" +
	"hel" +
	"ame" +
	"ld" +
	"ab" +
	"CO" +
	"FILE" +
	"\t\tonly " +
	".." +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction, -InformationVariable, -OutVariable, -OutBuffer, -PipelineVariable, -ProgressAction\ttext:WORD" +
	".py loads(python):./" +
	"Verbose, -Debug, -WhatIf, -Confirm, -Force, -PassThru" +
	"-help, --version\t\tonly prints\tproven" +
	"prints reads" +
	"):FILE args:ARGUMENT..." +
	"; leave it out" +
	"\tsource(" +
	" args:ARGUMENT..." +
	", -q --quiet" +
	"privilege" +
	"\ttext:WORD" +
	", -v --verbose" +
	"\tscript(" +
	"script(" +
	"history" +
	"rewritten by git " +
	"sends destroys" +
	"written by " +
	"h --help, -V --version\t\tonly prints\tproven" +
	", --debug" +
	"PACKAGE..." +
	"destroys system" +
	" loads(c):*." +
	"system" +
	"\trefuse loads code into" +
	"\trun:PROGRAM" +
	", -s --s" +
	"NAME..." +
	"default-" +
	"h --help, -V --version\t\tonly prints" +
	"q --quiet, -v --verbose" +
	"-recursive" +
	"-config" +
	"v --verbose, -q --quiet" +
	"-password" +
	"-command" +
	"builds installs fetches" +
	"args:ARGUMENT..." +
	"ARCHIVE" +
	"\tunsure " +
	" system" +
	", CARGO_" +
	"\ttext:PATTERN" +
	"source(" +
	"\trefuse " +
	"\tconfig:FILE" +
	"-command\tsh:COMMAND" +
	"-directory" +
	"\tread:FILE" +
	"\tsecret:WORD" +
	"prints reads fetches" +
	"trace" +
	"-dry-run" +
	"loads(node):*." +
	"written by the " +
	", -p --p" +
	", -r --re" +
	", --show" +
	"append" +
	"\t\tonly prints\tproven" +
	", -i --interactive" +
	"\tcd:DIR" +
	"package" +
	"prints fetches" +
	"run:COMMAND..." +
	"type" +
	"\ttext:" +
	"fail" +
	"-download" +
	"rewritten by " +
	"-interactive" +
	"SOURCE..." +
	"n --dry-run" +
	"-dir" +
	"secrets" +
	"\tstdin -" +
	"-error" +
	"\t\tonly prints\tstdin -" +
	", --allow" +
	"js loads(node):*." +
	"program" +
	"):OPTIONS" +
	"Path, -LiteralPath" +
	"\tWORD\talso-flag" +
	" that " +
	", -u --user" +
	"-path" +
	"\twritetree:DIR" +
	", -f --force" +
	" the " +
	"\t\t= destroys" +
	"installs fetches" +
	"h --help, -v --version\t\tonly prints" +
	"\twrite:FILE" +
	"\t\t= system" +
	"tree:PATH..." +
	"text:PATTERN" +
	"-only, --" +
	"verify" +
	"space" +
	"-from" +
	"-package" +
	", -w --w" +
	"tool" +
	"-option" +
	"TARGET" +
	"\tsh:COMMAND" +
	"-color" +
	", --color" +
	"group" +
	"takes commands " +
	"preserve" +
	"line-number" +
	"\t?WORD" +
	"command" +
	"number" +
	"*\t\trefuse " +
	"writes history" +
	"-file\tread:FILE" +
	"tree:PATH" +
	", --disable" +
	"sends secrets" +
	"-feature" +
	"h --help, --version\t\tonly prints" +
	"settings" +
	", -V --version\t\tonly prints\tproven" +
	", PYTHON" +
	"\tunnamed " +
	"follow" +
	"-debug" +
	"-level, --" +
	", -t --" +
	"-size, --" +
	"-header" +
	"-help, --version\t\tonly prints" +
	"update" +
	"cloud verbs" +
	"_CONFIG_" +
	"-prefix" +
	", --keep" +
	"source" +
	"-regexp" +
	"-timeout" +
	", --check" +
	"ummary" +
	", -i --in" +
	"-match" +
	", -l --" +
	"d by " +
	"prefix" +
	"o --output\twrite:FILE" +
	":NAME" +
	"NAME " +
	", -P --p" +
	"-check" +
	"config" +
	", -d --debug" +
	"buffer" +
	"-separator" +
	"place" +
	"merge" +
	"window" +
	", --skip" +
	", GIT_" +
	"script" +
	"path" +
	"dir\ttree:DIR" +
	", --user" +
	"full" +
	", -c --" +
	"read:FILE..." +
	"-work" +
	"-symbo" +
	"directory" +
	"):CODE" +
	"-limit" +
	"-user" +
	"-data" +
	"-host" +
	", --tls" +
	", -m --" +
	"\tKEYS\tsep " +
	"writes fetches history" +
	"c --config" +
	"-extra" +
	"-width" +
	"-path, --" +
	"-group" +
	"-commit" +
	"-column" +
	"-type, --" +
	"message" +
	"MODULE" +
	"-symlink" +
	"project" +
	"pository" +
	"assword, -" +
	", --json" +
	", -b --b" +
	"timestamp" +
	"bject" +
	", --cache" +
	"python" +
	"-key" +
	"commands " +
	"EDITOR" +
	"-style" +
	":PATH" +
	" run:COMMAND..." +
	"\t\tonly prints reads" +
	"builds fetches" +
	"lines" +
	"execute" +
	"PATH..." +
	"\toptions(" +
	"-module" +
	"dereference" +
	"readtree|url:" +
	"-change" +
	"spec" +
	"SOURCE" +
	"NUMBER" +
	"-context, --" +
	"length" +
	"-lock" +
	"FLAGS" +
	"-missing" +
	"connect" +
	"REVISION" +
	"network" +
	"-python" +
	"wrap" +
	"-dir, --" +
	"-line" +
	"show" +
	"v --verbose" +
	"-input" +
	", --quiet" +
	"l --list" +
	"\t\tunnamed " +
	"\t\t= writes" +
	"-warning" +
	"\tproven" +
	"debug" +
	"module" +
	"view" +
	", --config" +
	"-link" +
	"size, -" +
	"-file\twrite:FILE" +
	"\talso-flag" +
	"-empt" +
	"writes builds" +
	"upgrade" +
	", --group" +
	"h --help, --version\t\tonly prints\tproven" +
	"npm_config_" +
	", -e --" +
	"reads writes" +
	"-contain" +
	", -S --s" +
	"text:" +
	"PATH" +
	"encoding" +
	"fetches sends" +
	"; leave" +
	"q --quiet" +
	"\tKEYS" +
	"OPTIONS" +
	"\treadtree:DIR" +
	"-submodule" +
	", -f --" +
	"change" +
	"TEXT" +
	", --with" +
	"erimental" +
	" skip:" +
	"commands" +
	", -c --config" +
	", --exclude" +
	"max-" +
	"\ttree:DIR" +
	", -d, -" +
	"-diff" +
	"ize" +
	", -d --" +
	"ment" +
	", -l, -" +
	"-filter" +
	"-info" +
	"-new" +
	"v --version, -h --help\t\tonly prints" +
	"*transform" +
	", -j --job" +
	"-base" +
	"_PATH" +
	", --target" +
	"text" +
	"-back" +
	", --strict" +
	", -n --no" +
	"template" +
	"\tNAME" +
	"scription" +
	"-off" +
	", --print-" +
	"hidden" +
	"html" +
	", -u --" +
	" loads(" +
	"-section" +
	"-cache" +
	", --log" +
	"pass" +
	"-source" +
	"http" +
	"multi" +
	"label" +
	"block" +
	"-script" +
	"check" +
	"numeric" +
	"yntax" +
	"metadata" +
	"k --keep" +
	" --skip" +
	", --force" +
	"s, --show" +
	"C\tcd:DIR" +
	"DEVICE" +
	"SCRIPT" +
	"image" +
	"t --target" +
	"installs" +
	"ed, -" +
	"-session" +
	"\t\t= " +
	"-only, -" +
	"-mode" +
	"reference" +
	"stream" +
	"INPUT" +
	"TARGET..." +
	", -g --g" +
	"destroys" +
	", --stdin" +
	"* *" +
	"\t\trefuse " +
	"|url:" +
	"uffix" +
	"-index" +
	"secure" +
	"proxy" +
	"FORMAT" +
	", --timeout" +
	", -a --" +
	"lay" +
	"made by " +
	", -o --" +
	"install" +
	"device" +
	" of " +
	", --remove" +
	"-dump" +
	"-exec" +
	"secret" +
	", -C --" +
	", --exp" +
	"\tread:PATH" +
	"loads(python" +
	"latform" +
	"quote" +
	", --path" +
	", -R --re" +
	"PAGER" +
	"CACHE" +
	"redential" +
	"ocket" +
	"-defaul" +
	"=VALUE" +
	"another " +
	"from a " +
	"V --version, -h --help\t\tonly prints" +
	"f --file\tread:FILE" +
	"solve" +
	"-stack" +
	", -T --" +
	", -n --" +
	"DEST" +
	"location" +
	"ilent, -" +
	"-conten" +
	"extension" +
	"root" +
	"type, -" +
	"host" +
	"text:WORD..." +
	"s-from" +
	"PROGRAM" +
	"ignore-case" +
	"tree|host:" +
	"deletes " +
	"ed-" +
	"-comm" +
	"link" +
	"local" +
	"dry-run" +
	"VALUE" +
	"TION" +
	"private" +
	"-json" +
	"napsho" +
	"track" +
	"plugin" +
	"-pattern" +
	"shell" +
	"option" +
	"start" +
	"line" +
	", -p --" +
	"edit" +
	"-skip" +
	"valid" +
	"PREFIX" +
	"fetches secrets" +
	"query" +
	", -L --" +
	"-root, --" +
	", --include" +
	"\t= sends" +
	"-archive" +
	", -x --" +
	"-auto" +
	"raw" +
	"-repor" +
	"e --env" +
	"before" +
	"level" +
	", --list" +
	"line-" +
	", --pre" +
	"-system" +
	"penden" +
	", --repor" +
	"-token" +
	", -D --" +
	", --auto" +
	"-log" +
	"tty" +
	"allow" +
	"override" +
	"writes fetches" +
	", -n --name" +
	"down" +
	"-env" +
	"skip:" +
	"app" +
	"s, --skip" +
	"defaul" +
	"gress" +
	"author" +
	"tificate" +
	"file\twrite:FILE" +
	"-plugin" +
	"readtree:FILE..." +
	", --watch" +
	"-args, --" +
	"-signal" +
	"-version, --help" +
	"FILTER" +
	"kube" +
	", -i --" +
	"-*, -" +
	", -N --" +
	"-id, --" +
	"o --output" +
	", -F --" +
	"quest" +
	"setup" +
	", -o --output" +
	", -a --all" +
	"-version, -h --help\t\tonly prints" +
	"-format, --" +
	"-list" +
	"-stdin" +
	"auth" +
	", --test" +
	", -r --" +
	"NAME" +
	"-time" +
	"-comp" +
	"host:" +
	"f --force" +
	"space, --" +
	"hook" +
	"-*, -*" +
	"deletes" +
	"ization" +
	"-with" +
	"-exist" +
	", --filter" +
	"-polic" +
	"-url, --" +
	", -test." +
	"-key, --" +
	"tra" +
	"quire" +
	"|host:" +
	"\trefuse loads code" +
	" text:" +
	"ighligh" +
	"currenc" +
	"s-with" +
	", -U --" +
	"metho" +
	"ruby" +
	"java" +
	"only:." +
	"console" +
	"try-" +
	", --delete" +
	", --from" +
	"ault" +
	", -v --" +
	"-name, --" +
	"-exclude" +
	", --comp" +
	", -H --" +
	"ull" +
	", -s --" +
	", --max" +
	"keep" +
	"cursive" +
	"langu" +
	"lative" +
	"kill" +
	"RUST" +
	"SHELL" +
	"destination" +
	"PRESS" +
	"what " +
	", -p --pro" +
	", -E --" +
	"json" +
	"create" +
	"-sub" +
	", -M --" +
	"-size, -" +
	"ort-" +
	"file\tread:FILE" +
	"viron" +
	"scap" +
	"ustom" +
	", -z --" +
	"limit" +
	"error" +
	"ync" +
	"File" +
	"\tPATH" +
	"TEST_" +
	"s a " +
	"work" +
	"Path" +
	"PACKAG" +
	"target" +
	"-exp" +
	"HOME" +
	".json" +
	"maybe" +
	"HOST" +
	"parse" +
	"-target" +
	", -A --" +
	"lay, -" +
	"exec" +
	"new" +
	"lobal" +
	"-inter" +
	"cpu" +
	"press" +
	"filter" +
	"timeout" +
	"f --file" +
	"cation" +
	"-sign" +
	"d --de" +
	"attach" +
	":\tsh:COMMAND" +
	"istic" +
	"trace-" +
	", --index" +
	"-delete" +
	", --no-color" +
	"obeys " +
	"\t\t= sends" +
	", --strip" +
	"use-" +
	"ies, --" +
	"field" +
	"string" +
	"-profile" +
	"delete" +
	"lock" +
	"ask" +
	"ression" +
	"mark" +
	", --system" +
	"-add" +
	"auto" +
	"u --user" +
	", --verbose" +
	"width" +
	"-pid" +
	"TRACE" +
	"andbox" +
	"loads(" +
	"PATTERN" +
	"curren" +
	"doc" +
	"raph" +
	"title" +
	"-fd, --" +
	"TORY" +
	", -I --" +
	"rust" +
	", -y --y" +
	"):*." +
	", -j --" +
	"data" +
	"header" +
	"aralle" +
	"-stat" +
	"depth" +
	", --enable" +
	", --stat" +
	"top" +
	"~--" +
	"color" +
	"OPTION" +
	":*, -" +
	"posit" +
	", --min" +
	"\tWORD\t= " +
	"transform" +
	"\t\talso" +
	"spect" +
	"extrac" +
	"o\twrite:FILE" +
	"builds sends" +
	"assword, --" +
	"ervice" +
	"owner" +
	"-var" +
	"store" +
	"zero" +
	"off" +
	"-git" +
	", -O --" +
	"select" +
	"-only" +
	"word" +
	"after" +
	"ING" +
	"clien" +
	"SPEC" +
	"USER" +
	"allback" +
	"limiter" +
	"-remove" +
	", --no-cache" +
	"-trans" +
	"user" +
	"info" +
	"input" +
	"defin" +
	"-paren" +
	"verify, --" +
	"-shell" +
	"label, --" +
	" !-" +
	", --add" +
	"-cpu" +
	"written" +
	"\talso" +
	"valu" +
	"-server" +
	"-bin" +
	", --env" +
	"e --e" +
	"nel" +
	"extra" +
	"andom" +
	" --ipv" +
	"-cover" +
	", -V --version" +
	", --defaul" +
	", -w --" +
	"args" +
	", -k --" +
	"ranch" +
	"toco" +
	"uration" +
	"write:FILE..." +
	"sh:COMMAND..." +
	"*, -s" +
	"-if" +
	", -g --" +
	"-*, --" +
	"skip" +
	"direct" +
	"-arg" +
	"a --all" +
	"hash" +
	", --tag" +
	"ymlink" +
	"rypt" +
	"stderr" +
	"reshold" +
	"imum" +
	"below" +
	"ODE" +
	"PRO" +
	"-director" +
	"tree:." +
	"ftp" +
	"open" +
	", -S --" +
	"of " +
	"idth" +
	"dump" +
	"back" +
	"ternal" +
	", GO" +
	"gress, --" +
	"header, --" +
	", --get" +
	"termin" +
	"-date" +
	"exten" +
	"dent" +
	"aemon" +
	"flow:" +
	"-exit" +
	"REPO" +
	"fast" +
	"order" +
	"id, -" +
	"-cap" +
	"s that " +
	"server" +
	"MMAND" +
	"line, --" +
	"disp" +
	"-code" +
	"ErrorAction, -ErrorVariable, -WarningAction, -WarningVariable, -InformationAction" +
	"-imp" +
	"poin" +
	"count, --" +
	"j --job" +
	", --bin" +
	" its " +
	"sum" +
	"strict" +
	"id, --" +
	"sol" +
	"trans" +
	"diff" +
	"-flag" +
	"archive" +
	"-ref" +
	"lain" +
	"flag" +
	", --to" +
	"free" +
	", -h --" +
	"space, -" +
	"-test" +
	"search" +
	" dest:" +
	"prints reads " +
	"DATA" +
	"dock" +
	":*, /" +
	", -X --" +
	"abbrev" +
	"only-" +
	"\t= " +
	"lease" +
	"c --con" +
	"lass" +
	"dir, --" +
	", --po" +
	"!--no-" +
	"d --debug" +
	"disable" +
	"base" +
	"stdout" +
	"api" +
	"groun" +
	"ical" +
	"separator" +
	"PROFILE" +
	"ublic" +
	"!-c!-" +
	"upload" +
	"tainer" +
	"ject, --" +
	"ity, -" +
	"der, --" +
	"ARGUMENT..." +
	"-reg" +
	"add-" +
	"\tread:" +
	"=*, -" +
	"ample" +
	"URL" +
	"login" +
	", --imp" +
	"curse" +
	"the " +
	"\tconfig" +
	"lang" +
	"thread" +
	"4, -6" +
	"zip" +
	"s, --list" +
	", --reg" +
	"first" +
	"chain" +
	"lay, --" +
	"-do" +
	", --per" +
	"-non" +
	"ize-" +
	"MAKE" +
	"TIME" +
	"assume" +
	"atabase" +
	"warning" +
	"mail" +
	"r --re" +
	"own" +
	"url:" +
	"-mi" +
	"long" +
	"later" +
	", -y, -" +
	"fold" +
	", -q --" +
	"-clean" +
	"-clear" +
	"-thread" +
	"facts" +
	"ipe" +
	"-gen" +
	"strip" +
	"stop" +
	"saf" +
	"tree:DIR" +
	"LIB" +
	"clean" +
	"ilent, --" +
	"-keys" +
	"access" +
	"text, -" +
	"tls" +
	"num" +
	"npm" +
	"clear" +
	"share" +
	", --server" +
	"i --ignore" +
	", --ref" +
	"OPT" +
	"memor" +
	", -V --version\t\tonly prints" +
	" by " +
	"s --s" +
	"tach" +
	"YTHON" +
	"rule" +
	"unction" +
	"pert" +
	"-char" +
	"gest" +
	"them" +
	"tinu" +
	" --include" +
	", -n --no-" +
	"-format\tWORD" +
	"omit" +
	", -In" +
	"key, -" +
	"es-" +
	"-pack" +
	"set-" +
	"OUT" +
	"que" +
	", -b --" +
	" --quiet" +
	"print-" +
	"ange" +
	"SION" +
	"? --help" +
	"iteralPath" +
	"*, --*" +
	"remove" +
	"LIN" +
	"refer" +
	"trol" +
	", --fix" +
	"KEY" +
	"p --p" +
	"lay-" +
	"match" +
	"ress, --" +
	"job" +
	"rateg" +
	", --sup" +
	"emit" +
	"quiet" +
	"-fix" +
	", --man" +
	"a file" +
	", --use" +
	", --over" +
	"age-" +
	"/* " +
	"\tonly " +
	"-be" +
	"machin" +
	"-include" +
	"b --b" +
	"s, -t --" +
	"cache" +
	"MENT..." +
	"SER" +
	"_CONFI" +
	"index" +
	"ative" +
	"ass, -" +
	"lection" +
	"VER" +
	"iph" +
	", -vv" +
	"attr" +
	"locale" +
	"-go" +
	"self" +
	"takes " +
	"ilen" +
	"with" +
	"line, -" +
	"perl" +
	"action" +
	"BAS" +
	"righ" +
	"IP_" +
	", --set-" +
	", -Ex" +
	"IST" +
	"count, -" +
	"loads(python):./" +
	"Error" +
	"ments" +
	"mental" +
	"VICE" +
	"ity, --" +
	"ext:" +
	"!-o" +
	", --save" +
	"-fa" +
	"-case" +
	"R --re" +
	"ment, --" +
	"ult" +
	"BLE" +
	"mask" +
	"stic"

var pieceEnds = [Pieces]uint16{
	3, 7, 10, 23, 28, 35, 40, 44, 51, 56, 60, 67, 72, 77, 82, 90,
	94, 98, 104, 106, 111, 113, 121, 123, 128, 131, 133, 139, 141, 143, 145, 151,
	154, 159, 162, 165, 169, 171, 177, 183, 187, 190, 192, 196, 201, 204, 206, 208,
	211, 213, 217, 219, 222, 224, 226, 229, 233, 235, 237, 239, 241, 245, 247, 249,
	253, 255, 259, 261, 264, 267, 269, 271, 273, 275, 277, 279, 281, 283, 286, 288,
	290, 292, 295, 297, 299, 301, 303, 306, 308, 310, 312, 314, 316, 318, 320, 322,
	324, 326, 328, 331, 333, 337, 339, 342, 346, 348, 350, 352, 354, 356, 358, 360,
	363, 365, 367, 370, 373, 375, 377, 379, 383, 390, 392, 567, 587, 640, 676, 688,
	711, 725, 733, 750, 762, 771, 781, 795, 803, 810, 817, 834, 848, 859, 901, 910,
	920, 935, 947, 953, 976, 988, 996, 1003, 1011, 1046, 1069, 1079, 1086, 1109, 1118, 1126,
	1149, 1165, 1172, 1180, 1187, 1195, 1208, 1215, 1223, 1235, 1254, 1264, 1274, 1286, 1306, 1311,
	1319, 1333, 1348, 1356, 1365, 1373, 1379, 1399, 1417, 1424, 1431, 1445, 1459, 1463, 1469, 1473,
	1482, 1495, 1507, 1516, 1527, 1531, 1538, 1546, 1552, 1573, 1582, 1599, 1606, 1615, 1633, 1648,
	1654, 1665, 1670, 1684, 1696, 1701, 1713, 1729, 1764, 1775, 1785, 1797, 1809, 1818, 1824, 1829,
	1834, 1842, 1850, 1854, 1861, 1867, 1878, 1884, 1893, 1898, 1913, 1921, 1932, 1938, 1945, 1951,
	1961, 1975, 1990, 1999, 2010, 2023, 2031, 2063, 2071, 2105, 2113, 2122, 2128, 2134, 2144, 2151,
	2160, 2167, 2196, 2202, 2213, 2221, 2228, 2236, 2242, 2249, 2257, 2266, 2272, 2281, 2287, 2294,
	2299, 2305, 2326, 2331, 2336, 2344, 2350, 2356, 2368, 2374, 2384, 2389, 2394, 2400, 2408, 2414,
	2420, 2424, 2436, 2444, 2448, 2455, 2467, 2472, 2478, 2487, 2493, 2499, 2504, 2509, 2514, 2521,
	2528, 2538, 2560, 2570, 2576, 2582, 2591, 2597, 2604, 2611, 2620, 2627, 2633, 2641, 2648, 2656,
	2666, 2674, 2682, 2691, 2696, 2705, 2711, 2715, 2724, 2730, 2736, 2741, 2756, 2775, 2789, 2794,
	2801, 2808, 2817, 2824, 2835, 2848, 2855, 2859, 2865, 2871, 2883, 2889, 2894, 2899, 2907, 2914,
	2922, 2929, 2936, 2940, 2948, 2953, 2957, 2968, 2974, 2983, 2991, 3001, 3011, 3019, 3026, 3031,
	3037, 3041, 3051, 3056, 3063, 3079, 3089, 3094, 3107, 3114, 3123, 3162, 3173, 3180, 3192, 3200,
	3208, 3213, 3217, 3225, 3238, 3245, 3254, 3259, 3266, 3279, 3289, 3296, 3302, 3306, 3314, 3323,
	3329, 3337, 3350, 3361, 3365, 3374, 3381, 3386, 3389, 3396, 3400, 3407, 3414, 3419, 3423, 3458,
	3468, 3478, 3483, 3488, 3498, 3502, 3507, 3517, 3526, 3534, 3539, 3548, 3552, 3562, 3568, 3572,
	3579, 3586, 3594, 3600, 3607, 3611, 3618, 3622, 3627, 3632, 3637, 3644, 3649, 3656, 3661, 3669,
	3677, 3684, 3693, 3702, 3710, 3716, 3722, 3727, 3737, 3745, 3750, 3758, 3762, 3770, 3775, 3784,
	3790, 3795, 3804, 3812, 3820, 3829, 3832, 3841, 3846, 3851, 3857, 3863, 3868, 3874, 3885, 3892,
	3895, 3903, 3910, 3917, 3923, 3927, 3937, 3942, 3947, 3953, 3960, 3967, 3977, 3989, 3996, 4001,
	4009, 4018, 4023, 4028, 4037, 4042, 4049, 4055, 4063, 4070, 4105, 4123, 4128, 4134, 4141, 4148,
	4152, 4160, 4168, 4175, 4184, 4188, 4195, 4199, 4211, 4217, 4224, 4235, 4245, 4253, 4256, 4261,
	4265, 4270, 4277, 4282, 4286, 4293, 4298, 4304, 4309, 4315, 4323, 4328, 4334, 4339, 4343, 4350,
	4354, 4359, 4364, 4370, 4385, 4390, 4397, 4406, 4417, 4425, 4433, 4440, 4445, 4448, 4454, 4461,
	4467, 4472, 4480, 4485, 4492, 4499, 4505, 4514, 4520, 4527, 4535, 4539, 4542, 4547, 4555, 4569,
	4580, 4584, 4588, 4593, 4596, 4605, 4611, 4616, 4622, 4630, 4645, 4652, 4668, 4677, 4686, 4693,
	4709, 4715, 4719, 4726, 4731, 4738, 4745, 4755, 4762, 4767, 4772, 4785, 4795, 4827, 4838, 4843,
	4849, 4853, 4861, 4868, 4872, 4877, 4882, 4887, 4896, 4905, 4909, 4915, 4922, 4929, 4934, 4940,
	4950, 4956, 4964, 4972, 4980, 4983, 4988, 4994, 5012, 5018, 5025, 5032, 5038, 5045, 5050, 5054,
	5058, 5064, 5071, 5075, 5085, 5093, 5097, 5104, 5113, 5121, 5129, 5136, 5139, 5146, 5153, 5157,
	5164, 5169, 5175, 5179, 5183, 5188, 5199, 5204, 5209, 5219, 5226, 5230, 5236, 5240, 5247, 5255,
	5259, 5273, 5278, 5282, 5287, 5294, 5299, 5304, 5307, 5311, 5316, 5321, 5325, 5329, 5333, 5339,
	5345, 5349, 5353, 5358, 5363, 5367, 5372, 5379, 5386, 5392, 5396, 5399, 5404, 5410, 5413, 5418,
	5424, 5431, 5439, 5445, 5450, 5456, 5462, 5474, 5479, 5485, 5494, 5501, 5513, 5519, 5528, 5537,
	5541, 5548, 5553, 5559, 5567, 5573, 5577, 5580, 5587, 5591, 5601, 5605, 5609, 5617, 5628, 5633,
	5637, 5642, 5648, 5654, 5661, 5667, 5670, 5674, 5679, 5686, 5690, 5697, 5701, 5709, 5713, 5720,
	5724, 5730, 5736, 5741, 5746, 5756, 5764, 5767, 5770, 5775, 5781, 5786, 5791, 5798, 5806, 5815,
	5821, 5826, 5832, 5844, 5856, 5867, 5873, 5878, 5882, 5887, 5891, 5894, 5898, 5905, 5911, 5916,
	5920, 5925, 5928, 5933, 5937, 5941, 5948, 5955, 5962, 5974, 5980, 5984, 5988, 5993, 5998, 6004,
	6014, 6020, 6029, 6032, 6039, 6043, 6050, 6055, 6059, 6066, 6070, 6077, 6082, 6085, 6090, 6095,
	6101, 6107, 6121, 6131, 6138, 6142, 6149, 6154, 6158, 6165, 6178, 6191, 6196, 6199, 6206, 6212,
	6216, 6222, 6226, 6233, 6237, 6244, 6250, 6254, 6260, 6267, 6271, 6276, 6279, 6282, 6291, 6297,
	6300, 6304, 6311, 6314, 6318, 6322, 6326, 6332, 6336, 6345, 6355, 6362, 6368, 6373, 6378, 6382,
	6387, 6392, 6397, 6401, 6405, 6410, 6415, 6419, 6426, 6432, 6437, 6445, 6449, 6454, 6535, 6539,
	6543, 6552, 6559, 6566, 6571, 6574, 6580, 6586, 6589, 6594, 6598, 6603, 6610, 6614, 6618, 6622,
	6628, 6632, 6639, 6647, 6652, 6658, 6664, 6677, 6681, 6685, 6690, 6697, 6703, 6708, 6711, 6716,
	6723, 6727, 6734, 6740, 6746, 6755, 6762, 6766, 6772, 6775, 6780, 6784, 6793, 6800, 6805, 6810,
	6816, 6822, 6830, 6836, 6843, 6854, 6858, 6862, 6868, 6873, 6878, 6881, 6886, 6893, 6898, 6902,
	6909, 6913, 6919, 6924, 6927, 6936, 6943, 6948, 6953, 6960, 6963, 6970, 6974, 6978, 6982, 6986,
	6992, 6999, 7006, 7010, 7016, 7019, 7023, 7026, 7030, 7035, 7042, 7046, 7053, 7059, 7065, 7072,
	7077, 7080, 7084, 7089, 7093, 7096, 7104, 7107, 7112, 7121, 7126, 7132, 7139, 7142, 7145, 7148,
	7153, 7158, 7168, 7178, 7185, 7188, 7193, 7220, 7224, 7229, 7233, 7238, 7242, 7249, 7253, 7258,
	7262, 7266, 7270, 7280, 7290, 7302, 7306, 7311, 7317, 7320, 7325, 7329, 7332, 7335, 7342, 7350,
	7356, 7360, 7364, 7372, 7382, 7388, 7394, 7397, 7402, 7406, 7413, 7416, 7421, 7425, 7430, 7438,
	7441, 7446, 7453, 7457, 7462, 7466, 7473, 7479, 7486, 7494, 7498, 7501, 7507, 7510, 7516, 7524,
	7529, 7537, 7542, 7549, 7552, 7558, 7563, 7568, 7574, 7581, 7584, 7587, 7592, 7596, 7602, 7605,
	7609, 7615, 7619, 7623, 7630, 7634, 7640, 7643, 7647, 7650, 7658, 7663, 7666, 7674, 7690, 7695,
	7700, 7706, 7710, 7717, 7721, 7724, 7732, 7735, 7740, 7746, 7754, 7757, 7760, 7764, 7768,
}
