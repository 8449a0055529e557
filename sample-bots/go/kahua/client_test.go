package kahua

import (
	"errors"
	"regexp"
	"slices"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	arenav1 "kahua.dev/arena/v1"
)

var errGone = status.Error(codes.Unavailable, "gone")

func TestAnswersManyMatchesAndResumesWithTheLatestToken(t *testing.T) {
	arena := startArena(t)
	ended := start(t, echo{}, arena.settings())
	token := ""
	for round, next := range []string{"t1", "t2", "t3"} {
		talk := arena.accept(t)
		hello := talk.greet(next, 0)
		if hello.GetName() != "anna" || hello.GetMatchesMax() != 2 || hello.GetResumeToken() != token ||
			hello.GetProtocolVersion() != 1 || hello.GetLibrary() != "kahua-go 0.1.0" {
			t.Errorf("after %q: %v", token, hello)
		}
		sent, _ := metadata.FromIncomingContext(talk.Context())
		if got := sent.Get("authorization"); !slices.Equal(got, []string{"Bearer secret"}) {
			t.Errorf("authorization is %v", got)
		}
		ticket := uint32(2 * round)
		talk.ask("a", ticket, 9)
		talk.wantAnswer("a", ticket, ticket)
		talk.ask("b", ticket+1, 9)
		talk.wantAnswer("b", ticket+1, ticket+1)
		talk.end <- errGone
		token = next
	}
	talk := arena.accept(t)
	talk.greet("t4", 0)
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Notice{
		Notice: &arenav1.Notice{Kind: arenav1.Notice_KIND_DRAINING},
	}})
	talk.end <- nil
	// Draining does not dismiss the bot.
	arena.accept(t).end <- nil
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// Lets each Choose wait until the test lets it go on.
type thinker struct{ asked, goOn chan struct{} }

func newThinker() thinker { return thinker{make(chan struct{}, 9), make(chan struct{})} }

func (bot thinker) Choose(*arenav1.Ask) Answer {
	bot.asked <- struct{}{}
	<-bot.goOn
	return Index(2)
}

func TestAThoughtLongerThanTheKeepaliveCounts(t *testing.T) {
	// One second is the least that gRPC allows.
	arena := startArena(t, grpc.KeepaliveParams(keepalive.ServerParameters{Time: time.Second, Timeout: 2 * time.Second}))
	bot := newThinker()
	start(t, bot, arena.settings())
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.ask("a", 7, 3)
	<-bot.asked
	time.Sleep(4 * time.Second)
	close(bot.goOn)
	talk.wantAnswer("a", 7, 2)
}

func TestAnAnswerIsKeptWhenTheConnectionBreaksWhileTheBotThinks(t *testing.T) {
	arena := startArena(t)
	bot := newThinker()
	start(t, bot, arena.settings())
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.ask("a", 7, 3)
	<-bot.asked
	talk.end <- errGone
	talk = arena.accept(t)
	talk.greet("t2", 1)
	talk.seat("a", true)
	close(bot.goOn)
	talk.ask("a", 7, 3)
	talk.wantAnswer("a", 7, 2)
	talk.ask("a", 8, 3)
	talk.wantAnswer("a", 8, 2)
	// The bot was asked once about each ticket.
	if len(bot.asked) != 1 {
		t.Errorf("asked %d times more", len(bot.asked))
	}
}

func TestARefusalIsFinalAndSaysWhy(t *testing.T) {
	for _, code := range []codes.Code{codes.Unauthenticated, codes.Aborted} {
		refusal, err := status.New(code, "not you").WithDetails(&errdetails.ErrorInfo{Reason: "TOKEN_UNKNOWN"})
		if err != nil {
			t.Fatal(err)
		}
		arena := startArena(t)
		ended := start(t, echo{}, arena.settings())
		arena.accept(t).end <- refusal.Err()
		err = <-ended
		want := "the arena at " + arena.addr + " refuses anna: not you (TOKEN_UNKNOWN)"
		if !errors.Is(err, ErrRefused) || err.Error() != want {
			t.Errorf("%v: %v", code, err)
		}
	}
}

func TestWaitsWhileItsNameIsInUse(t *testing.T) {
	inUse := status.Error(codes.AlreadyExists, "anna has open matches")
	arena := startArena(t)
	ended := start(t, echo{}, arena.settings())
	arena.accept(t).end <- inUse
	arena.accept(t).end <- inUse
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.end <- nil
	if err := <-ended; err != nil {
		t.Error(err)
	}
	settings := arena.settings()
	settings.Patience = time.Nanosecond
	ended = start(t, echo{}, settings)
	arena.accept(t).end <- inUse
	err := <-ended
	if !errors.Is(err, ErrOutOfReach) || inSomeTime(err) != "the name anna has been in use for N s (anna has open matches)" {
		t.Error(err)
	}
}

// inSomeTime is the text of an error without how long it took, which depends on the machine.
func inSomeTime(err error) string {
	return regexp.MustCompile(`for \d+ s`).ReplaceAllString(err.Error(), "for N s")
}

func TestGivesUpWhenItsPatienceIsAtAnEnd(t *testing.T) {
	settings := Settings{Addr: "127.0.0.1:1", Name: "anna", Patience: 100 * time.Millisecond}
	err := <-start(t, echo{}, settings)
	if !errors.Is(err, ErrOutOfReach) || inSomeTime(err) != "no arena at 127.0.0.1:1 for N s (connection refused)" {
		t.Error(err)
	}
}

// Brings the arena's handle to the test.
type handle struct {
	echo
	arenas chan *Arena
}

func (bot handle) OnWelcome(_ *arenav1.Welcome, arena *Arena) { bot.arenas <- arena }

func TestWhatTheBotTellsTheArenaIsToldAgainAfterABreak(t *testing.T) {
	arena := startArena(t)
	bot := handle{arenas: make(chan *Arena, 9)}
	ended := start(t, bot, arena.settings())
	talk := arena.accept(t)
	talk.greet("t1", 0)
	line := <-bot.arenas
	line.Ready()
	if talk.hear().GetReady() == nil {
		t.Error("no Ready")
	}
	for _, next := range []string{"t2", "t3"} {
		line.Pause()
		line.Resign("a")
		line.Bye()
		pause, resign, bye := talk.hear(), talk.hear(), talk.hear()
		if next == "t3" {
			// A Welcome has just been answered with the three; what line says comes on top of it.
			resign, pause = pause, resign
		}
		if pause.GetPause() == nil || resign.GetResign().GetMatchId() != "a" || bye.GetBye() == nil {
			t.Errorf("%v, %v, %v", pause, resign, bye)
		}
		talk.end <- errGone
		talk = arena.accept(t)
		talk.greet(next, 0)
	}
	talk.end <- nil
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
