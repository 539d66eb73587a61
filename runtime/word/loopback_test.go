package word

import (
	"testing"

	"kei/runtime/match"
)

func TestLoopback(t *testing.T) {
	hole := string(match.HoleWord)
	for address, want := range map[string]bool{
		"localhost": true, "localhost:3000": true, "http://localhost": true, "http://LOCALHOST:3000/api?x=1": true, "https://127.0.0.1:8443/x": true,
		"http://[::1]:80/": true, "0.0.0.0:80/x": true, "http://localhost:3000/" + hole: true, "localhost#a@b": true, "http://localhost/{a,b}": true,
		"": false, "example.com": false, "http://localhost@example.com/": false, "http://localhost:3000@example.com/": false, "http://localhost.example.com": false,
		"http://localhost:" + hole + "/": false, "http://" + hole: false, "http://{localhost,example.com}/": false, "http://[::1].example.com": false,
		"http://[::1]@example.com": false, "ftp://localhost/": false, "smtp://localhost": false, "http://localhost\\@example.com": false, "1.127.0.0.1": false,
		"http:localhost": false, "https://localhost:80:90@x/": false,
	} {
		if got := Loopback(address); got != want {
			t.Errorf("Loopback(%q) is %v, want %v", address, got, want)
		}
	}
}
