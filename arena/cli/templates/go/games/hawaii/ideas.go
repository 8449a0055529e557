package main

import (
	arenav1 "kahua.dev/arena/v1"
	hawaiiv1 "kahua.dev/games/hawaii/v1"
)

// What a tile with side I up is worth to this bot. Side II counts half as much again.
var tiles = map[hawaiiv1.Tile]float64{
	hawaiiv1.Tile_TILE_KAHUNA: 4, hawaiiv1.Tile_TILE_TIKI: 5, hawaiiv1.Tile_TILE_HULA: 5, hawaiiv1.Tile_TILE_IRRIGATION: 3,
	hawaiiv1.Tile_TILE_SHELL_HUT: 3, hawaiiv1.Tile_TILE_FOOT_HUT: 2, hawaiiv1.Tile_TILE_LONG_HUT: 2, hawaiiv1.Tile_TILE_SURFER: 3,
	hawaiiv1.Tile_TILE_GOD0: 3, hawaiiv1.Tile_TILE_GOD1: 3, hawaiiv1.Tile_TILE_BOAT: 1,
}

// What a visit to a site is worth, by what is sold there.
var sites = map[hawaiiv1.Site]float64{
	hawaiiv1.Site_SITE_KAHUNAS: 4, hawaiiv1.Site_SITE_HULA: 4, hawaiiv1.Site_SITE_GODS: 3, hawaiiv1.Site_SITE_SURFERS: 3,
	hawaiiv1.Site_SITE_SHELL_FOOT: 3, hawaiiv1.Site_SITE_IRRIGATION: 3, hawaiiv1.Site_SITE_LONG_HUTS: 2,
}

// How good an action is. Only actions of the same decision are compared.
//
// TODO 1: avoid the worst. A village scores at the end only if it reaches the column below your leftmost tiki (me.Tikis), so buying
// for a fifth village in the last round (view.Round) is wasted.
//
// TODO 2: look at scores. Whoever reaches the target first and highest gets the most points of the round: compare your sum with
// those of the others (view.Players).
func value(ask *arenav1.Ask, action *arenav1.Action) float64 {
	view := ask.GetView().GetHawaii()
	me := view.GetPlayers()[ask.GetSeat()]          // the players by seat
	missing := 7 + 2*int(view.GetRound()) - sum(me) // the targets of rounds 1 to 5 are 9, 11, 13, 15 and 17
	switch kind := action.GetHawaii().GetKind().(type) {
	case *hawaiiv1.Action_GoToPlace:
		place := view.GetIsland()[kind.GoToPlace.GetPlace()] // places 0 to 9, each with a site and its price tokens
		return 5 + sites[place.GetSite()]
	case *hawaiiv1.Action_GoToDock:
		return 4 + float64(kind.GoToDock.GetDock())
	case *hawaiiv1.Action_GoToCove:
		return wanted(missing, 5)
	case *hawaiiv1.Action_TakeTrackPlace: // this ends the round for you
		return 3 - 0.1*float64(kind.TakeTrackPlace.GetTrackPlace())
	case *hawaiiv1.Action_PayWith:
		return -float64(kind.PayWith.GetShells() + kind.PayWith.GetFeet() + kind.PayWith.GetFruit())
	case *hawaiiv1.Action_TakePrice:
		return wanted(missing, float64(number(kind.TakePrice.GetToken())))
	case *hawaiiv1.Action_BuyTile:
		return worth(kind.BuyTile.GetTile(), kind.BuyTile.GetSide()) - dear(me, view, kind.BuyTile.GetSide())
	case *hawaiiv1.Action_TakeReward:
		return worth(kind.TakeReward.GetTile(), hawaiiv1.Side_SIDE_TWO)
	case *hawaiiv1.Action_LayInVillage:
		village := me.GetVillages()[kind.LayInVillage.GetVillage()-1] // villages 1 to 5; a long one is what scores
		return float64(len(village.GetSideOne()) + len(village.GetSideTwo()))
	case *hawaiiv1.Action_CatchFish:
		return wanted(missing, float64(kind.CatchFish.GetFish()))
	}
	return 0 // send boats, stop fishing
}

// The sum that counts against the target: the numbers of the tokens, and the fish on the back of those that were caught.
func sum(me *hawaiiv1.Player) int {
	sum := 0
	for _, token := range me.GetPrices() {
		sum += number(token)
	}
	for _, token := range me.GetFish() {
		sum += (number(token) + 1) / 2
	}
	return sum
}

// The number on a token, 2 to 6: there are two kinds of each, without and with spears.
func number(token hawaiiv1.PriceToken) int { return (int(token) + 3) / 2 }

// A number is good while the target isn't reached, and only dear afterwards.
func wanted(missing int, number float64) float64 {
	if missing > 0 {
		return number
	}
	return -number
}

func worth(tile hawaiiv1.Tile, side hawaiiv1.Side) float64 {
	const ordinary = 1
	worth := max(tiles[tile], ordinary)
	if side == hawaiiv1.Side_SIDE_TWO {
		return 1.5 * worth
	}
	return worth
}

// Side II costs double: what the shells are then missing for.
func dear(me *hawaiiv1.Player, view *hawaiiv1.View, side hawaiiv1.Side) float64 {
	price := view.GetOpen().GetBuy().GetPrice() // the number on the token that was taken
	if side == hawaiiv1.Side_SIDE_TWO && me.GetSupply().GetShells() < 4*price {
		return float64(price)
	}
	return 0
}
