package kahua

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Settings say where a bot plays, and under which name.
type Settings struct {
	// Addr is the arena: HOST:PORT.
	Addr string
	// Name is the bot's name: 1 to 32 characters of a-z, A-Z, 0-9, '-', '_' and '.'.
	Name string
	// Token is the bot's token. Empty for an arena that needs none.
	Token string
	// Matches is how many matches to play at once. 0 leaves it to the bot.
	Matches uint32
	// Patience is how long the arena may be unreachable before the bot gives up.
	Patience time.Duration
}

// SettingsFromEnv reads the variables that kahua sets for the bots that it starts: KAHUA_ADDR and KAHUA_NAME, which are
// required, and KAHUA_TOKEN. KAHUA_MATCHES may be set by hand. The error names the variable that is missing or wrong.
func SettingsFromEnv() (Settings, error) {
	settings := Settings{
		Addr:     strings.TrimPrefix(os.Getenv("KAHUA_ADDR"), "http://"),
		Name:     os.Getenv("KAHUA_NAME"),
		Token:    os.Getenv("KAHUA_TOKEN"),
		Patience: 5 * time.Minute,
	}
	if settings.Addr == "" {
		return settings, fmt.Errorf("KAHUA_ADDR is not set: it must hold the arena's HOST:PORT")
	}
	if settings.Name == "" {
		return settings, fmt.Errorf("KAHUA_NAME is not set: it must hold the bot's name")
	}
	if text := os.Getenv("KAHUA_MATCHES"); text != "" {
		matches, err := strconv.ParseUint(text, 10, 32)
		if err != nil || matches == 0 {
			return settings, fmt.Errorf("KAHUA_MATCHES is %q: expected a whole number of at least 1", text)
		}
		settings.Matches = uint32(matches)
	}
	return settings, nil
}
