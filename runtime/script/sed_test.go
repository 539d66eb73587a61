package script

import "testing"

func TestSed(t *testing.T) {
	check(t, []row{
		{"sed", "1e git push", "shell:git push"},
		{"sed", "1,5 { s/a/b/; e git push\n}", "shell:git push"},
		{"sed", "s/x/git push/e", "unread"},
		{"sed", "s/x/git push/ge", "unread"},
		{"sed", "s/git/hg/g", "none"},
		{"sed", "s/x/[/;1e git push\n#]", "shell:git push"},
		{"sed", "s/[\\]*.*/git push/e;s/]/x/", "unread"},
		{"sed", "s/[\\]*.*/PWN/w docs/x\n;s/]/x/", "write:docs/x"},
		{"sed", "s/[/]home/x/g", "none"},
		{"sed", "w x", "write:x"},
		{"sed", "s/a/b/w x", "write:x"},
		{"sed", "/start/,/end/p", "none"},
		{"sed", "1i\\\nwrite this", "none"},
		{"sed", "a echo e git push", "none"},
		{"sed", ":a;N;$!ba;s/\\n/ /g", "none"},
		{"sed", "r x", "read:x; none"},
		{"sed", "s/^/http:\\/\\/127.0.0.1/server/g", "none"},
		{"sed", "e", "unread"},
		{"sed", "\x00", "unread; unsure"},
		{"sed", "\x00,\x00p", "unsure; !unread"},
		{"sed", "s/a/\x00/", "unsure; !unread"},
		{"sed", "s/a/b/\x00", "unread"},
		{"sed", "\\,a,e git push", "shell:git push"},
		{"sed", "s,a,b,;s|c|d|e", "unread"},
		{"sed", "y/abc/def/;e git push", "shell:git push"},
		{"sed", "# e git push", "none"},
		{"sed", "#n\ne git push", "shell:git push"},
	})
}

func TestAwk(t *testing.T) {
	check(t, []row{
		{"awk", "{print $1}", "none"},
		{"awk", "$3 > 100 {print $1}", "none"},
		{"awk", "BEGIN{system(\"git push\")}", "shell:git push"},
		{"awk", "BEGIN{system((\"git push\"))}", "shell:git push"},
		{"awk", "BEGIN{\"git push\" | getline x}", "shell:git push"},
		{"awk", "BEGIN{while ((\"git push\" | getline x) > 0) print x}", "shell:git push"},
		{"awk", "BEGIN{print 1 | \"git push\"}", "shell:cat - | git push"},
		{"awk", "BEGIN{print 1 |& \"git push\"}", "shell:cat - | git push"},
		{"awk", "{system($0)}", "unread"},
		{"awk", "{print | $0}", "unread"},
		{"awk", "BEGIN{system(\"git \" \"push\")}", "unread"},
		{"awk", "{ \"geoiplookup \" $2 | getline g }", "unread"},
		{"awk", "{if($10>50) {cmd=\"date\"; cmd | getline dt; close(cmd) ; print $10, dt}}", "shell:date; !unread"},
		{"awk", "{cmd | getline dt; cmd=\"date\"}", "unread"},
		{"awk", "{print > \"x\"}", "write:x; !any"},
		{"awk", "{print $1, $2 >> \"x\"}", "write:x; !any"},
		{"awk", "BEGIN{print \"PWN\" > (\"Cargo.toml\")}", "write:Cargo.toml"},
		{"awk", "{print > $1}", "any"},
		{"awk", "{print > $1\".txt\"}", "any"},
		{"awk", "{print (a > b)}", "none"},
		{"awk", "{print \"x\" > \"/dev/stderr\"}", "none"},
		{"awk", "/\"/{print $1}", "none"},
		{"awk", "/foo|bar/ {print}", "none"},
		{"awk", "$1 ~ /a|b/", "none"},
		{"awk", "{a[$1]++} END {for (k in a) print k, a[k]}", "none"},
		{"awk", "{a++} /\"/ {b++} END{system(\"git push\")}", "shell:git push"},
		{"awk", "# don't\n{print > \"README.md\"}", "write:README.md"},
		{"awk", "BEGIN{f=\"system\"; @f(\"git push\")}", "unread"},
		{"awk", "a || b", "none"},
		{"awk", "{print \"system(\\\"git push\\\")\"}", "none"},
		{"awk", "{while ((getline l < \"x\") > 0) print l}", "read:x; none"},
		{"awk", "{print \x00}", "unsure; !unread"},
		{"awk", "{system(\x00)}", "unread"},
	})
}

// A script that ends where more is expected is read to its end, and no further.
func TestSedCutShort(t *testing.T) {
	for _, text := range []string{`a\`, `i\`, `c foo\`, `s/a\`, `s/a/b\`, `s/a`, `s/`, `s`, `y/a\`, `1a\`, `w`, `e`, `/x\`} {
		readSed(Text{Word: words(text)[0], Program: "sed"})
	}
}
