// A bot for tests of how failures look: it takes the first legal action, but makes the mistake that KAHUA_MISTAKE names.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"time"

	arenav1 "kahua.dev/arena/v1"
	"kahua.dev/kahua"
)

type bot struct{ mistake string }

func (bot bot) Choose(ask *arenav1.Ask) kahua.Answer {
	switch bot.mistake {
	case "throw":
		panic("a mistake in choose")
	case "overflow":
		return kahua.Index(deeper(1))
	case "negative":
		return kahua.Index(-1)
	case "null":
		return kahua.Answer{}
	case "beyond":
		return kahua.Index(int(ask.GetLegalTotal()))
	case "illegal":
		return kahua.Notation("nonsense")
	case "slow":
		time.Sleep(30 * time.Second)
	}
	return kahua.Index(0)
}

// OnEnded implements kahua.EndedListener.
func (bot bot) OnEnded(*arenav1.Ended) {
	if bot.mistake == "on_ended" {
		panic("a mistake in on_ended")
	}
}

// Calls itself until the stack is full.
func deeper(depth int) int { return deeper(depth+1) + 1 }

func main() {
	// The default is a gigabyte.
	debug.SetMaxStack(16 << 20)
	mistake := os.Getenv("KAHUA_MISTAKE")
	switch mistake {
	case "", "throw", "overflow", "negative", "null", "beyond", "illegal", "slow", "on_ended":
	default:
		fmt.Fprintf(os.Stderr, "KAHUA_MISTAKE: %q is a mistake that a bot in Go can't make\n", mistake)
		os.Exit(2)
	}
	kahua.Run(bot{mistake}, kahua.Settings{Matches: 4})
}
