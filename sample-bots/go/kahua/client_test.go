package kahua

import (
	"context"
	"errors"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	arenav1 "kahua.dev/arena/v1"
)

// A fake arena that sends what a test tells it to send.
type fakeArena struct {
	arenav1.UnimplementedBotServiceServer
	addr  string
	talks chan *talk
}

// The arena's end of one stream; what is sent to end closes it.
type talk struct {
	arenav1.BotService_PlayServer
	t   *testing.T
	end chan error
}

func (arena *fakeArena) Play(stream arenav1.BotService_PlayServer) error {
	talk := &talk{BotService_PlayServer: stream, end: make(chan error)}
	arena.talks <- talk
	return <-talk.end
}

func startArena(t *testing.T) *fakeArena {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	arena := &fakeArena{addr: listener.Addr().String(), talks: make(chan *talk)}
	server := grpc.NewServer()
	arenav1.RegisterBotServiceServer(server, arena)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	return arena
}

func (arena *fakeArena) accept(t *testing.T) *talk {
	t.Helper()
	select {
	case talk := <-arena.talks:
		talk.t = t
		return talk
	case <-time.After(10 * time.Second):
		t.Fatal("no bot connects")
		return nil
	}
}

func (talk *talk) hear() *arenav1.BotMessage {
	talk.t.Helper()
	message, err := talk.Recv()
	if err != nil {
		talk.t.Fatal(err)
	}
	return message
}

// Hears Hello and says Welcome.
func (talk *talk) greet(resumeToken string) *arenav1.Hello {
	talk.t.Helper()
	hello := talk.hear().GetHello()
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Welcome{
		Welcome: &arenav1.Welcome{ResumeToken: resumeToken},
	}})
	return hello
}

func (talk *talk) ask(match string, ticket uint64) {
	talk.t.Helper()
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Ask{
		Ask: &arenav1.Ask{MatchId: match, Ticket: ticket, LegalTotal: 3},
	}})
	answer := talk.hear().GetAnswer()
	if answer.GetMatchId() != match || answer.GetTicket() != ticket || answer.GetIndex() != uint32(ticket) {
		talk.t.Errorf("ask %d of %s answered by %v", ticket, match, answer)
	}
}

func (talk *talk) say(message *arenav1.ArenaMessage) {
	talk.t.Helper()
	if err := talk.Send(message); err != nil {
		talk.t.Fatal(err)
	}
}

// Answers with the ask's own ticket, so that a mix-up shows.
type echo struct{}

func (echo) Choose(ask *arenav1.Ask) *arenav1.Answer { return Index(int(ask.GetTicket())) }

func (arena *fakeArena) start(leave <-chan struct{}, patience time.Duration) chan error {
	ended := make(chan error, 1)
	settings := Settings{Addr: arena.addr, Name: "anna", Token: "secret", Patience: patience}
	go func() { ended <- Play(context.Background(), leave, echo{}, Plays{Matches: 2}, settings) }()
	return ended
}

func TestAnswersManyMatchesAndResumesWithTheLatestToken(t *testing.T) {
	arena := startArena(t)
	ended := arena.start(nil, 20*time.Second)
	token := ""
	for _, next := range []string{"t1", "t2", "t3"} {
		talk := arena.accept(t)
		hello := talk.greet(next)
		if hello.GetName() != "anna" || hello.GetMatchesMax() != 2 || hello.GetResumeToken() != token {
			t.Errorf("after %q: %v", token, hello)
		}
		sent, _ := metadata.FromIncomingContext(talk.Context())
		if got := sent.Get("authorization"); len(got) != 1 || got[0] != "Bearer secret" {
			t.Errorf("authorization is %v", got)
		}
		talk.ask("a", 1)
		talk.ask("b", 2)
		talk.end <- status.Error(codes.Unavailable, "gone")
		token = next
	}
	talk := arena.accept(t)
	talk.greet("t4")
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

func TestSaysByeAndFinishesItsMatchesEvenAfterABreak(t *testing.T) {
	arena := startArena(t)
	leave := make(chan struct{})
	ended := arena.start(leave, 20*time.Second)
	talk := arena.accept(t)
	talk.greet("t1")
	close(leave)
	if talk.hear().GetBye() == nil {
		t.Error("no Bye")
	}
	talk.ask("a", 1)
	talk.end <- status.Error(codes.Unavailable, "gone")
	talk = arena.accept(t)
	talk.greet("t2")
	if talk.hear().GetBye() == nil {
		t.Error("no Bye after the break")
	}
	talk.end <- nil
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestARefusalIsFinalAndSaysWhy(t *testing.T) {
	for _, code := range []codes.Code{codes.Unauthenticated, codes.Aborted} {
		arena := startArena(t)
		ended := arena.start(nil, 20*time.Second)
		arena.accept(t).end <- status.Error(code, "not you")
		err := <-ended
		if !errors.Is(err, ErrRefused) || err.Error() != "the arena refuses the bot anna at "+arena.addr+": not you" {
			t.Errorf("%v: %v", code, err)
		}
	}
}

func TestGivesUpWhenItsPatienceIsAtAnEnd(t *testing.T) {
	arena := &fakeArena{addr: "127.0.0.1:1"}
	if err := <-arena.start(nil, 100*time.Millisecond); !errors.Is(err, ErrOutOfReach) {
		t.Error(err)
	}
}

func TestSettingsNameTheVariableThatIsWrong(t *testing.T) {
	for _, wrong := range []struct{ addr, name, matches, want string }{
		{"", "b", "", "KAHUA_ADDR is not set: it must hold the arena's HOST:PORT"},
		{"a:1", "", "", "KAHUA_NAME is not set: it must hold the bot's name"},
		{"a:1", "b", "0", `KAHUA_MATCHES is "0": expected a whole number of at least 1`},
	} {
		t.Setenv("KAHUA_ADDR", wrong.addr)
		t.Setenv("KAHUA_NAME", wrong.name)
		t.Setenv("KAHUA_MATCHES", wrong.matches)
		if _, err := SettingsFromEnv(); err == nil || err.Error() != wrong.want {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}
