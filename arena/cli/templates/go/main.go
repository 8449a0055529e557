// @NAME@ plays @GAME@ for the Kahua arena: it takes the legal action that ideas.go values most.
package main

import (
	"math"

	arenav1 "kahua.dev/arena/v1"
	"kahua.dev/kahua"
)

type bot struct{}

// Choose is asked for a decision. ask.View is what your seat sees, and ask.Legal has the actions to choose from.
func (bot) Choose(ask *arenav1.Ask) kahua.Answer {
	return kahua.Index(best(ask))
}

// The index of the best action; of equals, the first.
//
// TODO 3: look ahead. The library knows the rules, so you can ask what an action leads to, instead of guessing it:
//
//	rules, err := kahua.NewRules() // once, in main
//	position, err := rules.Position(ask, 1)
//	defer position.Free()
//	successors, err := position.Successors(50, kahua.RolloutOptions{Seed: 1, EventsMax: 30})
//
// Each successor has the Scores right after its action, and the MeanScores of 50 short random games from there.
//
// TODO 4: use the clock. ask.GetAskMs() is the time for this ask, and ask.GetBankMs() what is left in your bank, in milliseconds.
// Nothing is left over: play more random games while there is time.
func best(ask *arenav1.Ask) int {
	best, most := 0, math.Inf(-1)
	for index, action := range ask.GetLegal() {
		if value := value(ask, action); value > most {
			best, most = index, value
		}
	}
	return best
}

func main() {
	// KAHUA_ADDR, KAHUA_NAME and KAHUA_TOKEN say where the arena is, and who you are.
	kahua.Run(bot{}, kahua.Settings{Games: []string{"@GAME@"}, Matches: 4})
}
