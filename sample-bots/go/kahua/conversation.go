package kahua

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	arenav1 "kahua.dev/arena/v1"
)

// One conversation with the arena, from Hello to its end.
type conversation struct {
	bot   Bot
	name  string
	leave <-chan struct{}
	// From the arena's Welcome; empty until then.
	resumeToken string
	// Whether the arena has announced that it is shutting down.
	draining bool
	tallies  map[string]*tally
	// A stream accepts one message at a time.
	sending sync.Mutex
}

// What the log reports about a match.
type tally struct {
	seat          uint32
	asks          int
	used, longest time.Duration
}

// Sends Hello, then answers every ask until the stream ends. Returns why it ended: io.EOF if the arena closed it.
func (talk *conversation) hold(stream arenav1.BotService_PlayClient, hello *arenav1.Hello) error {
	// If sending fails, the next Recv says why.
	talk.say(stream, &arenav1.BotMessage{Message: &arenav1.BotMessage_Hello{Hello: hello}})
	for {
		message, err := stream.Recv()
		if err != nil {
			return err
		}
		talk.hear(stream, message)
	}
}

func (talk *conversation) hear(stream arenav1.BotService_PlayClient, message *arenav1.ArenaMessage) {
	switch heard := message.GetMessage().(type) {
	case *arenav1.ArenaMessage_Ask:
		talk.asked(stream, heard.Ask)
	case *arenav1.ArenaMessage_Welcome:
		talk.welcomed(stream, heard.Welcome)
	case *arenav1.ArenaMessage_Seated:
		talk.seated(heard.Seated)
	case *arenav1.ArenaMessage_Fault:
		fault := heard.Fault
		slog.Warn("fault", "match", fault.GetMatchId(), "ask", fault.GetTicket(), "cause", fault.GetCause(),
			"problem", fault.GetProblem(), "expected", fault.GetExpected(), "now", fault.GetConsequence())
	case *arenav1.ArenaMessage_Ended:
		talk.ended(heard.Ended)
	case *arenav1.ArenaMessage_Notice:
		slog.Info("notice", "kind", heard.Notice.GetKind(), "text", heard.Notice.GetText())
		if heard.Notice.GetKind() == arenav1.Notice_KIND_DRAINING {
			talk.draining = true
		}
	}
}

func (talk *conversation) asked(stream arenav1.BotService_PlayClient, ask *arenav1.Ask) {
	began := time.Now()
	answer := talk.bot.Choose(ask)
	answer.MatchId, answer.Ticket = ask.GetMatchId(), ask.GetTicket()
	used := time.Since(began)
	talk.say(stream, &arenav1.BotMessage{Message: &arenav1.BotMessage_Answer{Answer: answer}})
	if tally, seated := talk.tallies[ask.GetMatchId()]; seated {
		tally.asks++
		tally.used += used
		tally.longest = max(tally.longest, used)
	}
	if slog.Default().Enabled(context.Background(), slog.LevelDebug) {
		slog.Debug("answered", "match", ask.GetMatchId(), "ask", ask.GetTicket(), "legal", ask.GetLegalTotal(),
			"choice", answer.GetChoice(), "used", used, "of_ms", ask.GetAskMs())
	}
}

func (talk *conversation) say(stream arenav1.BotService_PlayClient, message *arenav1.BotMessage) {
	talk.sending.Lock()
	defer talk.sending.Unlock()
	// If this fails, the next Recv says why.
	_ = stream.Send(message)
}

func (talk *conversation) welcomed(stream arenav1.BotService_PlayClient, welcome *arenav1.Welcome) {
	talk.resumeToken = welcome.GetResumeToken()
	slog.Info("connected", "bot", talk.name, "arena", welcome.GetArenaVersion(), "resumed", welcome.GetResumedMatches())
	go func() {
		select {
		case <-talk.leave:
			talk.say(stream, &arenav1.BotMessage{Message: &arenav1.BotMessage_Bye{Bye: &arenav1.Bye{}}})
		case <-stream.Context().Done():
		}
	}()
}

func (talk *conversation) seated(seated *arenav1.Seated) {
	talk.tallies[seated.GetMatchId()] = &tally{seat: seated.GetSeat()}
	var names []string
	for _, player := range seated.GetPlayers() {
		names = append(names, player.GetName())
	}
	slog.Info("match begins", "match", seated.GetMatchId(), "game", seated.GetGame(), "seat", seated.GetSeat(),
		"players", strings.Join(names, ", "))
}

func (talk *conversation) ended(ended *arenav1.Ended) {
	counted, seated := talk.tallies[ended.GetMatchId()]
	if !seated {
		counted = &tally{}
	}
	delete(talk.tallies, ended.GetMatchId())
	attributes := []any{"match", ended.GetMatchId(), "end", ended.GetTermination().GetKind(),
		"asks", counted.asks, "used", counted.used, "longest", counted.longest}
	if results := ended.GetResults(); int(counted.seat) < len(results) {
		result := results[counted.seat]
		attributes = append(attributes, "place", result.GetPlace(), "points", result.GetScore())
	}
	slog.Info("match ended", attributes...)
}
