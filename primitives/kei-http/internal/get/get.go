// Package get is the atom kei-http::get.
//
// Rules of this package:
//
//   - What is asked is a host of [Hosts], by its name, at port 443, over TLS.
//   - Where it leads is judged when a connection is made, by the address that it is
//     made to: what a name stood for before is nothing to go by.
//   - A redirect stays at its host.
package get

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"kei-http/verb"
)

const (
	maxURL    = 1024 // bytes
	maxBody   = 1 << 20
	usualBody = 100_000
	maxHops   = 5
)

// Input is what it takes.
type Input struct {
	URL      string `json:"url"`
	MaxBytes int64  `json:"max_bytes"` // of the body; 0 is 100000
}

// Output is what it gives.
type Output struct {
	URL         string `json:"url"` // after redirects
	Status      int    `json:"status"`
	ContentType string `json:"content_type"`
	Body        string `json:"body"`
	Truncated   bool   `json:"truncated"`
}

// A Getter asks hosts.
type Getter struct {
	hosts  []string
	client *http.Client
}

// New is one that asks [Hosts].
func New() *Getter { return getter(Hosts, public, nil) }

// getter has what a test replaces: the hosts, which addresses are let, and how names
// are resolved and certificates judged (nil: as the system does).
func getter(hosts []string, lets func(netip.Addr) bool, change func(*net.Dialer, *http.Transport)) *Getter {
	d := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !lets(to.Addr()) {
			return &closedError{address}
		}
		return nil
	}}
	t := &http.Transport{
		DialContext:            d.DialContext,
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  20 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		ForceAttemptHTTP2:      true,
		DisableKeepAlives:      true,
	} // no Proxy: the variables of a session name no way out
	if change != nil {
		change(d, t)
	}
	g := &Getter{hosts: hosts}
	g.client = &http.Client{Transport: t, CheckRedirect: g.redirect}
	return g
}

// A closedError is an address that is not public.
type closedError struct{ address string }

func (e *closedError) Error() string { return e.address + " is no public address" }

// redirect lets a host lead on to itself.
func (g *Getter) redirect(next *http.Request, before []*http.Request) error {
	if len(before) > maxHops {
		return verb.Refuse("RedirectRefused", "more than %d redirects", maxHops)
	}
	if next.URL.Host != before[0].URL.Host || g.judge(next.URL) != nil {
		return verb.Refuse("RedirectRefused", "%s leads to %s, another host; ask for that if it is listed", before[0].URL.Host, next.URL.Redacted())
	}
	return nil
}

// judge says what is against an address.
func (g *Getter) judge(u *url.URL) error {
	switch {
	case u.Scheme != "https" || u.Opaque != "" || u.User != nil:
		return verb.Refuse("InvalidURL", "it is no https://HOST/PATH")
	case u.Port() != "":
		return verb.Refuse("InvalidURL", "it names a port; leave it out")
	case !slices.Contains(g.hosts, strings.ToLower(u.Host)):
		return verb.Refuse("HostNotListed", "%q is none of %s", u.Host, strings.Join(g.hosts, ", "))
	}
	return nil
}

// Run fetches one page.
func (g *Getter) Run(ctx context.Context, in Input) (out Output, err error) {
	if in.MaxBytes < 0 {
		return out, fmt.Errorf("input: max_bytes is %d; it is at least 1", in.MaxBytes)
	}
	if len(in.URL) > maxURL {
		return out, verb.Refuse("InvalidURL", "it has more than %d bytes", maxURL)
	}
	u, err := url.Parse(in.URL)
	if err != nil {
		return out, verb.Refuse("InvalidURL", "it is no address")
	}
	if err := g.judge(u); err != nil {
		return out, err
	}
	u.Fragment, u.RawFragment = "", ""
	u.Host = strings.ToLower(u.Host)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return out, verb.Refuse("InvalidURL", "it is no address")
	}
	r.Header.Set("User-Agent", "kei-http")
	r.Header.Set("Accept", "text/html, text/plain, text/markdown, application/json, application/xml;q=0.9, */*;q=0.1")
	answer, err := g.client.Do(r)
	if err != nil {
		return out, failed(err)
	}
	defer answer.Body.Close()
	return in.read(answer)
}

// read takes as much of an answer as is asked for, if it is text.
func (in Input) read(answer *http.Response) (out Output, err error) {
	limit := in.MaxBytes
	if limit == 0 {
		limit = usualBody
	}
	limit = min(limit, maxBody)
	text, err := io.ReadAll(io.LimitReader(answer.Body, limit+1))
	if err != nil {
		return out, failed(err)
	}
	out = Output{URL: answer.Request.URL.String(), Status: answer.StatusCode, ContentType: strings.ToValidUTF8(answer.Header.Get("Content-Type"), "\uFFFD")}
	if int64(len(text)) > limit {
		out.Truncated = true
		text = text[:limit]
		for range utf8.UTFMax - 1 { // half of a letter
			if r, n := utf8.DecodeLastRune(text); r != utf8.RuneError || n != 1 {
				break
			}
			text = text[:len(text)-1]
		}
	}
	if strings.IndexByte(string(text[:min(len(text), 8000)]), 0) >= 0 {
		return out, verb.Refuse("NotText", "%s is no text", out.ContentType)
	}
	out.Body = strings.ToValidUTF8(string(text), "\uFFFD")
	return out, nil
}

// failed is why nothing came, as the atom declares it.
func failed(err error) error {
	var refused *verb.Error
	var closed *closedError
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.As(err, &closed):
		return verb.Refuse("AddressRefused", "%v", closed)
	}
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err // its own text repeats the address
	}
	return verb.Refuse("Unreachable", "%s", fmt.Sprint(err))
}
