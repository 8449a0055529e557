package kahua

import (
	"fmt"
	"slices"
	"testing"

	arenav1 "kahua.dev/arena/v1"
)

// Writes down everything that it is told.
type diary struct{ lines *[]string }

func (bot diary) note(format string, values ...any) {
	*bot.lines = append(*bot.lines, fmt.Sprintf(format, values...))
}

func (bot diary) Choose(ask *arenav1.Ask) Answer {
	bot.note("choose %d", ask.GetTicket())
	return Index(0)
}

func (bot diary) OnEnded(ended *arenav1.Ended)       { bot.note("ended %s", ended.GetMatchId()) }
func (bot diary) OnFault(fault *arenav1.FaultNotice) { bot.note("fault %s", fault.GetProblem()) }

type botDiary struct{ diary }

func (bot botDiary) OnWelcome(welcome *arenav1.Welcome, _ *Arena) {
	bot.note("welcome %s", welcome.GetName())
}
func (bot botDiary) OnNotice(notice *arenav1.Notice) { bot.note("notice %s", notice.GetText()) }
func (bot botDiary) OnSeated(seated *arenav1.Seated) {
	bot.note("seated %s %v", seated.GetMatchId(), seated.GetResumed())
}

func (bot botDiary) OnEvents(matchID string, events []*arenav1.MatchEvent) {
	bot.note("events %s %s", matchID, list(events))
}

type matchDiary struct{ diary }

func (bot matchDiary) OnEvents(events []*arenav1.MatchEvent) { bot.note("events %s", list(events)) }
func (bot matchDiary) Close()                                { bot.note("close") }

func list(events []*arenav1.MatchEvent) string {
	var numbers []uint32
	for _, event := range events {
		numbers = append(numbers, event.GetNumber())
	}
	return fmt.Sprint(numbers)
}

// One match with a break in the middle, and another one that is open when the run ends.
func playTwoMatches(t *testing.T, bot Bot) {
	arena := startArena(t)
	ended := start(t, bot, arena.settings())
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.seat("a", false)
	talk.events("a", 0, 1)
	talk.ask("a", 1, 3, 2, 4)
	talk.wantAnswer("a", 1, 0)
	talk.end <- errGone

	talk = arena.accept(t)
	talk.greet("t2", 1)
	talk.seat("a", true)
	talk.events("a", 0, 1, 2, 4, 5)
	talk.ask("a", 2, 3, 6)
	talk.wantAnswer("a", 2, 0)
	problem := "a"
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Fault{
		Fault: &arenav1.FaultNotice{MatchId: &problem, Problem: "late"},
	}})
	talk.events("a", 7)
	talk.endMatch("a")
	talk.say(&arenav1.ArenaMessage{Message: &arenav1.ArenaMessage_Notice{Notice: &arenav1.Notice{Text: "tea"}}})
	talk.seat("b", false)
	talk.end <- nil
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestABotHearsEverythingOnceAndInOrder(t *testing.T) {
	var lines []string
	playTwoMatches(t, botDiary{diary{&lines}})
	want := []string{
		"welcome anna", "seated a false", "events a [0 1]", "events a [2 4]", "choose 1",
		"welcome anna", "seated a true", "events a [5]", "events a [6]", "choose 2",
		"fault late", "events a [7]", "ended a", "notice tea", "seated b false",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%q", lines)
	}
}

func TestAMatchHasABotOfItsOwnThatIsClosedLast(t *testing.T) {
	var lines []string
	playTwoMatches(t, PerMatch(func(seated *arenav1.Seated) MatchBot {
		lines = append(lines, "begin "+seated.GetMatchId())
		return matchDiary{diary{&lines}}
	}))
	want := []string{
		"begin a", "events [0 1]", "events [2 4]", "choose 1", "events [5]", "events [6]", "choose 2",
		"fault late", "events [7]", "ended a", "close", "begin b", "close",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("%q", lines)
	}
}

func TestAMatchThatEndedWhileTheBotWasAwayIsClosed(t *testing.T) {
	arena := startArena(t)
	closed := make(chan string, 2)
	start(t, PerMatch(func(seated *arenav1.Seated) MatchBot { return closer{seated.GetMatchId(), closed} }), arena.settings())
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.seat("a", false)
	talk.seat("b", false)
	talk.ask("b", 1, 3)
	talk.wantAnswer("b", 1, 0)
	talk.end <- errGone
	talk = arena.accept(t)
	talk.greet("t2", 1)
	talk.seat("b", true)
	if matchID := <-closed; matchID != "a" {
		t.Errorf("closed %s", matchID)
	}
}

type closer struct {
	matchID string
	closed  chan string
}

func (closer) Choose(*arenav1.Ask) Answer { return Index(0) }
func (bot closer) Close()                 { bot.closed <- bot.matchID }
