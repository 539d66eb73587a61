package get

import (
	"context"
	"crypto/tls"
	"errors"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"kei-http/verb"
)

// TestPublic: every form in which an address of one's own can be written is refused.
func TestPublic(t *testing.T) {
	for _, text := range []string{
		"127.0.0.1", "127.1.2.3", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "100.127.255.255", "168.63.129.16", "192.0.0.192",
		"192.0.0.1", "192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::a83f:8110", "::ffff:168.63.129.16", "64:ff9b:1::1",
		"2002:7f00:1::", "2002:a00:1::1", "2002:c0a8:101::1", "2001::1", "2001:0:7f00:1::", "2001:db8::1", "3fff::1", "5f00::1",
		"fe80::1", "fe80::1%eth0", "febf::1", "fec0::1", "fc00::1", "fd00::1", "fd00:ec2::254", "ff02::1", "ff05::2", "100::1", "::ffff:0:127.0.0.1",
	} {
		if public(netip.MustParseAddr(text)) {
			t.Errorf("%s is taken for a public address", text)
		}
	}
	for _, text := range []string{"8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "168.63.129.17", "198.20.0.1", "2606:4700::1111", "2a00:1450:4001::8a", "64:ff9b::808:808", "2002:808:808::1", "::ffff:8.8.8.8"} {
		if !public(netip.MustParseAddr(text)) {
			t.Errorf("%s is refused", text)
		}
	}
}

// served is a host that answers, and a getter to which its name stands for it.
func served(t *testing.T, lets func(netip.Addr) bool, h http.Handler) *Getter {
	server := httptest.NewTLSServer(h)
	t.Cleanup(server.Close)
	pool := server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	return getter([]string{"example.com", "other.example.com"}, lets, func(d *net.Dialer, tr *http.Transport) {
		tr.TLSClientConfig = &tls.Config{RootCAs: pool}
		tr.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			// What DNS would answer for any name.
			return d.DialContext(ctx, network, server.Listener.Addr().String())
		}
	})
}

func code(err error) string {
	var refused *verb.Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	return "none"
}

func all(netip.Addr) bool { return true }

// TestLoopback: a listed name that stands for an address of one's own is not
// connected to.
func TestLoopback(t *testing.T) {
	asked := false
	g := served(t, public, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	if _, err := g.Run(t.Context(), Input{URL: "https://example.com/"}); code(err) != "AddressRefused" || asked {
		t.Errorf("%v; asked: %v", err, asked)
	}
}

// TestNames: what DNS says that a listed name stands for is judged, each of the
// addresses, in each family.
func TestNames(t *testing.T) {
	for _, stands := range [][]string{
		{"127.0.0.1"}, {"0.0.0.0"}, {"10.1.2.3"}, {"169.254.169.254"}, {"::1"}, {"::"}, {"::ffff:127.0.0.1"}, {"::ffff:169.254.169.254"},
		{"fd00:ec2::254"}, {"fe80::1"}, {"64:ff9b::7f00:1"}, {"2002:7f00:1::"}, {"127.0.0.1", "::1"}, {"192.168.0.1", "10.0.0.1"},
	} {
		var addrs []netip.Addr
		for _, a := range stands {
			addrs = append(addrs, netip.MustParseAddr(a))
		}
		resolver := answering(t, addrs)
		if got, err := resolver.LookupNetIP(t.Context(), "ip", "example.com"); err != nil || len(got) < len(stands) {
			t.Fatalf("%v: %v, %v", stands, got, err)
		}
		g := getter([]string{"example.com"}, public, func(d *net.Dialer, _ *http.Transport) { d.Resolver = resolver })
		if _, err := g.Run(t.Context(), Input{URL: "https://example.com/"}); code(err) != "AddressRefused" {
			t.Errorf("%v: %v", stands, err)
		}
	}
}

// answering is a resolver whose server says that every name stands for some addresses.
func answering(t *testing.T, addrs []netip.Addr) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		for {
			asked := make([]byte, 512)
			n, from, err := server.ReadFrom(asked)
			if err != nil {
				return
			}
			_, _ = server.WriteTo(answerTo(asked[:n], addrs), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// answerTo is what RFC 1035 has for an answer: the header, the question, and the
// addresses of the type that was asked for.
func answerTo(asked []byte, addrs []netip.Addr) []byte {
	end := 12
	for asked[end] != 0 {
		end += 1 + int(asked[end])
	}
	question := asked[12 : end+5] // a name, its type, its class
	var records []byte
	count := byte(0)
	for _, a := range addrs {
		data, sort := a.AsSlice(), byte(28)
		if a.Is4() {
			sort = 1
		}
		if question[len(question)-3] == sort {
			records = append(records, 0xc0, 12, 0, sort, 0, 1, 0, 0, 0, 0, 0, byte(len(data)))
			records = append(records, data...)
			count++
		}
	}
	out := append([]byte{asked[0], asked[1], 0x81, 0x80, 0, 1, 0, count, 0, 0, 0, 0}, question...)
	return append(out, records...)
}

func TestRun(t *testing.T) {
	g := served(t, all, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/page":
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = w.Write([]byte("héllo"))
		case "/on":
			http.Redirect(w, r, "/page", http.StatusFound)
		case "/off":
			http.Redirect(w, r, "https://other.example.com/page", http.StatusFound)
		case "/inside":
			http.Redirect(w, r, "https://169.254.169.254/latest", http.StatusFound)
		case "/plain":
			http.Redirect(w, r, "http://example.com/page", http.StatusFound)
		case "/port":
			http.Redirect(w, r, "https://example.com:8443/page", http.StatusFound)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/binary":
			_, _ = w.Write([]byte("a\x00b"))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	for _, tt := range []struct{ url, body, code string }{
		{"https://example.com/page", "héllo", "none"},
		{"https://EXAMPLE.com/page#x", "héllo", "none"},
		{"https://example.com/on", "héllo", "none"},
		{"https://example.com/none", "", "none"},
		{"https://example.com/off", "", "RedirectRefused"},
		{"https://example.com/inside", "", "RedirectRefused"},
		{"https://example.com/plain", "", "RedirectRefused"},
		{"https://example.com/port", "", "RedirectRefused"},
		{"https://example.com/round", "", "RedirectRefused"},
		{"https://example.com/binary", "", "NotText"},
		{"http://example.com/page", "", "InvalidURL"},
		{"https://example.com:443/page", "", "InvalidURL"},
		{"https://u:p@example.com/page", "", "InvalidURL"},
		{"https:example.com/page", "", "InvalidURL"},
		{"https://example.com./page", "", "HostNotListed"},
		{"https://www.example.com/page", "", "HostNotListed"},
		{"https://example.com.evil.net/", "", "HostNotListed"},
		{"https://evil.net\\@example.com/", "", "InvalidURL"},
		{"https://example.com%2eevil.net/", "", "InvalidURL"},
		{"https://127.0.0.1/", "", "HostNotListed"},
		{"https://2130706433/", "", "HostNotListed"},
		{"https://0x7f.1/", "", "HostNotListed"},
		{"https://[::1]/", "", "HostNotListed"},
		{"https://[::ffff:127.0.0.1]/", "", "HostNotListed"},
		{"https://localhost/", "", "HostNotListed"},
		{"https://ⓔxample.com/", "", "HostNotListed"},
		{"file:///etc/passwd", "", "InvalidURL"},
		{"https://example.com/" + strings.Repeat("a", 1024), "", "InvalidURL"},
	} {
		out, err := g.Run(t.Context(), Input{URL: tt.url})
		if code(err) != tt.code || out.Body != tt.body && tt.code == "none" {
			t.Errorf("%s: %q %v; want %q, %s", tt.url, out.Body, err, tt.body, tt.code)
		}
	}
	out, err := g.Run(t.Context(), Input{URL: "https://example.com/page", MaxBytes: 2})
	if err != nil || out.Body != "h" || !out.Truncated {
		t.Errorf("cut within a letter: %q %v", out.Body, err)
	}
}

// TestMaxBytes: fewer than none is refused, before anything is asked.
func TestMaxBytes(t *testing.T) {
	asked := false
	g := served(t, all, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	for _, n := range []int64{-1, math.MinInt64} {
		if _, err := g.Run(t.Context(), Input{URL: "https://example.com/", MaxBytes: n}); err == nil || !strings.Contains(err.Error(), "max_bytes is -") || asked {
			t.Errorf("%d: %v; asked: %v", n, err, asked)
		}
	}
}
