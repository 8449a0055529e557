// Package kahua is for writing bots for the Kahua board game arena: a bot is one method.
//
//	type firstLegal struct{}
//
//	func (firstLegal) Choose(ask *arenav1.Ask) *arenav1.Answer { return kahua.Index(0) }
//
//	func main() { kahua.Main(firstLegal{}, kahua.Plays{}) }
//
// [Main] greets the arena that the environment names (KAHUA_ADDR, KAHUA_NAME, KAHUA_TOKEN), plays every match that the
// arena seats the bot in, and when the connection breaks comes back and goes on where it was.
package kahua

import arenav1 "kahua.dev/arena/v1"

// Bot is something that decides. The same bot is asked for all of its matches, one ask after the other;
// ask.MatchId tells them apart.
type Bot interface {
	// Choose answers an ask: see [Index], [Action] and [Notation]. The match and the ticket are filled in.
	Choose(ask *arenav1.Ask) *arenav1.Answer
}

// Plays says what a bot plays.
type Plays struct {
	// Games that it plays; none means every game.
	Games []string
	// Matches that it plays at once: 0 stands for 1; KAHUA_MATCHES overrides it.
	Matches uint32
	// Version is shown beside its results; at most 32 bytes.
	Version string
	// ActionForm says how actions are written in asks: as typed messages if not said.
	ActionForm arenav1.ActionForm
}

// Index chooses the action with this index in the ask's legal list.
func Index(index int) *arenav1.Answer {
	return &arenav1.Answer{Choice: &arenav1.Answer_Index{Index: uint32(index)}}
}

// Action chooses by a typed message.
func Action(action *arenav1.Action) *arenav1.Answer {
	return &arenav1.Answer{Choice: &arenav1.Answer_Action{Action: action}}
}

// Notation chooses by the game's notation.
func Notation(text string) *arenav1.Answer {
	return &arenav1.Answer{Choice: &arenav1.Answer_Notation{Notation: text}}
}
