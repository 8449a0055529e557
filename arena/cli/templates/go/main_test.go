package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

func TestReadyForALeague(t *testing.T) {
	bot := filepath.Join(t.TempDir(), "bot")
	if output, err := exec.Command("go", "build", "-o", bot, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	output, err := exec.Command("kahua", "check", "--bot", bot).CombinedOutput()
	t.Logf("%s", output)
	if err != nil {
		t.Fatal(err)
	}
}
