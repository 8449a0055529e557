// The simplest bot: it knows no game and takes the first action that is legal.
package main

import (
	arenav1 "kahua.dev/arena/v1"
	"kahua.dev/kahua"
)

type firstLegal struct{}

func (firstLegal) Choose(*arenav1.Ask) kahua.Answer {
	return kahua.Index(0)
}

func main() {
	kahua.Run(firstLegal{}, kahua.Settings{Matches: 16})
}
