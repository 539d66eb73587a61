package goldentests

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

var peersShow = flag.String("peers-show", "", "print disagreements of the peers' files whose name has this in it")

// A peer is a policy of peers.toml, and the rows it is for.
type peer struct {
	File       string // glob
	Categories string // regular expression; "" is any
	fence

	category *regexp.Regexp
	held     held
}

// A peerRow is a fact of a peer's own tests.
type peerRow struct {
	Command  string
	Expect   string // allow, not_dangerous and no_match let it run; all others stop it
	Category string
	Policy   string
}

func (r peerRow) stops() bool {
	return r.Expect != "allow" && r.Expect != "not_dangerous" && r.Expect != "no_match"
}

// TestPeers compares kei with what other gates' own test suites say. Their
// labels follow their policies; only gross changes fail the test, the rest is
// counted for whoever reads peers.md.
func TestPeers(t *testing.T) {
	dir := os.Getenv("KEI_PEERS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "cases", "peers")
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Skipf("no peers' cases in %s; KEI_PEERS names the folder that has them", dir)
	}
	slices.Sort(names)
	var list struct{ Peer []*peer }
	if _, err := toml.DecodeFile("peers.toml", &list); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for _, p := range list.Peer {
		p.category = regexp.MustCompile(p.Categories)
		p.held = p.hold(t, root)
	}
	for _, name := range names {
		base := filepath.Base(name)
		var agree, lets, stops, unasked int
		for _, r := range readRows[peerRow](t, name) {
			i := slices.IndexFunc(list.Peer, func(p *peer) bool {
				ok, _ := path.Match(p.File, base)
				return ok && p.category.MatchString(r.Category) && (len(p.Words) == 0 || slices.Contains(p.Words, r.Policy))
			})
			if i < 0 {
				unasked++
				continue
			}
			a := list.Peer[i].held.bash(r.Command)
			show := *peersShow != "" && strings.Contains(base, *peersShow)
			first, _, _ := strings.Cut(a.reason, "\n")
			switch {
			case a.denied == r.stops():
				agree++
			case a.denied:
				stops++
				if show {
					fmt.Printf("STOPS %-28s %q  %.120s\n", r.Category, r.Command, first)
				}
			default:
				lets++
				if show {
					fmt.Printf("LETS  %-28s %q\n", r.Category, r.Command)
				}
			}
		}
		t.Logf("%-20s %5d agree, %4d only the peer stops, %4d only kei stops, %4d have no policy here", base, agree, lets, stops, unasked)
		if asked := agree + lets + stops; asked > 0 && agree*10 < asked*5 {
			t.Errorf("%s: only %d of %d agree", base, agree, asked)
		}
	}
}
