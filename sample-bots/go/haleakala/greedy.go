// Package haleakala holds a bot that plays Haleakala by looking one decision ahead, exactly as ../../GREEDY.md defines.
package haleakala

import (
	"math"

	arenav1 "kahua.dev/arena/v1"
	haleakalav1 "kahua.dev/games/haleakala/v1"
	"kahua.dev/kahua"
)

// Greedy takes the action with the greatest value; of equal values, the first.
type Greedy struct{}

// Choose answers with the index of that action.
func (Greedy) Choose(ask *arenav1.Ask) kahua.Answer {
	return kahua.Index(best(ask))
}

func best(ask *arenav1.Ask) int {
	view := ask.GetView().GetHaleakala()
	if view == nil {
		return 0
	}
	here := read(view, ask.GetSeat())
	index, greatest := 0, math.MinInt
	for candidate, action := range ask.GetLegal() {
		typed := action.GetHaleakala()
		if typed == nil {
			continue
		}
		if worth := value(here, typed); worth > greatest {
			index, greatest = candidate, worth
		}
	}
	return index
}

// What a legal action is worth to the player who decides, in tenths of a point.
func value(here position, action *haleakalav1.Action) int {
	switch kind := action.GetKind().(type) {
	case *haleakalav1.Action_PlaceDisc:
		return place(here, int(kind.PlaceDisc.GetDisc()), int(kind.PlaceDisc.GetBeach()), false)
	case *haleakalav1.Action_Invoke:
		return place(here, int(kind.Invoke.GetDisc()), here.boat, true)
	case *haleakalav1.Action_ReturnDisc:
		here.me.discs[kind.ReturnDisc.GetDisc()-1] = 0
		return linger(here)
	case *haleakalav1.Action_MoveBoat:
		return sail(here, 1, false)
	case *haleakalav1.Action_MoveShaman:
		return stand(here, int(kind.MoveShaman.GetSpace())+1)
	case *haleakalav1.Action_KeepShaman:
		return stand(here, here.me.shaman)
	case *haleakalav1.Action_TakeCard:
		return choose(here, here.boat, kind.TakeCard.GetCard())
	case *haleakalav1.Action_BuyCard:
		return buy(here, kind.BuyCard.GetCard())
	case *haleakalav1.Action_BuyNothing:
		return 0
	case *haleakalav1.Action_MoveLava:
		return moveLava(here, int(kind.MoveLava.GetFromCrater()), int(kind.MoveLava.GetToCrater()))
	default:
		return math.MinInt
	}
}

// Placing a disc: on the boat's beach the boat sails, elsewhere the shaman may walk.
func place(after position, disc, beach int, invokes bool) int {
	after.me.discs[disc-1] = beach + 1
	if beach == after.boat {
		return sail(after, disc, invokes)
	}
	return linger(after)
}
