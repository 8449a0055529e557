package kahua

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	arenav1 "kahua.dev/arena/v1"
)

// Changes what it is asked, and fails in the end.
type careless struct{}

func (careless) Choose(ask *arenav1.Ask) Answer {
	ask.Legal, ask.MatchId = nil, "mine"
	if ask.GetTicket() == 2 {
		panic("nothing to say")
	}
	return Notation("stay")
}

func TestEveryAskIsRecordedAsItCame(t *testing.T) {
	arena := startArena(t)
	settings := arena.settings()
	settings.Record = filepath.Join(t.TempDir(), "asks.jsonl")
	check(t, os.WriteFile(settings.Record, []byte("{\"ticket\":9}\n"), 0o600))
	ended := start(t, careless{}, settings)
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.ask("a", 1, 3, 4, 5)
	talk.hear()
	talk.ask("a", 2, 3)
	var failure *Failure
	if err := <-ended; !errors.As(err, &failure) {
		t.Error(err)
	}
	asks := must(LoadAsks(settings.Record))(t)
	if len(asks) != 3 {
		t.Fatalf("%d asks are recorded: %v", len(asks), asks)
	}
	want := &arenav1.Ask{MatchId: "a", Ticket: 1, Game: "haleakala", Seat: 1, LegalTotal: 3, Events: numbered([]uint32{4, 5})}
	if asks[0].GetTicket() != 9 || !proto.Equal(asks[1], want) || asks[2].GetTicket() != 2 {
		t.Errorf("recorded %v", asks)
	}
}

func TestALineIsAsKahuaAsksPrintsIt(t *testing.T) {
	program := os.Getenv("KAHUA_RULES")
	if program == "" {
		program = "../../../target/debug/kahua"
	}
	if _, err := os.Stat(program); err != nil && os.Getenv("KAHUA_REQUIRE_ALL") != "1" {
		t.Skipf("this needs %s: cargo build", program)
	}
	for _, game := range []string{"haleakala", "hawaii", "kanaloa"} {
		printed := must(exec.Command(program, "asks", "--game", game).Output())(t)
		path := filepath.Join(t.TempDir(), "asks.jsonl")
		check(t, os.WriteFile(path, printed, 0o600))
		lines := bytes.Split(bytes.TrimSpace(printed), []byte("\n"))
		for index, ask := range must(LoadAsks(path))(t) {
			var got, want any
			line := must(askLine(must(proto.Marshal(ask))(t)))(t)
			check(t, json.Unmarshal(line, &got))
			check(t, json.Unmarshal(lines[index], &want))
			if !reflect.DeepEqual(got, want) || bytes.Count(line, []byte("\n")) != 1 {
				t.Fatalf("%s\n%s", line, lines[index])
			}
		}
	}
}

func TestALineThatIsNoAskIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "asks.jsonl")
	check(t, os.WriteFile(path, []byte("{\"ticket\":1,\"of_the_future\":2}\n\n{\"ticket\":\"x\"}\n"), 0o600))
	if _, err := LoadAsks(path); err == nil || !strings.HasPrefix(err.Error(), path+", line 3: it isn't an ask: ") {
		t.Error(err)
	}
}

func TestAFileThatCantBeWrittenEndsTheStart(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing", "asks.jsonl")
	var wrong SettingError
	err := <-start(t, echo{}, Settings{Addr: "127.0.0.1:1", Name: "anna", Record: missing})
	want := "KAHUA_RECORD: can't write " + missing + ": no such file or directory; expected a file that can be written"
	if !errors.As(err, &wrong) || err.Error() != want {
		t.Error(err)
	}
}

func TestARecordingKeepsToItsLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "asks.jsonl")
	check(t, os.WriteFile(path, nil, 0o600))
	check(t, os.Truncate(path, recordBytesMax-1))
	recording := must(openRecording(path))(t)
	recording.add(&arenav1.Ask{Ticket: 1})
	recording.close()
	if size := must(os.Stat(path))(t).Size(); size != recordBytesMax-1 {
		t.Errorf("it has %d bytes", size)
	}
	if err := recording.write(nil); err == nil || !strings.HasSuffix(err.Error(), "has reached its limit of 64 MiB") {
		t.Error(err)
	}
}
