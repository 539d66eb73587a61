package proof

import (
	"fmt"
	"strings"
	"testing"
)

// What strace writes, down to calls that others interrupt, is read as what happened.
func TestTrace(t *testing.T) {
	text := strings.Join([]string{
		`8     execve("/usr/bin/sed", ["sed", "-i", "s/a, b/\303\244\"/", "a"], 0x55 /* 39 vars */) = 0`,
		`8     openat(AT_FDCWD</home/cwd>, "a", O_RDONLY) = 3</home/cwd/a>`,
		`8     openat(AT_FDCWD</home/cwd>, "./sedX", O_RDWR|O_CREAT|O_EXCL, 0600) = 4</home/cwd/sedX>`,
		`8     rename("./sedX", "a")        = 0`,
		`9     openat(AT_FDCWD</home/cwd/sub>, "x" <unfinished ...>`,
		`8     chdir("/tmp")                = 0`,
		`9     <... openat resumed>, O_WRONLY|O_CREAT, 0666) = -1 EROFS (Read-only file system)`,
		`8     unlink("b") = -1 ENOENT (No such file or directory)`,
		`9     unlinkat(5</home/cwd/d>, "e", 0) = 0`,
		`9     --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---`,
		`9     connect(3<socket:[1]>, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("1.1.1.1")}, 16) = -1 ENETUNREACH (Network is unreachable)`,
		`9     +++ exited with 0 +++`,
	}, "\n")
	var got []string
	for _, e := range parse(text) {
		got = append(got, fmt.Sprint(e.kind, " ", e.path, " ", e.failed, " ", strings.Join(e.argv, "|")))
	}
	want := []string{
		`0 /usr/bin/sed  sed|-i|s/a, b/ä"/|a`,
		`1 /home/cwd/sedX  `,
		`3 /home/cwd/sedX  `,
		`1 /home/cwd/a  `,
		`1 /home/cwd/sub/x EROFS `,
		`3 /tmp/b ENOENT `,
		`3 /home/cwd/d/e  `,
		`4 {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("1.1.1.1")} ENETUNREACH `,
	}
	if a, b := strings.Join(got, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("got\n%s\nwant\n%s", a, b)
	}
}

// A help's lines of options, as they are written.
func TestOptions(t *testing.T) {
	help := "Usage: x [OPTION]...\n" +
		"  -a, --all                  all of it\n" +
		"  -o,  --output=FILE         a file\n" +
		"  -k FILE                    a key\n" +
		"      --color[=WHEN]         colors\n" +
		"      --time                 the time\n" +
		"      --time=WORD            of WORD\n" +
		"  -- what is this\n"
	got := fmt.Sprint(options(help))
	const want = "[{-a  } {--all  } {-o = =FILE} {--output = =FILE} {-k =  FILE} {--color ? [=WHEN]} {--time ? } {--time ? =WORD}]"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
