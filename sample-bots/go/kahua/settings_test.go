package kahua

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

const expectedAddress = "; expected host:port, http://host:port or https://host:port"

func TestSettingsAreCheckedBeforeConnecting(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.pem")
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []struct{ variable, value, want string }{
		{"KAHUA_ADDR", "", "KAHUA_ADDR is not set" + expectedAddress},
		{"KAHUA_ADDR", "localhost", `KAHUA_ADDR: "localhost" has no port` + expectedAddress},
		{"KAHUA_ADDR", "https://h", `KAHUA_ADDR: "https://h" has no port` + expectedAddress},
		{"KAHUA_ADDR", "ftp://h:1", `KAHUA_ADDR: "ftp://h:1" has the unknown scheme "ftp"` + expectedAddress},
		{"KAHUA_ADDR", "h:0", `KAHUA_ADDR: "h:0" has the invalid port "0"` + expectedAddress},
		{"KAHUA_ADDR", "http://h:1/x", `KAHUA_ADDR: "http://h:1/x" has the invalid port "1/x"` + expectedAddress},
		{"KAHUA_ADDR", "::1", `KAHUA_ADDR: "::1" is not an address` + expectedAddress},
		{"KAHUA_NAME", "", "KAHUA_NAME is not set; expected the bot's name"},
		{"KAHUA_NAME", "a b", `KAHUA_NAME: "a b" is not a valid bot name; expected 1 to 32 characters of ` +
			"a-z, A-Z, 0-9, '-', '_' and '.'"},
		{"KAHUA_TOKEN", "secret\n", "KAHUA_TOKEN contains white space; copy it again without line breaks"},
		{"KAHUA_ADDR", "kahua.example:1", "KAHUA_TOKEN would be sent unencrypted to kahua.example; use https://, or " +
			"set KAHUA_ALLOW_CLEARTEXT_TOKEN=1"},
		{"KAHUA_CA", missing, "KAHUA_CA: can't read " + missing + ": no such file or directory; expected a PEM file with CA certificates"},
		{"KAHUA_CA", empty, "KAHUA_CA: can't read " + empty + ": there is no certificate in it; expected a PEM file with CA certificates"},
		{"KAHUA_LOG", "verbose", `KAHUA_LOG: "verbose" is unknown; expected error, warn, info, debug or trace`},
		{"KAHUA_ALLOW_CLEARTEXT_TOKEN", "yes", `KAHUA_ALLOW_CLEARTEXT_TOKEN: "yes" is unknown; expected 1 or 0`},
		{"KAHUA_ON_ERROR", "x", `KAHUA_ON_ERROR: "x" is unknown; expected exit or resign`},
		{"KAHUA_MATCHES", "0", `KAHUA_MATCHES: "0" is not valid; expected a whole number of at least 1`},
	} {
		environment := map[string]string{"KAHUA_ADDR": "127.0.0.1:1", "KAHUA_NAME": "b", "KAHUA_TOKEN": "secret"}
		environment[wrong.variable] = wrong.value
		_, err := Settings{}.check(func(variable string) string { return environment[variable] })
		if _, is := err.(SettingError); !is || err.Error() != wrong.want {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

func TestWhatTheProgramSetsCountsBeforeTheEnvironment(t *testing.T) {
	environment := map[string]string{
		"KAHUA_ADDR": "http://[::1]:7", "KAHUA_NAME": "env", "KAHUA_VERSION": "1", "KAHUA_MATCHES": "3", "KAHUA_TOKEN": "t",
	}
	settings, err := Settings{Name: "code", Matches: 2}.check(func(variable string) string { return environment[variable] })
	if err != nil {
		t.Fatal(err)
	}
	if settings.Name != "code" || settings.Version != "1" || settings.Matches != 3 || settings.OnError != OnErrorExit ||
		settings.address != (address{false, "::1", "7"}) {
		t.Errorf("%+v", settings)
	}
	environment["KAHUA_ADDR"] = "https://kahua.example:443/"
	settings, err = Settings{}.check(func(variable string) string { return environment[variable] })
	if err != nil || settings.address != (address{true, "kahua.example", "443"}) {
		t.Errorf("%+v, %v", settings, err)
	}
}

func TestTheLogLevelSurvivesFilters(t *testing.T) {
	for text, want := range map[string]slog.Level{
		"": slog.LevelInfo, "trace": levelTrace, "WARN": slog.LevelWarn, "kahua=debug,error": slog.LevelError,
		"info,kahua=debug": slog.LevelInfo, "nonsense": slog.LevelInfo,
	} {
		if got := logLevel(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
