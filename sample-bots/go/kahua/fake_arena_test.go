package kahua

import (
	"context"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"

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

// Play implements the service.
func (arena *fakeArena) Play(stream arenav1.BotService_PlayServer) error {
	talk := &talk{BotService_PlayServer: stream, end: make(chan error, 1)}
	arena.talks <- talk
	select {
	case err := <-talk.end:
		return err
	case <-stream.Context().Done():
		return stream.Context().Err()
	}
}

func startArena(t *testing.T, options ...grpc.ServerOption) *fakeArena {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	arena := &fakeArena{addr: listener.Addr().String(), talks: make(chan *talk, 1)}
	server := grpc.NewServer(options...)
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
	case <-time.After(time.Minute):
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
func (talk *talk) greet(resumeToken string, resumed uint32) *arenav1.Hello {
	talk.t.Helper()
	hello := talk.hear().GetHello()
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Welcome{
		Welcome: &arenav1.Welcome{Name: hello.GetName(), ResumeToken: resumeToken, ResumedMatches: resumed},
	}})
	return hello
}

func (talk *talk) say(message *arenav1.ArenaMessage) {
	talk.t.Helper()
	if err := talk.Send(message); err != nil {
		talk.t.Fatal(err)
	}
}

func (talk *talk) seat(match string, resumed bool) {
	talk.t.Helper()
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Seated{
		Seated: &arenav1.Seated{MatchId: match, Game: "haleakala", Seat: 1, Resumed: resumed},
	}})
}

// Asks with as many legal actions, and the events with these numbers.
func (talk *talk) ask(match string, ticket, legal uint32, events ...uint32) {
	talk.t.Helper()
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Ask{Ask: &arenav1.Ask{
		MatchId: match, Ticket: ticket, Game: "haleakala", Seat: 1, LegalTotal: legal, Events: numbered(events),
	}}})
}

func (talk *talk) events(match string, events ...uint32) {
	talk.t.Helper()
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Events{
		Events: &arenav1.MatchEvents{MatchId: match, Events: numbered(events)},
	}})
}

func numbered(numbers []uint32) (events []*arenav1.MatchEvent) {
	for _, number := range numbers {
		events = append(events, &arenav1.MatchEvent{Number: number})
	}
	return events
}

func (talk *talk) endMatch(match string) {
	talk.t.Helper()
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Ended{Ended: &arenav1.Ended{MatchId: match}}})
}

func (talk *talk) wantAnswer(match string, ticket, index uint32) {
	talk.t.Helper()
	answer := talk.hear().GetAnswer()
	if answer.GetMatchId() != match || answer.GetTicket() != ticket || answer.GetIndex() != index {
		talk.t.Errorf("ask %d of %s answered by %v", ticket, match, answer)
	}
}

// A bot that answers with the ask's own ticket, so that a mix-up shows.
type echo struct{}

func (echo) Choose(ask *arenav1.Ask) Answer { return Index(int(ask.GetTicket())) }

// Plays in the background, and returns where the result comes.
func start(t *testing.T, bot Bot, settings Settings) chan error {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		ended <- Play(ctx, bot, settings)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return ended
}

func (arena *fakeArena) settings() Settings {
	return Settings{Addr: arena.addr, Name: "anna", Token: "secret", Matches: 2, Patience: time.Minute}
}
