package kahua

import (
	"crypto/x509"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	arenav1 "kahua.dev/arena/v1"
)

// Settings say what a bot plays, where, and under which name. What a program leaves unset comes from the environment
// variable named beside the field, and otherwise from the default.
type Settings struct {
	// Games are the games that the bot plays. An empty list means every game.
	Games []string
	// Matches is how many matches the bot plays at once. 0 means 1. KAHUA_MATCHES overrides what the program sets.
	Matches uint32
	// ActionForm says how actions are written in asks: as typed messages by default.
	ActionForm arenav1.ActionForm
	// Version is the bot's own version, shown beside its results: at most 32 bytes. KAHUA_VERSION.
	Version string
	// Addr is the arena: host:port, http://host:port or https://host:port. KAHUA_ADDR; it has no default.
	Addr string
	// Name is the bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'. KAHUA_NAME; it has no default.
	Name string
	// Token is the bot's token. Empty for an arena that needs none. KAHUA_TOKEN.
	Token string
	// CA is the path of a PEM file with the certificates to trust for https, instead of the system's. KAHUA_CA.
	CA string
	// AllowCleartextToken sends the token without TLS to an address that isn't loopback. KAHUA_ALLOW_CLEARTEXT_TOKEN=1.
	AllowCleartextToken bool
	// OnError is what a failure of the bot's own code does: ends the run by default. KAHUA_ON_ERROR.
	OnError OnError
	// Record is the path of a file to which every ask is appended, for [LoadAsks]. KAHUA_RECORD; empty records nothing.
	Record string
	// Patience is how long the arena may be unreachable before the bot gives up: 5 minutes by default.
	Patience time.Duration
}

// OnError is what a failure of the bot's own code does.
type OnError string

const (
	// OnErrorExit closes the connection and ends the run.
	OnErrorExit OnError = "exit"
	// OnErrorResign gives up the match in which it happened; the others go on.
	OnErrorResign OnError = "resign"
)

const defaultPatience = 5 * time.Minute

var validName = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,32}$`)

// SettingError says which setting is missing or wrong, and what is expected. Nothing was connected yet.
type SettingError string

func (wrong SettingError) Error() string { return string(wrong) }

func settingError(format string, values ...any) error {
	return SettingError(fmt.Sprintf(format, values...))
}

// The settings completed from the environment and checked.
type checked struct {
	Settings
	address address
	// The certificates of CA; nil for the system's.
	roots *x509.CertPool
}

func (settings Settings) check(env func(string) string) (*checked, error) {
	settings.complete(env)
	result := &checked{Settings: settings}
	var err error
	if result.address, err = parseAddress(settings.Addr); err != nil {
		return nil, err
	}
	if settings.Name == "" {
		return nil, settingError("KAHUA_NAME is not set; expected the bot's name")
	}
	if !validName.MatchString(settings.Name) {
		return nil, settingError("KAHUA_NAME: %q is not a valid bot name; expected 1 to 32 characters of "+
			"a-z, A-Z, 0-9, '-', '_' and '.'", settings.Name)
	}
	if err := result.checkToken(); err != nil {
		return nil, err
	}
	if settings.OnError != OnErrorExit && settings.OnError != OnErrorResign {
		return nil, settingError("KAHUA_ON_ERROR: %q is unknown; expected exit or resign", string(settings.OnError))
	}
	if text := env("KAHUA_MATCHES"); text != "" {
		matches, err := strconv.ParseUint(text, 10, 32)
		if err != nil || matches == 0 {
			return nil, settingError("KAHUA_MATCHES: %q is not valid; expected a whole number of at least 1", text)
		}
		result.Matches = uint32(matches)
	}
	if text := env("KAHUA_ALLOW_CLEARTEXT_TOKEN"); text != "" && text != "0" && text != "1" {
		return nil, settingError("KAHUA_ALLOW_CLEARTEXT_TOKEN: %q is unknown; expected 1 or 0", text)
	}
	if text := env("KAHUA_LOG"); text != "" && !namesLevel(text) {
		return nil, settingError("KAHUA_LOG: %q is unknown; expected error, warn, info, debug or trace", text)
	}
	return result, result.readCA()
}

// Fills in what the program has left unset.
func (settings *Settings) complete(env func(string) string) {
	for variable, field := range map[string]*string{
		"KAHUA_ADDR": &settings.Addr, "KAHUA_NAME": &settings.Name, "KAHUA_TOKEN": &settings.Token,
		"KAHUA_CA": &settings.CA, "KAHUA_VERSION": &settings.Version, "KAHUA_ON_ERROR": (*string)(&settings.OnError),
		"KAHUA_RECORD": &settings.Record,
	} {
		if *field == "" {
			*field = env(variable)
		}
	}
	if settings.OnError == "" {
		settings.OnError = OnErrorExit
	}
	settings.AllowCleartextToken = settings.AllowCleartextToken || env("KAHUA_ALLOW_CLEARTEXT_TOKEN") == "1"
	settings.Matches = max(settings.Matches, 1)
	if settings.Patience == 0 {
		settings.Patience = defaultPatience
	}
}

func (settings *checked) checkToken() error {
	switch {
	case strings.ContainsFunc(settings.Token, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }):
		return settingError("KAHUA_TOKEN contains white space; copy it again without line breaks")
	case strings.ContainsFunc(settings.Token, func(r rune) bool { return r > unicode.MaxASCII }):
		return settingError("KAHUA_TOKEN contains a character that isn't ASCII; copy it again")
	case settings.Token != "" && !settings.address.tls && !settings.address.isLoopback() && !settings.AllowCleartextToken:
		return settingError("KAHUA_TOKEN would be sent unencrypted to %s; use https://, or set "+
			"KAHUA_ALLOW_CLEARTEXT_TOKEN=1", settings.address.host)
	}
	return nil
}

func (settings *checked) readCA() error {
	if settings.CA == "" {
		return nil
	}
	pem, err := os.ReadFile(settings.CA)
	if err != nil {
		return settingError("KAHUA_CA: can't read %s: %s; expected a PEM file with CA certificates", settings.CA,
			plainReason(err))
	}
	settings.roots = x509.NewCertPool()
	if !settings.roots.AppendCertsFromPEM(pem) {
		return settingError("KAHUA_CA: can't read %s: there is no certificate in it; expected a PEM file with CA certificates",
			settings.CA)
	}
	return nil
}
