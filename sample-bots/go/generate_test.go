package kahuadev

import (
	"os"
	"os/exec"
	"testing"
)

func TestTheCommittedMessagesAreWhatTheProtosGenerate(t *testing.T) {
	if _, err := os.Stat("../../proto"); os.IsNotExist(err) {
		t.Skip("the .proto files are only in Kahua's repository")
	}
	if _, err := exec.LookPath("protoc"); err != nil && os.Getenv("KAHUA_REQUIRE_ALL") == "" {
		t.Skip("protoc is missing")
	}
	if output, err := exec.Command("./generate.sh", "check").CombinedOutput(); err != nil {
		t.Errorf("run `go generate .` in sample-bots/go: %v\n%s", err, output)
	}
}
