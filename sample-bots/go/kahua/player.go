package kahua

import (
	"context"
	"log/slog"
	"time"

	arenav1 "kahua.dev/arena/v1"
)

// How many messages may wait while the bot thinks. When there are more, the arena has to wait.
const waitingMax = 256

// A message, and the number of the connection that brought it.
type heard struct {
	message    *arenav1.ArenaMessage
	connection int
}

// The player calls the bot: it works through what the connections bring, on a goroutine of its own, and stays the same
// when the connection changes.
type player struct {
	bot     Bot
	arena   *Arena
	onError OnError
	// Where asks are recorded; nil for nowhere.
	recording *recording
	// Ends the run; its cause is a Failure.
	stop    context.CancelCauseFunc
	inbox   chan heard
	matches map[string]*match
	// Matches that the present connection has still to take over.
	resuming uint32
}

// What the player keeps of an open match.
type match struct {
	// Whether the present connection seats the bot in it.
	seated bool
	// The number of the next event that the bot hasn't seen.
	nextEvent uint32
	// The latest answer and the connection that took it. Nil before the first.
	answer *arenav1.BotMessage
	ticket uint32
	sentOn int
	// Whether the bot has given it up, so that it isn't asked any more.
	resigned bool
	tally    tally
}

func newPlayer(
	bot Bot, arena *Arena, onError OnError, recording *recording, stop context.CancelCauseFunc,
) *player {
	return &player{
		bot: bot, arena: arena, onError: onError, recording: recording, stop: stop,
		inbox: make(chan heard, waitingMax), matches: map[string]*match{},
	}
}

// Works until the inbox is closed or the context is cancelled; then the open matches are closed.
func (player *player) work(ctx context.Context) {
	for heard := range player.inbox {
		if ctx.Err() == nil {
			player.hear(heard)
		}
	}
	for matchID := range player.matches {
		player.drop(matchID)
	}
}

func (player *player) hear(heard heard) {
	switch message := heard.message.GetMessage().(type) {
	case *arenav1.ArenaMessage_Ask:
		player.asked(message.Ask, heard.connection)
	case *arenav1.ArenaMessage_Events:
		player.events(message.Events.GetMatchId(), message.Events.GetEvents())
	case *arenav1.ArenaMessage_Welcome:
		player.welcomed(message.Welcome)
	case *arenav1.ArenaMessage_Seated:
		player.seated(message.Seated)
	case *arenav1.ArenaMessage_Ended:
		player.ended(message.Ended)
	case *arenav1.ArenaMessage_Fault:
		if listener, listens := player.bot.(FaultListener); listens {
			player.call("OnFault", message.Fault.GetMatchId(), func() { listener.OnFault(message.Fault) })
		}
	case *arenav1.ArenaMessage_Notice:
		if listener, listens := player.bot.(NoticeListener); listens {
			player.call("OnNotice", "", func() { listener.OnNotice(message.Notice) })
		}
	}
}

func (player *player) asked(ask *arenav1.Ask, connection int) {
	match := player.match(ask.GetMatchId())
	if match.answer != nil && match.ticket == ask.GetTicket() {
		// A reconnect repeats the open ask. Its answer may have been lost, unless it took this connection.
		if match.sentOn != connection {
			match.sentOn = player.arena.say(match.answer)
		}
		return
	}
	if match.resigned || !player.events(ask.GetMatchId(), ask.GetEvents()) {
		return
	}
	player.recording.add(ask)
	began := time.Now()
	message, failure := player.choose(ask)
	if failure != nil {
		player.failed(failure, ask.GetMatchId())
		return
	}
	if message.GetResign() != nil {
		player.resign(ask.GetMatchId())
		return
	}
	match.answer, match.ticket, match.sentOn = message, ask.GetTicket(), player.arena.say(message)
	match.tally.add(time.Since(began))
	if slog.Default().Enabled(context.Background(), slog.LevelDebug) {
		slog.Debug("answered", "match", ask.GetMatchId(), "ask", ask.GetTicket(), "legal", ask.GetLegalTotal(),
			"choice", message.GetAnswer().GetChoice(), "used", time.Since(began), "of_ms", ask.GetAskMs())
	}
}

func (player *player) choose(ask *arenav1.Ask) (*arenav1.BotMessage, *Failure) {
	where := whereAsked("choose", ask)
	var answer Answer
	if failure := attend(where, func() { answer = player.bot.Choose(ask) }); failure != nil {
		return nil, failure
	}
	message, err := answer.to(ask)
	if err != nil {
		return nil, &Failure{Where: where, What: err.Error()}
	}
	return message, nil
}

// Tells the bot those events that are new to it. Returns false if it fails.
func (player *player) events(matchID string, events []*arenav1.MatchEvent) bool {
	match := player.match(matchID)
	for len(events) > 0 && events[0].GetNumber() < match.nextEvent {
		events = events[1:]
	}
	if len(events) == 0 {
		return true
	}
	match.nextEvent = events[len(events)-1].GetNumber() + 1
	listener, listens := player.bot.(EventsListener)
	if !listens || match.resigned {
		return true
	}
	return player.call("OnEvents", matchID, func() { listener.OnEvents(matchID, events) })
}

func (player *player) welcomed(welcome *arenav1.Welcome) {
	slog.Info("connected", "bot", welcome.GetName(), "arena", welcome.GetArenaVersion(),
		"resumed", welcome.GetResumedMatches())
	for _, match := range player.matches {
		match.seated = false
	}
	player.resuming = welcome.GetResumedMatches()
	player.dropOthers()
	if listener, listens := player.bot.(WelcomeListener); listens {
		player.call("OnWelcome", "", func() { listener.OnWelcome(welcome, player.arena) })
	}
}

func (player *player) seated(seated *arenav1.Seated) {
	match := player.match(seated.GetMatchId())
	match.seated, match.tally.seat = true, seated.GetSeat()
	reportSeated(seated)
	if seated.GetResumed() && player.resuming > 0 {
		player.resuming--
		player.dropOthers()
	}
	if listener, listens := player.bot.(SeatedListener); listens && !match.resigned {
		name := "OnSeated"
		if _, begins := player.bot.(*perMatch); begins {
			name = "begin"
		}
		player.call(name, seated.GetMatchId(), func() { listener.OnSeated(seated) })
	}
}

// Once the connection has taken over all matches that are still open, forgets those that ended in the meantime.
func (player *player) dropOthers() {
	if player.resuming > 0 {
		return
	}
	for matchID, match := range player.matches {
		if !match.seated {
			player.drop(matchID)
		}
	}
}

func (player *player) ended(ended *arenav1.Ended) {
	match := player.match(ended.GetMatchId())
	reportEnded(ended, match.tally)
	if listener, listens := player.bot.(EndedListener); listens {
		// The match is over, so there is nothing to resign.
		match.resigned = true
		player.call("OnEnded", ended.GetMatchId(), func() { listener.OnEnded(ended) })
	}
	player.drop(ended.GetMatchId())
}

func (player *player) drop(matchID string) {
	delete(player.matches, matchID)
	player.arena.forget(matchID)
	if each, closes := player.bot.(*perMatch); closes {
		player.call("Close", matchID, func() { each.close(matchID) })
	}
}

func (player *player) match(matchID string) *match {
	found := player.matches[matchID]
	if found == nil {
		found = &match{seated: true}
		player.matches[matchID] = found
	}
	return found
}

// Calls the bot's code. Returns false if it fails.
func (player *player) call(name, matchID string, code func()) bool {
	failure := attend(whereIn(name, matchID), code)
	if failure != nil {
		player.failed(failure, matchID)
	}
	return failure == nil
}

// Shows a failure, and does what the settings say: ends the run, or gives up the match if there is one.
func (player *player) failed(failure *Failure, matchID string) {
	if failure.Trace == "" {
		slog.Error(failure.Error())
	} else {
		slog.Error(failure.Error() + "\n" + failure.Trace)
	}
	if player.onError != OnErrorResign || matchID == "" {
		player.stop(failure)
		return
	}
	player.resign(matchID)
}

func (player *player) resign(matchID string) {
	if match := player.matches[matchID]; match != nil && !match.resigned {
		match.resigned = true
		player.arena.Resign(matchID)
	}
}
