package kahua

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	arenav1 "kahua.dev/arena/v1"
)

// With this variable, the test program is a bot: run in a process of its own, since it ends the process.
const asBot = "KAHUA_TEST_BOT"

func TestMain(m *testing.M) {
	switch os.Getenv(asBot) {
	case "":
		os.Exit(m.Run())
	case "echo":
		Run(echo{}, Settings{})
	case "think":
		Run(chooser(func(*arenav1.Ask) Answer { select {} }), Settings{})
	case "panic":
		Run(chooser(func(*arenav1.Ask) Answer { panic("oh no") }), Settings{})
	}
}

type program struct {
	*exec.Cmd
	log string
}

func startProgram(t *testing.T, bot, addr string) *program {
	t.Helper()
	program := &program{Cmd: exec.Command(os.Args[0])}
	program.Env = append(os.Environ(), asBot+"="+bot, "KAHUA_ADDR="+addr, "KAHUA_NAME=anna", "KAHUA_LOG=trace")
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	program.Stderr, program.log = log, log.Name()
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Process.Kill() })
	return program
}

func (program *program) wantExit(t *testing.T, code int, texts ...string) {
	t.Helper()
	_ = program.Wait()
	if program.ProcessState.ExitCode() != code {
		t.Errorf("exit code %d", program.ProcessState.ExitCode())
	}
	log, err := os.ReadFile(program.log)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if strings.Count(string(log), text) != 1 {
			t.Errorf("expected once: %s\n%s", text, log)
		}
	}
}

func (program *program) waitFor(t *testing.T, text string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if log, err := os.ReadFile(program.log); err == nil && strings.Contains(string(log), text) {
			return
		}
	}
	t.Fatalf("never logged: %s", text)
}

func TestAFailureIsShownOnceWithItsTrace(t *testing.T) {
	arena := startArena(t)
	program := startProgram(t, "panic", arena.addr)
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.ask("a", 7, 12)
	program.wantExit(t, 1, where+"panic: oh no", "run_test.go")
}

func TestAWrongSettingEndsTheProgramWithTwo(t *testing.T) {
	startProgram(t, "echo", "localhost").wantExit(t, 2, `error: KAHUA_ADDR: "localhost" has no port`)
}

func TestASignalLeavesInGoodOrder(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		arena := startArena(t)
		program := startProgram(t, "echo", arena.addr)
		talk := arena.accept(t)
		talk.greet("t1", 0)
		talk.ask("a", 1, 3)
		talk.wantAnswer("a", 1, 1)
		if err := program.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if talk.hear().GetBye() == nil {
			t.Error("no Bye")
		}
		talk.ask("a", 2, 3)
		talk.wantAnswer("a", 2, 2)
		talk.end <- nil
		program.wantExit(t, 0, "leaving when the open matches have ended")
	}
}

func TestAFaultIsLoggedWhileTheBotStillThinks(t *testing.T) {
	arena := startArena(t)
	program := startProgram(t, "think", arena.addr)
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.ask("a", 1, 3)
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Fault{
		Fault: &arenav1.FaultNotice{Problem: "the answer came late", Cause: arenav1.FaultCause_FAULT_CAUSE_STALE_TICKET},
	}})
	program.waitFor(t, `cause="stale ticket" problem="the answer came late"`)
	_ = program.Process.Kill()
	_ = program.Wait()
}

func TestASecondSignalEndsAtOnce(t *testing.T) {
	arena := startArena(t)
	program := startProgram(t, "echo", arena.addr)
	talk := arena.accept(t)
	talk.greet("t1", 0)
	_ = program.Process.Signal(syscall.SIGTERM)
	if talk.hear().GetBye() == nil {
		t.Error("no Bye")
	}
	_ = program.Process.Signal(syscall.SIGTERM)
	_ = program.Wait()
	if status := program.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGTERM {
		t.Errorf("ended with %v", status)
	}
}
