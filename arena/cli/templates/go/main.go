// @NAME@ knows no game and takes the first action that is legal.
package main

import (
	arenav1 "kahua.dev/arena/v1"
	"kahua.dev/kahua"
)

type bot struct{}

// Choose is asked for a decision: ask.View is what your seat sees, and ask.Legal has the actions to choose from.
func (bot) Choose(ask *arenav1.Ask) kahua.Answer {
	return kahua.Index(0)
}

func main() {
	kahua.Run(bot{}, kahua.Settings{})
}
