package kahua

import (
	"errors"

	arenav1 "kahua.dev/arena/v1"
)

// MatchBot plays one match: see [RunPerMatch]. It may also have some of these methods:
//
//	OnEvents(events []*arenav1.MatchEvent) // every public event exactly once, before the Choose that it matters for
//	OnFault(fault *arenav1.FaultNotice)
//	OnEnded(ended *arenav1.Ended)
//	Close()                                // called exactly once, last, even if the run ends before the match
type MatchBot interface {
	// Choose returns the answer to an ask of this match.
	Choose(ask *arenav1.Ask) Answer
}

// PerMatch makes a Bot of a function that begins matches, for programs that call [Play].
func PerMatch(begin func(seated *arenav1.Seated) MatchBot) Bot {
	return &perMatch{begin: begin, bots: map[string]MatchBot{}}
}

type perMatch struct {
	begin func(*arenav1.Seated) MatchBot
	bots  map[string]MatchBot
}

// OnSeated begins the match, unless a reconnect only takes it over.
func (each *perMatch) OnSeated(seated *arenav1.Seated) {
	if each.bots[seated.GetMatchId()] != nil {
		return
	}
	bot := each.begin(seated)
	if bot == nil {
		panic(errors.New("begin returned nil; expected a bot for the match"))
	}
	each.bots[seated.GetMatchId()] = bot
}

// Choose implements Bot.
func (each *perMatch) Choose(ask *arenav1.Ask) Answer { return each.bots[ask.GetMatchId()].Choose(ask) }

// OnEvents implements EventsListener.
func (each *perMatch) OnEvents(matchID string, events []*arenav1.MatchEvent) {
	if bot, listens := each.bots[matchID].(interface{ OnEvents([]*arenav1.MatchEvent) }); listens {
		bot.OnEvents(events)
	}
}

// OnFault implements FaultListener.
func (each *perMatch) OnFault(fault *arenav1.FaultNotice) {
	if bot, listens := each.bots[fault.GetMatchId()].(interface{ OnFault(*arenav1.FaultNotice) }); listens {
		bot.OnFault(fault)
	}
}

// OnEnded implements EndedListener.
func (each *perMatch) OnEnded(ended *arenav1.Ended) {
	if bot, listens := each.bots[ended.GetMatchId()].(interface{ OnEnded(*arenav1.Ended) }); listens {
		bot.OnEnded(ended)
	}
}

func (each *perMatch) close(matchID string) {
	bot := each.bots[matchID]
	delete(each.bots, matchID)
	if bot, closes := bot.(interface{ Close() }); closes {
		bot.Close()
	}
}
