package main

import (
	"slices"

	arenav1 "kahua.dev/arena/v1"
	haleakalav1 "kahua.dev/games/haleakala/v1"
)

// How good an action is, in points. Only actions of the same decision are compared.
//
// TODO 1: avoid the worst. Say what a move of lava is worth: an eruption destroys statues, first those on the mountain.
//
// TODO 2: look at scores. The player with more fish gets 3 points (sum up players[…].Kept), and every statue scores once in each
// round that is left (view.Round).
func value(ask *arenav1.Ask, action *arenav1.Action) float64 {
	view, seat := ask.GetView().GetHaleakala(), ask.GetSeat()
	boat := view.GetBoat() // the segment, 0 to 5, in whose water the boat lies
	switch kind := action.GetHaleakala().GetKind().(type) {
	case *haleakalav1.Action_PlaceDisc:
		disc, beach := kind.PlaceDisc.GetDisc(), kind.PlaceDisc.GetBeach()
		if beach == boat { // the boat sails as far as the disc's number says
			return 4 * stop(view, seat, (boat+disc)%6, 0)
		}
		return stop(view, seat, beach, disc) - stop(view, seat, beach, 0) - 0.1*float64(disc)
	case *haleakalav1.Action_Invoke:
		return 4 * stop(view, seat, (boat+kind.Invoke.GetDisc())%6, 0)
	case *haleakalav1.Action_MoveBoat:
		return 4 * stop(view, seat, (boat+1)%6, 0)
	case *haleakalav1.Action_ReturnDisc:
		return -0.5
	case *haleakalav1.Action_MoveShaman:
		return height(view, kind.MoveShaman.GetSpace())
	case *haleakalav1.Action_KeepShaman:
		return here(view, seat)
	case *haleakalav1.Action_TakeCard:
		return card(view, seat, kind.TakeCard.GetCard())
	case *haleakalav1.Action_BuyCard:
		return 1
	}
	return 0 // buy nothing, move lava
}

// What it is worth for this seat that the boat stops at a beach, with a further disc of its own there.
func stop(view *haleakalav1.View, seat, beach, disc uint32) float64 {
	cards := view.GetGaps()[2*beach : 2*beach+2] // the two cards that lie at this beach
	better := max(card(view, seat, cards[0]), card(view, seat, cards[1]))
	mine, theirs := disc, uint32(0)
	for other, player := range view.GetPlayers() { // the players by seat
		for _, lying := range player.GetBeachDiscs() { // a player's number discs on beaches
			if lying.GetBeach() == beach && uint32(other) == seat {
				mine += lying.GetDisc()
			} else if lying.GetBeach() == beach {
				theirs += lying.GetDisc()
			}
		}
	}
	switch { // the greater sum of discs chooses a card first
	case mine > theirs:
		return better
	case mine < theirs:
		return -better
	}
	return 0
}

// What a palm card is worth.
func card(view *haleakalav1.View, seat uint32, card haleakalav1.PalmCard) float64 {
	switch card {
	case haleakalav1.PalmCard_PALM_CARD_NONE:
		return 0
	case haleakalav1.PalmCard_PALM_CARD_STATUE: // built where the shaman stands
		return here(view, seat) * float64(3-view.GetRound()) // round 1 or 2, with a scoring at the end of each
	case haleakalav1.PalmCard_PALM_CARD_PRIESTESS:
		return 0.5
	}
	return 2
}

// What a statue is worth where the shaman stands.
func here(view *haleakalav1.View, seat uint32) float64 {
	if space, away := view.GetPlayers()[seat].GetShaman().(*haleakalav1.Player_ShamanSpace); away {
		return height(view, space.ShamanSpace)
	}
	return 0 // he is still on the beach
}

// The points of a statue on a space: 1 in the grassland (spaces 0 to 5), 2 in the forest, 3 on the mountain, 0 if one is there.
func height(view *haleakalav1.View, space uint32) float64 {
	for _, player := range view.GetPlayers() {
		if slices.Contains(player.GetStatues(), space) {
			return 0
		}
	}
	return float64(1 + space/6)
}
