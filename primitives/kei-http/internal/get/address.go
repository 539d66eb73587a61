package get

import "net/netip"

// closed are addresses that are no public host's, beyond those that net/netip knows:
// RFC 6890 and the registries of special addresses that it founded.
var closed = prefixes(
	"0.0.0.0/8",        // this network
	"100.64.0.0/10",    // between a provider and its customers
	"168.63.129.16/32", // a cloud's own services, in each machine of it
	"192.0.0.0/24",     // assignments of protocols
	"192.0.2.0/24",     // documentation
	"192.88.99.0/24",   // relays of 6to4
	"198.18.0.0/15",    // measurements
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"240.0.0.0/4",      // reserved, and broadcast
	"2001::/23",        // assignments of protocols, Teredo among them
	"2001:db8::/32",    // documentation
	"3fff::/20",        // documentation
	"5f00::/16",        // segment routing
)

// unicast is where public hosts are in IPv6; carrying are addresses there that
// stand for one of IPv4, and how many bits come before it.
var (
	unicast   = netip.MustParsePrefix("2000::/3")
	sixToFour = netip.MustParsePrefix("2002::/16")
	nat64     = netip.MustParsePrefix("64:ff9b::/96")
)

func prefixes(list ...string) (out []netip.Prefix) {
	for _, p := range list {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

// public reports whether an address is one of a host on the internet.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		b := a.As16()
		switch {
		case nat64.Contains(a):
			return public(netip.AddrFrom4([4]byte(b[12:16])))
		case sixToFour.Contains(a):
			return public(netip.AddrFrom4([4]byte(b[2:6])))
		case !unicast.Contains(a):
			return false
		}
	}
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() {
		return false
	}
	for _, p := range closed {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
