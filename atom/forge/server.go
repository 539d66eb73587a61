package forge

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kei/atom"
)

// The rules of the server. It listens on the loopback address, where every
// program of the machine can reach it, an agent's too, and where every page of
// the person's browser can send to. So:
//
//   - The link that opens it works once. It is handed to the person alone: it is
//     no argument of a program, in no file and no environment.
//   - Cookies know no ports: what listens on another one is sent ours. It opens
//     nothing alone. The second secret stands in the address and the form of the
//     page, which go to no other port, and in a header of programs' calls.
//   - A host that is not ours is refused before anything is looked at, and what
//     another origin sends is refused whatever it knows.
//   - No answer may be kept, framed, or run a script.

// secretHeader is where calls to the API have the second secret.
const secretHeader = "X-Kei-Forge"

// maxBody is how large a request's body may be.
const maxBody = 64 << 10

// A Server is the forge in the browser, for one root.
type Server struct {
	dir, shown string // the root, and what files are said to be in
	verbSource []byte
	tell       func(string) // what happens, a line each, to whom started it

	port         int
	once, cookie string // the link's, and the cookie's
	page         string // the second secret
	mu           sync.Mutex
	opened       bool // the link has been used
	crossOrigin  http.CrossOriginProtection
}

// NewServer makes one for the root dir, whose files are said to be in shown.
// VerbSource is as for [Make]; tell is told what happens, in lines without end.
func NewServer(dir, shown string, verbSource []byte, port int, tell func(string)) *Server {
	return &Server{dir: dir, shown: shown, verbSource: verbSource, tell: tell, port: port, once: rand.Text(), cookie: rand.Text(), page: rand.Text()}
}

// Link is the address that opens the forge, once.
func (s *Server) Link() string {
	return "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) + "/?token=" + s.once
}

// Serve answers until ctx ends, and then until what it is at is done or taken back.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		ended <- h.Shutdown(last)
	}()
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-ended
}

// ServeHTTP checks in this order: host, cookie and secret, origin; what is asked
// for checks the rest.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	nonce := rand.Text()
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'nonce-"+nonce+"'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	page := r.URL.Path == "/"
	switch {
	case !s.ours(r.Host):
		s.fail(w, r, http.StatusMisdirectedRequest, "this is not %s", r.Host)
	case r.URL.Path == "/healthz":
		only(w, r, func() { _, _ = io.WriteString(w, "ok\n") }, http.MethodGet)
	case page && r.Method == http.MethodGet && r.URL.Query().Has("token"):
		s.open(w, r)
	case !s.known(r):
		s.fail(w, r, http.StatusUnauthorized, "open the forge by the link that kei forge printed; it opens it once, in one browser")
	case s.crossOrigin.Check(r) != nil:
		s.fail(w, r, http.StatusForbidden, "sent by a page of another origin")
	case page:
		only(w, r, func() { s.serveForm(w, r, nonce) }, http.MethodGet, http.MethodPost)
	case r.URL.Path == "/forge":
		only(w, r, func() { s.serveForge(w, r) }, http.MethodPost)
	case r.URL.Path == "/api/preview":
		only(w, r, func() { s.servePreview(w, r) }, http.MethodPost)
	case r.URL.Path == "/api/packages":
		only(w, r, func() { s.servePackages(w, r) }, http.MethodGet)
	default:
		s.fail(w, r, http.StatusNotFound, "there is nothing at %s", r.URL.Path)
	}
}

// only serves what has one of the methods; HEAD is GET.
func only(w http.ResponseWriter, r *http.Request, serve func(), methods ...string) {
	for _, m := range methods {
		if r.Method == m || r.Method == http.MethodHead && m == http.MethodGet {
			serve()
			return
		}
	}
	w.Header().Set("Allow", strings.Join(methods, ", "))
	http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
}

// ours reports whether a Host names the address that is listened on.
func (s *Server) ours(host string) bool {
	port := ":" + strconv.Itoa(s.port)
	name, ok := strings.CutSuffix(strings.ToLower(host), port)
	if !ok && s.port == 80 { // which browsers leave out
		name = strings.ToLower(host)
	}
	return (ok || s.port == 80) && (name == "127.0.0.1" || name == "localhost" || name == "[::1]")
}

// cookieName has the port in it, so that two forges don't end one another.
func (s *Server) cookieName() string { return "kei_forge_" + strconv.Itoa(s.port) }

// open takes the link's token for a cookie and the page's secret.
func (s *Server) open(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	good := !s.opened && same(r.URL.Query().Get("token"), s.once)
	s.opened = s.opened || good
	s.mu.Unlock()
	if !good {
		s.fail(w, r, http.StatusUnauthorized, "this link has been used, or is none; end kei forge and start it again for another")
		return
	}
	s.tell("the link has been opened; it opens nothing any more")
	http.SetCookie(w, &http.Cookie{Name: s.cookieName(), Value: s.cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, "/?page="+url.QueryEscape(s.page), http.StatusSeeOther)
}

// known reports whether a request has the cookie and the second secret: of a page
// in its address, of a program in a header. What a form sends has it in its body
// as well, where it is looked at when that is read.
func (s *Server) known(r *http.Request) bool {
	// Another port may have set one of this name: any of them may be ours.
	if !slices.ContainsFunc(r.CookiesNamed(s.cookieName()), func(c *http.Cookie) bool { return same(c.Value, s.cookie) }) {
		return false
	}
	switch {
	case r.URL.Path != "/":
		return same(r.Header.Get(secretHeader), s.page)
	case r.Method == http.MethodPost:
		return true
	}
	return same(r.URL.Query().Get("page"), s.page)
}

// same compares secrets in a time that says nothing of them.
func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// body reads what was sent, if it is of that type and not too much.
func (s *Server) body(w http.ResponseWriter, r *http.Request, want string) ([]byte, bool) {
	if got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || got != want {
		s.fail(w, r, http.StatusUnsupportedMediaType, "want %s", want)
		return nil, false
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		s.fail(w, r, http.StatusRequestEntityTooLarge, "more than %d bytes", maxBody)
		return nil, false
	case err != nil:
		s.fail(w, r, http.StatusBadRequest, "%v", err)
		return nil, false
	}
	return text, true
}

// An answer is what a call to the API gets.
type answer struct {
	Success  bool           `json:"success"`
	ID       string         `json:"id,omitempty"`
	Files    []any          `json:"files"`
	Errors   []string       `json:"errors"`
	Findings []atom.Problem `json:"findings,omitempty"`
	Next     string         `json:"next,omitempty"`
	Proof    []string       `json:"proof,omitempty"`
}

// A draftFile is a file of a preview.
type draftFile struct {
	Name     string `json:"name"`
	Replaces bool   `json:"replaces"`
	Text     string `json:"text"`
}

func (s *Server) serveForge(w http.ResponseWriter, r *http.Request) {
	req, ok := s.request(w, r)
	if !ok {
		return
	}
	made, err := s.make(r.Context(), req)
	if err != nil {
		s.refused(w, err)
		return
	}
	a := answer{Success: true, ID: made.ID, Next: made.Next, Proof: made.Proof}
	for _, f := range made.Files {
		a.Files = append(a.Files, s.shown+f)
	}
	a.send(w, http.StatusOK)
}

func (s *Server) servePreview(w http.ResponseWriter, r *http.Request) {
	req, ok := s.request(w, r)
	if !ok {
		return
	}
	d, err := Preview(r.Context(), s.dir, req, s.verbSource)
	if err != nil {
		s.refused(w, err)
		return
	}
	a := answer{Success: true, ID: d.ID, Next: d.Next, Findings: d.Findings}
	for _, f := range d.Files {
		a.Files = append(a.Files, draftFile{s.shown + f.Name, f.Replaces, string(f.Data)})
	}
	a.send(w, http.StatusOK)
}

func (s *Server) request(w http.ResponseWriter, r *http.Request) (req Request, ok bool) {
	text, ok := s.body(w, r, "application/json")
	if !ok {
		return req, false
	}
	if err := Decode(text, &req); err != nil {
		s.refused(w, &Refusal{400, []Objection{{"", err.Error()}}})
		return req, false
	}
	return req, true
}

// make makes an atom, and says so to whom started the forge.
func (s *Server) make(ctx context.Context, req Request) (*Made, error) {
	made, err := Make(ctx, s.dir, req, s.verbSource)
	if err == nil {
		s.tell("made " + made.ID)
	}
	return made, err
}

// A listedPackage is a package that an atom may be made in.
type listedPackage struct {
	Name    string   `json:"name"`
	Version string   `json:"version"`
	Verbs   []string `json:"verbs"`
}

func (s *Server) servePackages(w http.ResponseWriter, r *http.Request) {
	set, err := load(r.Context(), s.dir)
	if err != nil {
		s.refused(w, err)
		return
	}
	respond(w, http.StatusOK, map[string]any{"packages": s.listed(set)})
}

// listed are the packages by name.
func (s *Server) listed(set *atom.Set) []listedPackage {
	list := []listedPackage{}
	for _, p := range set.Packages {
		l := listedPackage{Name: p.Name, Verbs: []string{}}
		if p.Meta != nil {
			l.Version = p.Meta.Version
		}
		for _, a := range set.Atoms {
			if a.Package == p.Name {
				l.Verbs = append(l.Verbs, a.Verb)
			}
		}
		list = append(list, l)
	}
	return list
}

// refused answers a call to the API that came to nothing.
func (s *Server) refused(w http.ResponseWriter, err error) {
	status, because := objectionsOf(err)
	a := answer{}
	for _, o := range because {
		a.Errors = append(a.Errors, o.Text)
	}
	a.send(w, status)
}

// objectionsOf is a failure as a status and what is said of it.
func objectionsOf(err error) (int, []Objection) {
	var r *Refusal
	if errors.As(err, &r) {
		because := r.Because
		if whole := error(r); err != whole && err.Error() != r.Error() { // and something else, such as what could not be taken back
			because = append(because[:len(because):len(because)], Objection{"", err.Error()})
		}
		return r.Status, because
	}
	return http.StatusUnprocessableEntity, []Objection{{"", err.Error()}}
}

// send writes an answer.
func (a answer) send(w http.ResponseWriter, status int) {
	if a.Files == nil {
		a.Files = []any{}
	}
	if a.Errors == nil {
		a.Errors = []string{}
	}
	respond(w, status, a)
}

func respond(w http.ResponseWriter, status int, v any) {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(v); err != nil {
		http.Error(w, "the answer can't be written", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// fail answers a request that gets no further: a program in JSON, a browser in words.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, status int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if r.URL.Path == "/" {
		http.Error(w, "kei forge: "+text, status)
		return
	}
	answer{Errors: []string{text}}.send(w, status)
}
