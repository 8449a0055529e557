package kahua

import (
	"net"
	"strconv"
	"strings"
)

// Where the arena is.
type address struct {
	tls        bool
	host, port string
}

func parseAddress(text string) (address, error) {
	const expected = "expected host:port, http://host:port or https://host:port"
	if text == "" {
		return address{}, settingError("KAHUA_ADDR is not set; %s", expected)
	}
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		scheme, rest = "http", text
	}
	if scheme != "http" && scheme != "https" {
		return address{}, settingError("KAHUA_ADDR: %q has the unknown scheme %q; %s", text, scheme, expected)
	}
	rest = strings.TrimSuffix(rest, "/")
	if !strings.Contains(rest, ":") || strings.HasSuffix(rest, "]") {
		return address{}, settingError("KAHUA_ADDR: %q has no port; %s", text, expected)
	}
	host, port, err := net.SplitHostPort(rest)
	if err != nil || host == "" || strings.ContainsAny(host, "/@ \t\r\n") {
		return address{}, settingError("KAHUA_ADDR: %q is not an address; %s", text, expected)
	}
	if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 {
		return address{}, settingError("KAHUA_ADDR: %q has the invalid port %q; %s", text, port, expected)
	}
	return address{tls: scheme == "https", host: host, port: port}, nil
}

// The address as host:port.
func (address address) String() string { return net.JoinHostPort(address.host, address.port) }

func (address address) isLoopback() bool {
	return address.host == "localhost" || net.ParseIP(address.host).IsLoopback()
}
