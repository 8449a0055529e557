// A bot that knows no game and chooses at random, seeded by KAHUA_SEED and its name.
package main

import (
	"crypto/sha256"
	"math/rand/v2"
	"os"

	arenav1 "kahua.dev/arena/v1"
	"kahua.dev/kahua"
)

type random struct{ lots *rand.Rand }

func (bot random) Choose(ask *arenav1.Ask) kahua.Answer {
	return kahua.Index(bot.lots.IntN(int(ask.GetLegalTotal())))
}

func main() {
	seed := sha256.Sum256([]byte(os.Getenv("KAHUA_SEED") + " " + os.Getenv("KAHUA_NAME")))
	settings := kahua.Settings{Matches: 16, ActionForm: arenav1.ActionForm_ACTION_FORM_NONE}
	kahua.Run(random{rand.New(rand.NewChaCha8(seed))}, settings)
}
