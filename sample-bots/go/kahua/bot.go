// Package kahua is the library for writing bots for the Kahua board game arena. A bot is one method.
//
//	type firstLegal struct{}
//
//	func (firstLegal) Choose(*arenav1.Ask) kahua.Answer { return kahua.Index(0) }
//
//	func main() { kahua.Run(firstLegal{}, kahua.Settings{}) }
//
// [Run] connects to the arena that the environment names (KAHUA_ADDR, KAHUA_NAME, KAHUA_TOKEN) and plays every match
// in which the arena seats the bot. When the connection breaks, it reconnects and continues where it was. A bot that
// wants to hear more than asks implements some of the listener interfaces; a bot that keeps something for each match is
// easier to write with [RunPerMatch].
package kahua

import arenav1 "kahua.dev/arena/v1"

// Bot decides which action to take. One value plays all of the bot's matches. Its methods, those of the listener
// interfaces too, are called one after another on one goroutine, which isn't the network's: they may take their time.
type Bot interface {
	// Choose returns the answer to an ask: see [Index], [Action], [Notation] and [Resign].
	Choose(ask *arenav1.Ask) Answer
}

// WelcomeListener is implemented by bots that want to know when the arena has accepted them: at first, and again after
// each reconnect.
type WelcomeListener interface {
	// OnWelcome brings the arena's limits and versions, and a handle that stays valid for the whole run.
	OnWelcome(welcome *arenav1.Welcome, arena *Arena)
}

// SeatedListener is implemented by bots that want to know the players, options and time control of their matches.
type SeatedListener interface {
	// OnSeated is called when a match begins, and with Resumed set when a new connection takes it over.
	OnSeated(seated *arenav1.Seated)
}

// EventsListener is implemented by bots that follow what happens in their matches.
type EventsListener interface {
	// OnEvents brings every public event of a match exactly once and in order, before the Choose that it matters for.
	OnEvents(matchID string, events []*arenav1.MatchEvent)
}

// EndedListener is implemented by bots that want to know results and ratings.
type EndedListener interface {
	// OnEnded is the last that is heard of a match.
	OnEnded(ended *arenav1.Ended)
}

// FaultListener is implemented by bots that want to know what the arena found wrong. The log tells it in any case.
type FaultListener interface {
	// OnFault says what was wrong, what was expected, and what happens as a result.
	OnFault(fault *arenav1.FaultNotice)
}

// NoticeListener is implemented by bots that want to know when the arena shuts down or pauses.
type NoticeListener interface {
	// OnNotice brings news that concern the whole connection.
	OnNotice(notice *arenav1.Notice)
}
