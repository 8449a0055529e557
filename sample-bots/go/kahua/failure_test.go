package kahua

import (
	"errors"
	"strings"
	"testing"

	arenav1 "kahua.dev/arena/v1"
)

type chooser func(ask *arenav1.Ask) Answer

func (choose chooser) Choose(ask *arenav1.Ask) Answer { return choose(ask) }

const where = "choose failed in match a, ticket 7 (haleakala, seat 1, 12 legal actions): "

var mistakes = map[string]struct {
	choose chooser
	want   string
}{
	"panic":    {func(*arenav1.Ask) Answer { panic("oh no") }, "panic: oh no"},
	"nil":      {func(*arenav1.Ask) Answer { return Action(nil) }, "choose answered a nil action; expected one of"},
	"nothing":  {func(*arenav1.Ask) Answer { return Answer{} }, "choose answered nothing; expected kahua.Index, "},
	"empty":    {func(*arenav1.Ask) Answer { return Notation("") }, "choose answered an empty notation; expected that"},
	"negative": {func(*arenav1.Ask) Answer { return Index(-1) }, "choose answered index -1, but there are 12 legal actions: 0 to 11"},
	"beyond":   {func(*arenav1.Ask) Answer { return Index(12) }, "choose answered index 12, but there are 12 legal actions: 0 to 11"},
}

func TestAFailureOfTheBotEndsTheRun(t *testing.T) {
	for name, mistake := range mistakes {
		t.Run(name, func(t *testing.T) {
			arena := startArena(t)
			ended := start(t, mistake.choose, arena.settings())
			talk := arena.accept(t)
			talk.greet("t1", 0)
			talk.ask("a", 7, 12)
			var failure *Failure
			if err := <-ended; !errors.As(err, &failure) || !strings.HasPrefix(err.Error(), where+mistake.want) {
				t.Fatal(err)
			}
			if name == "panic" && !strings.Contains(failure.Trace, "failure_test.go") {
				t.Errorf("the trace doesn't show the place: %s", failure.Trace)
			}
			<-talk.Context().Done()
		})
	}
}

func TestAFailureOfTheBotResignsTheMatchAndTheOthersGoOn(t *testing.T) {
	for name, mistake := range mistakes {
		t.Run(name, func(t *testing.T) {
			arena := startArena(t)
			settings := arena.settings()
			settings.OnError = OnErrorResign
			ended := start(t, chooser(func(ask *arenav1.Ask) Answer {
				if ask.GetMatchId() == "a" {
					return mistake.choose(ask)
				}
				return Index(0)
			}), settings)
			talk := arena.accept(t)
			talk.greet("t1", 0)
			talk.ask("a", 7, 12)
			if resign := talk.hear().GetResign(); resign.GetMatchId() != "a" {
				t.Error(resign)
			}
			// An ask that crossed the resignation isn't answered.
			talk.ask("a", 8, 12)
			talk.ask("b", 1, 12)
			talk.wantAnswer("b", 1, 0)
			talk.end <- nil
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestABotMayResign(t *testing.T) {
	arena := startArena(t)
	start(t, chooser(func(*arenav1.Ask) Answer { return Resign() }), arena.settings())
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.ask("a", 7, 12)
	if resign := talk.hear().GetResign(); resign.GetMatchId() != "a" {
		t.Error(resign)
	}
}

type failsAtTheEnd struct{ echo }

func (failsAtTheEnd) OnEnded(*arenav1.Ended) { panic("oh no") }

func TestAFailureOfAListenerEndsTheRunToo(t *testing.T) {
	arena := startArena(t)
	ended := start(t, failsAtTheEnd{}, arena.settings())
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.endMatch("a")
	if err := <-ended; err == nil || err.Error() != "OnEnded failed in match a: panic: oh no" {
		t.Error(err)
	}
}

func TestAMatchThatCannotBeginNamesBegin(t *testing.T) {
	arena := startArena(t)
	ended := start(t, PerMatch(func(*arenav1.Seated) MatchBot { return nil }), arena.settings())
	talk := arena.accept(t)
	talk.greet("t1", 0)
	talk.seat("a", false)
	want := "begin failed in match a: panic: begin returned nil; expected a bot for the match"
	if err := <-ended; err == nil || err.Error() != want {
		t.Error(err)
	}
}
