package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Takes some seconds; `go test -short` leaves it out.
func TestReadyForALeague(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts an arena")
	}
	bot := filepath.Join(t.TempDir(), "bot")
	if output, err := exec.Command("go", "build", "-o", bot, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	output, err := exec.Command("kahua", "check", "--game", "@GAME@", "--bot", bot).CombinedOutput()
	t.Logf("%s", output)
	if err != nil {
		t.Fatal(err)
	}
}
