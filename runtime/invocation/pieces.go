// Code generated from programs/ by go test ./gen/programs -run TestPieces -update. DO NOT EDIT.

package invocation

// pieces are what bytes of packed facts stand for, and where each ends.
const pieces = "" +
	", -" +
	", --" +
	" --" +
	"\t\tonly prints" +
	"s, --" +
	"e, -" +
	", --no-" +
	"t, --" +
	"e, --" +
	"version" +
	":FILE" +
	"WORD..." +
	"\tWORD" +
	"write" +
	"prints read" +
	":COMMAND" +
	"t, -" +
	"s, -" +
	"read" +
	"re" +
	", --s" +
	"in" +
	"h --help" +
	"-file" +
	"..." +
	"en" +
	"st" +
	"fetche" +
	"er" +
	"at" +
	"or" +
	"pro" +
	"build" +
	"ion" +
	"con" +
	"name" +
	"out" +
	"prints" +
	"ignore" +
	"de" +
	"ver" +
	"file" +
	"ex" +
	"able" +
	"clude" +
	"ar" +
	"ter" +
	"for" +
	"all" +
	"s " +
	"-p" +
	"se" +
	"tree" +
	"ystem" +
	"run" +
	"co" +
	"ing" +
	"send" +
	"t-" +
	"le" +
	", " +
	"lo" +
	"WORD" +
	"ri" +
	"an" +
	"help" +
	"put" +
	"sh" +
	"ro" +
	"che" +
	"li" +
	"di" +
	"-t" +
	"-s" +
	"it" +
	"ti" +
	"-c" +
	"only" +
	"ac" +
	"ce" +
	"ate" +
	"ch" +
	"al" +
	"et" +
	"ig" +
	"te" +
	"ur" +
	"un" +
	"DIR" +
	"ma" +
	"ag" +
	"on" +
	"ad" +
	"ss" +
	"pt" +
	"ct" +
	"ve" +
	"mp" +
	" -" +
	"ke" +
	"no" +
	"fi" +
	"sion" +
	"no-" +
	"\t\tonly " +
	"me" +
	"prin" +
	"mo" +
	"bo" +
	"he" +
	"ui" +
	"ut" +
	"ts" +
	"wri" +
	"\t\t" +
	"lu" +
	"ys" +
	"hel" +
	"ame" +
	"ld" +
	"ab" +
	"CO" +
	"FILE" +
	".." +
	"OR" +
	"LE" +
	" args:ARGUMENT..." +
	"-help, --version\t\tonly prints\tproven" +
	", -v --verbose" +
	", -q --quiet" +
	"written by " +
	"\trefuse " +
	"\ttext:WORD" +
	"rewritten by " +
	"history" +
	"; leave it out" +
	"h --help, -V --version\t\tonly prints" +
	"\tsource(" +
	"privilege" +
	"command" +
	"PATH" +
	"-format" +
	", -s --s" +
	"\tproven" +
	"\tscript(" +
	"-command" +
	"-config" +
	"dry-run" +
	"installs fetches" +
	"sends destroys" +
	", -p --p" +
	"\tstdin -" +
	"script(" +
	", --debug" +
	", -Information" +
	"Variable, -Out" +
	"group" +
	"NAME" +
	"\twrite:FILE" +
	"secrets" +
	", --show" +
	"tree:PATH" +
	"-from" +
	"script" +
	"NAME..." +
	"debug" +
	"-path" +
	"\ttext:" +
	"\tcd:DIR" +
	"PACKAG" +
	"SOURCE" +
	"o --output" +
	"skip" +
	"-dir" +
	"-check" +
	"config" +
	"\tread:FILE" +
	"source" +
	"user" +
	"text:" +
	"\tconfig:FILE" +
	"source(" +
	"\tsh:COMMAND" +
	"faul" +
	"director" +
	"OPTION" +
	"module" +
	"args:ARGUMENT..." +
	"asswor" +
	"-file\tread:FILE" +
	"cursive" +
	"-prefix" +
	"d by " +
	"prints fetches" +
	", -r --re" +
	"target" +
	"\t\t= " +
	", -i --in" +
	"Variable" +
	"trac" +
	", -n --" +
	"v --verbose" +
	"line" +
	"run:COMMAND..." +
	", -t --" +
	", -Warning" +
	"-error" +
	", --skip" +
	", -c --" +
	"-cache" +
	"\talso" +
	"teractive" +
	"json" +
	"link" +
	"delete" +
	", -l --" +
	"-output" +
	"-option" +
	"timeout" +
	"tool" +
	", --color" +
	"work" +
	"-color" +
	"\ttree:DIR" +
	", -f --" +
	"keep" +
	"-size, --" +
	", -d --" +
	"allow" +
	"\t?WORD" +
	"-key" +
	"h --help, --version\t\tonly prints" +
	"update" +
	"the " +
	"-help, --version\t\tonly prints" +
	"s fetches" +
	"host" +
	"app" +
	"destroys" +
	"limit" +
	"header" +
	", -u --" +
	"that " +
	"lock" +
	", -e --" +
	"destroys " +
	"spac" +
	"lay" +
	"path" +
	"q --quiet" +
	"idth" +
	"host:" +
	"; leave " +
	", -m --" +
	"read:FILE..." +
	"filter" +
	" run:COMMAND..." +
	"exec" +
	"line-" +
	"own" +
	"install" +
	"Action" +
	"gram" +
	"ull" +
	"ment" +
	"TARG" +
	"sure " +
	", -a --" +
	"auto" +
	"-typ" +
	"disable" +
	"writetree:DIR" +
	"shell" +
	"-pack" +
	", --max" +
	", --log" +
	"check" +
	" by " +
	" --quiet" +
	"-fa" +
	"-comp" +
	"-reg" +
	"show" +
	"PRO" +
	", -d, -" +
	"tra" +
	"ange" +
	"verif" +
	"Path" +
	"new" +
	"num" +
	", --pre" +
	", --exclude" +
	" --verbose" +
	", -l, -" +
	"-*, -" +
	", -V --version\t\tonly prints" +
	", -i --" +
	"named " +
	"of " +
	"option" +
	"auth" +
	"\t= " +
	"rror" +
	"-sym" +
	"-mode" +
	"TER" +
	"local" +
	", -o --" +
	"ION" +
	"secre" +
	"url:" +
	"diff" +
	"ffer" +
	"stdin" +
	"match" +
	"-leve" +
	"jec" +
	"sol" +
	"dump" +
	"* *" +
	"thon" +
	"typ" +
	"KEY" +
	"rap" +
	"lugin" +
	"siz" +
	"-log" +
	" --version\t\tonly prints" +
	"raw" +
	"color" +
	"-arg" +
	", -h --help\t\tonly prints" +
	"vice" +
	"age-" +
	"ipe" +
	"TEX" +
	"IT_" +
	"erence" +
	"tting" +
	"ARG" +
	"edit" +
	"job" +
	"h --help, -v" +
	"lang" +
	"\t\tonly prints reads" +
	"quire" +
	"serve" +
	"labe" +
	"PAT" +
	"p --p" +
	"f --file" +
	"ress, --" +
	"text, --" +
	"tain" +
	"-siz" +
	"tree:DIR" +
	"error" +
	"arning" +
	"ry-" +
	"verbose" +
	"args" +
	"r --re" +
	"format" +
	", -s --" +
	"written" +
	"i --in" +
	"direct" +
	"bug" +
	"MMAND" +
	"quiet"

var pieceEnds = [Pieces]uint16{
	3, 7, 10, 23, 28, 32, 39, 44, 49, 56, 61, 68, 73, 78, 89, 97,
	101, 105, 109, 111, 116, 118, 126, 131, 134, 136, 138, 144, 146, 148, 150, 153,
	158, 161, 164, 168, 171, 177, 183, 185, 188, 192, 194, 198, 203, 205, 208, 211,
	214, 216, 218, 220, 224, 229, 232, 234, 237, 241, 243, 245, 247, 249, 253, 255,
	257, 261, 264, 266, 268, 271, 273, 275, 277, 279, 281, 283, 285, 289, 291, 293,
	296, 298, 300, 302, 304, 306, 308, 310, 313, 315, 317, 319, 321, 323, 325, 327,
	329, 331, 333, 335, 337, 339, 343, 346, 353, 355, 359, 361, 363, 365, 367, 369,
	371, 374, 376, 378, 380, 383, 386, 388, 390, 392, 396, 398, 400, 402, 419, 455,
	469, 481, 492, 500, 510, 523, 530, 544, 579, 587, 596, 603, 607, 614, 622, 629,
	637, 645, 652, 659, 675, 689, 697, 705, 712, 721, 735, 749, 754, 758, 769, 776,
	784, 793, 798, 804, 811, 816, 821, 827, 834, 840, 846, 856, 860, 864, 870, 876,
	886, 892, 896, 901, 913, 920, 931, 935, 943, 949, 955, 971, 977, 992, 999, 1006,
	1011, 1025, 1034, 1040, 1044, 1053, 1061, 1065, 1072, 1083, 1087, 1101, 1108, 1118, 1124, 1132,
	1139, 1145, 1150, 1159, 1163, 1167, 1173, 1180, 1187, 1194, 1201, 1205, 1214, 1218, 1224, 1233,
	1240, 1244, 1253, 1260, 1265, 1271, 1275, 1307, 1313, 1317, 1346, 1355, 1359, 1362, 1370, 1375,
	1381, 1388, 1393, 1397, 1404, 1413, 1417, 1420, 1424, 1433, 1437, 1442, 1450, 1457, 1469, 1475,
	1490, 1494, 1499, 1502, 1509, 1515, 1519, 1522, 1526, 1530, 1535, 1542, 1546, 1550, 1557, 1570,
	1575, 1580, 1587, 1594, 1599, 1603, 1611, 1614, 1619, 1623, 1627, 1630, 1637, 1640, 1644, 1649,
	1653, 1656, 1659, 1666, 1677, 1687, 1694, 1699, 1726, 1733, 1739, 1742, 1748, 1752, 1755, 1759,
	1763, 1768, 1771, 1776, 1783, 1786, 1791, 1795, 1799, 1803, 1808, 1813, 1818, 1821, 1824, 1828,
	1831, 1835, 1838, 1841, 1844, 1849, 1852, 1856, 1879, 1882, 1887, 1891, 1915, 1919, 1923, 1926,
	1929, 1932, 1938, 1943, 1946, 1950, 1953, 1965, 1969, 1988, 1993, 1998, 2002, 2005, 2010, 2018,
	2026, 2034, 2038, 2042, 2050, 2055, 2061, 2064, 2071, 2075, 2081, 2087, 2094, 2101, 2107, 2113,
	2116, 2121, 2126,
}
