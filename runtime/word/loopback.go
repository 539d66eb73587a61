package word

import "kei/runtime/str"

// Loopback reports whether an address, with a scheme in front or not, certainly has
// this machine for its host: localhost, 127.0.0.1:3000/x, http://[::1]/. What stands
// in front of an @ is a name and a password, and what is not known may have one.
func Loopback(address string) bool {
	if i := str.Index(address, "://"); i >= 0 {
		if !str.In(str.Lower(address[:i]), "http", "https", "ws", "wss", "tcp") {
			return false
		}
		address = address[i+len("://"):]
	}
	end := 0
	for end < len(address) && str.IndexByte("/?#", address[end]) < 0 {
		end++
	}
	host, port := address[:end], ""
	if str.HasPrefix(host, "[::1]") {
		host, port = "localhost", host[len("[::1]"):]
		if port != "" && port[0] != ':' {
			return false
		}
	} else if i := str.IndexByte(host, ':'); i >= 0 {
		host, port = host[:i], host[i:]
	}
	for i := 1; i < len(port); i++ {
		if port[i] < '0' || port[i] > '9' {
			return false
		}
	}
	return str.In(str.Lower(host), "localhost", "127.0.0.1", "0.0.0.0")
}
