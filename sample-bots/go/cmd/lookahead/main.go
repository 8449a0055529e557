// A bot that looks one move ahead by the rules: it tries every action out in short random games.
package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	arenav1 "kahua.dev/arena/v1"
	"kahua.dev/kahua"
)

// How many games are played after each action.
const rollouts = 200

// How far each of them goes: after so many events, the points are counted as they would be at the end.
// Hawaii is played to its end.
var events = map[string]int{"haleakala": 15, "hawaii": 400}

type lookAhead struct{ rules *kahua.Rules }

func (bot lookAhead) Choose(ask *arenav1.Ask) kahua.Answer {
	if ask.GetLegalTotal() == 1 {
		return kahua.Index(0)
	}
	successors, err := bot.successors(ask)
	if err != nil {
		panic(err)
	}
	best := 0
	for index := range successors {
		if value(successors[index], ask.GetSeat()) > value(successors[best], ask.GetSeat()) {
			best = index
		}
	}
	return kahua.Index(best)
}

func (bot lookAhead) successors(ask *arenav1.Ask) ([]kahua.Successor, error) {
	// Other seeds each time, for other guesses at what this seat doesn't see, and other luck.
	position, err := bot.rules.Position(ask, rand.Uint64())
	if err != nil {
		return nil, err
	}
	defer position.Free()
	return position.Successors(rollouts, kahua.RolloutOptions{Seed: rand.Uint64(), EventsMax: events[ask.GetGame()]})
}

// How good an action is for this seat: its mean lead over the best of the others.
func value(successor kahua.Successor, seat uint32) float64 {
	scores, best := successor.MeanScores, math.Inf(-1)
	for other, score := range scores {
		if uint32(other) != seat {
			best = max(best, score)
		}
	}
	return scores[seat] - best
}

func main() {
	rules, err := kahua.NewRules()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer rules.Close()
	kahua.Run(lookAhead{rules}, kahua.Settings{Games: []string{"haleakala", "hawaii"}})
}
