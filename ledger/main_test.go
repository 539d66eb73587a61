package ledger

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain is also what some tests start as other processes.
func TestMain(m *testing.M) {
	if args := os.Getenv("LEDGER_TEST_WRITER"); args != "" {
		os.Exit(writer(strings.Split(args, "\n")))
	}
	code := m.Run()
	stopPostgres()
	os.Exit(code)
}

// writer forks n agents and says of each when it is in the ledger.
func writer(args []string) int {
	where, prefix := args[0], args[1]
	n, _ := strconv.Atoi(args[2])
	ctx := context.Background()
	l, err := Open(ctx, where, time.Now)
	for i := 0; err == nil && i < n; i++ {
		id := fmt.Sprintf("%s-%d", prefix, i)
		if _, err = l.Fork(ctx, Agent{ID: id, Branch: "agent/" + id, SpecSHA: sha}); err == nil {
			fmt.Println(id)
		}
		if err == nil && i%4 == 3 {
			_, err = l.Done(ctx, id, "done "+id)
		}
	}
	if err == nil {
		err = l.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, prefix+":", err)
		return 1
	}
	return 0
}

func startWriter(t *testing.T, where, prefix string, n int) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "LEDGER_TEST_WRITER="+strings.Join([]string{where, prefix, strconv.Itoa(n)}, "\n"))
	return c
}

const sha = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

// A world is an empty ledger of one kind.
type world struct {
	*testing.T
	where string
	at    int64 // the clock; it advances by one second for every look
}

var ctx = context.Background()

func (w *world) now() time.Time {
	w.at++
	return time.Unix(w.at, 0)
}

func (w *world) open() *Ledger {
	w.Helper()
	l, err := Open(ctx, w.where, w.now)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { l.Close() })
	return l
}

// onBoth runs a test on SQLite and on Postgres.
func onBoth(t *testing.T, f func(*world)) {
	t.Run("sqlite", func(t *testing.T) {
		f(&world{t, filepath.Join(t.TempDir(), "a ledger #1.sqlite"), 1000})
	})
	t.Run("postgres", func(t *testing.T) {
		f(&world{t, postgresSchema(t), 1000})
	})
}

// sql changes the ledger behind its back.
func (l *Ledger) sql(t *testing.T, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := l.db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func (w *world) postgres() bool { return strings.Contains(w.where, "://") }

// must is the row of a call that has to work.
func must(t testing.TB) func(Row, error) Row {
	return func(r Row, err error) Row {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func agent(id string) Agent { return Agent{ID: id, Branch: "agent/" + id, SpecSHA: sha} }

func wantError[E error](t testing.TB, err error, message string) {
	t.Helper()
	var e E
	if !errors.As(err, &e) || err.Error() != message {
		t.Errorf("got  %T %v\nwant %T %s", err, err, e, message)
	}
}

// intact fails if a check finds anything.
func intact(t testing.TB, l *Ledger) Checked {
	t.Helper()
	c, err := l.Check(ctx, Head{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Problems {
		t.Error(p)
	}
	return c
}

// The server of the tests: what KEI_TEST_POSTGRES names, or one that is started
// when the first test needs it.
var server struct {
	sync.Once
	url  string
	why  string // there is none
	stop func()
	n    int
}

func stopPostgres() {
	if server.stop != nil {
		server.stop()
	}
}

// postgresSchema is the URL of an empty schema.
func postgresSchema(t *testing.T) string {
	t.Helper()
	server.Do(func() {
		if server.url = os.Getenv("KEI_TEST_POSTGRES"); server.url == "" {
			server.url, server.stop, server.why = startPostgres()
		}
	})
	if server.url == "" {
		t.Skip("no Postgres: " + server.why + "; install it, or let KEI_TEST_POSTGRES be the URL of one")
	}
	db, err := sqlOpen(server.url)
	if err != nil {
		t.Fatal(err)
	}
	server.n++
	schema := fmt.Sprintf("kei_test_%d_%d", os.Getpid(), server.n)
	if _, err := db.Exec("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Error(err)
		}
		db.Close()
	})
	sep := "?"
	if strings.Contains(server.url, "?") {
		sep = "&"
	}
	return server.url + sep + "search_path=" + schema
}

// lines are the cases of a file, one per line.
func lines(t *testing.T, file string) (list []string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		list = append(list, s.Text())
	}
	return list
}

const commit = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c"
