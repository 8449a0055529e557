// A bot with one idea: in Haleakala it builds statues, as high up as it can. It prefers the actions that bring it nearer to
// a statue, and among those that it likes equally it chooses at random, as it does in every other game.
//
// Make it your own: give more kinds of actions a preference, or look at more of the view.
package main

import (
	"crypto/sha256"
	"math/rand/v2"
	"os"
	"slices"

	arenav1 "kahua.dev/arena/v1"
	haleakalav1 "kahua.dev/games/haleakala/v1"
	"kahua.dev/kahua"
)

type builder struct{ lots *rand.Rand }

func (bot builder) Choose(ask *arenav1.Ask) kahua.Answer {
	liked := favourites(ask)
	return kahua.Index(liked[bot.lots.IntN(len(liked))])
}

// The indices of the legal actions that the bot likes best.
func favourites(ask *arenav1.Ask) []int {
	preferences := make([]int, ask.GetLegalTotal())
	if view := ask.GetView().GetHaleakala(); view != nil {
		for index, action := range ask.GetLegal() {
			preferences[index] = preference(view, ask.GetSeat(), action.GetHaleakala())
		}
	}
	greatest := slices.Max(preferences)
	var liked []int
	for index, preference := range preferences {
		if preference == greatest {
			liked = append(liked, index)
		}
	}
	return liked
}

// How much the bot likes an action. Only the order counts, and only among the actions of the same decision.
func preference(view *haleakalav1.View, seat uint32, action *haleakalav1.Action) int {
	here := 0
	if shaman, isUphill := view.GetPlayers()[seat].GetShaman().(*haleakalav1.Player_ShamanSpace); isUphill {
		here = height(view, shaman.ShamanSpace)
	}
	switch kind := action.GetKind().(type) {
	case *haleakalav1.Action_MoveShaman:
		return height(view, kind.MoveShaman.GetSpace())
	case *haleakalav1.Action_KeepShaman:
		return here
	case *haleakalav1.Action_TakeCard:
		if kind.TakeCard.GetCard() == haleakalav1.PalmCard_PALM_CARD_STATUE {
			return here
		}
	case *haleakalav1.Action_PlaceDisc:
		// The gaps 2b and 2b + 1 lie at beach b. A great number on the disc beats the other player's discs there.
		beach := kind.PlaceDisc.GetBeach()
		if slices.Contains(view.GetGaps()[2*beach:2*beach+2], haleakalav1.PalmCard_PALM_CARD_STATUE) {
			return int(kind.PlaceDisc.GetDisc())
		}
	case *haleakalav1.Action_BuyCard:
		return 1
	}
	return 0
}

// How high up a statue on this space would be: 1 for grassland, 2 for forest, 3 for a mountain, and 0 if there is one already.
// Space n is in landscape n / 6.
func height(view *haleakalav1.View, space uint32) int {
	for _, player := range view.GetPlayers() {
		if slices.Contains(player.GetStatues(), space) {
			return 0
		}
	}
	return 1 + int(space/6)
}

func main() {
	seed := sha256.Sum256([]byte(os.Getenv("KAHUA_SEED") + " " + os.Getenv("KAHUA_NAME")))
	kahua.Run(builder{rand.New(rand.NewChaCha8(seed))}, kahua.Settings{Matches: 16})
}
