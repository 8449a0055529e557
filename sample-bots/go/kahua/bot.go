// Package kahua is the library for writing bots for the Kahua board game arena. A bot is one method.
//
//	type firstLegal struct{}
//
//	func (firstLegal) Choose(ask *arenav1.Ask) *arenav1.Answer { return kahua.Index(0) }
//
//	func main() { kahua.Main(firstLegal{}, kahua.Plays{}) }
//
// [Main] connects to the arena that the environment names (KAHUA_ADDR, KAHUA_NAME, KAHUA_TOKEN) and plays every match
// in which the arena seats the bot. When the connection breaks, it reconnects and continues where it was.
package kahua

import arenav1 "kahua.dev/arena/v1"

// Bot decides which action to take. One value plays all of the bot's matches, one ask after another; ask.MatchId says
// which match an ask belongs to.
type Bot interface {
	// Choose returns the answer to an ask: see [Index], [Action] and [Notation]. The library fills in match and ticket.
	Choose(ask *arenav1.Ask) *arenav1.Answer
}

// Plays says what a bot plays.
type Plays struct {
	// Games are the games that the bot plays. An empty list means every game.
	Games []string
	// Matches is how many matches the bot plays at once. 0 means 1. KAHUA_MATCHES overrides this.
	Matches uint32
	// Version is shown beside the bot's results. At most 32 bytes.
	Version string
	// ActionForm says how actions are written in asks: as typed messages by default.
	ActionForm arenav1.ActionForm
}

// Index chooses the action with this index in the ask's legal list.
func Index(index int) *arenav1.Answer {
	return &arenav1.Answer{Choice: &arenav1.Answer_Index{Index: uint32(index)}}
}

// Action chooses an action by its typed message.
func Action(action *arenav1.Action) *arenav1.Answer {
	return &arenav1.Answer{Choice: &arenav1.Answer_Action{Action: action}}
}

// Notation chooses an action by its notation.
func Notation(text string) *arenav1.Answer {
	return &arenav1.Answer{Choice: &arenav1.Answer_Notation{Notation: text}}
}
