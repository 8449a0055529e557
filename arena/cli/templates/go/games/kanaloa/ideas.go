package main

import (
	arenav1 "kahua.dev/arena/v1"
	kanaloav1 "kahua.dev/games/kanaloa/v1"
)

// How good an action is. Only actions of the same decision are compared.
//
// TODO 1: avoid the worst. The owner of Ku's card (view.Cards) robs players who meet its pieces: don't go there with a good hand.
//
// TODO 2: look at scores. At the end Kane's temple counts, and as much again for each temple that is at least as high: take tiles
// for the one that is missing, not just the greatest.
func value(ask *arenav1.Ask, action *arenav1.Action) float64 {
	view := ask.GetView().GetKanaloa()
	me := view.GetPlayers()[ask.GetSeat()] // the players by seat
	switch kind := action.GetKanaloa().GetKind().(type) {
	case *kanaloav1.Action_PlacePiece:
		return tilesAt(view, kind.PlacePiece.GetIsland())
	case *kanaloav1.Action_PlaceSecondPiece:
		return 1 + tilesAt(view, kind.PlaceSecondPiece.GetIsland())
	case *kanaloav1.Action_LandPiece:
		return tilesAt(view, kind.LandPiece.GetIsland())
	case *kanaloav1.Action_MovePiece:
		return tilesAt(view, kind.MovePiece.GetHead()) + 0.1*waysOut(view, ask.GetSeat(), kind.MovePiece.GetHead())
	case *kanaloav1.Action_BeginSacrifice:
		return sacrifice(me, kind.BeginSacrifice.GetTemple())
	case *kanaloav1.Action_AddTile: // a tile of Kane suits every temple, but Kane's own needs it most
		if god(kind.AddTile.GetTile()) == kanaloav1.Temple_TEMPLE_KANE &&
			view.GetOpen().GetOffer().GetTemple() != kanaloav1.Temple_TEMPLE_KANE { // the open decision, with what it is about
			return -1
		}
		return points(kind.AddTile.GetTile())
	case *kanaloav1.Action_TakeTile:
		return points(kind.TakeTile.GetTile())
	case *kanaloav1.Action_RobTile:
		return points(kind.RobTile.GetTile())
	case *kanaloav1.Action_VetoChange:
		return 1
	case *kanaloav1.Action_SwapTiles, *kanaloav1.Action_ReverseFish, *kanaloav1.Action_RecolourFish:
		return -1
	}
	return 0 // lay a fish, remove a piece, flip, dolphin, volcano, and whatever ends or allows something
}

// What a sacrifice of all tiles in hand that show the temple is worth. It takes the turn in which a piece could have moved, so it
// should be worth more than a tile.
func sacrifice(me *kanaloav1.Player, temple kanaloav1.Temple) float64 {
	offered := 0.0
	for _, tile := range me.GetHand() { // the tiles in hand
		if god(tile) == temple || second(tile) == temple {
			offered += points(tile)
		}
	}
	temples := me.GetTemples() // the temples' values
	values := []float64{
		float64(temples.GetKanaloa()), float64(temples.GetKu()), float64(temples.GetPele()), float64(temples.GetLono()),
		float64(temples.GetKane()),
	}
	before := score(values)
	values[temple-1] += offered
	return score(values) - before + offered - 6
}

// The points at the end: those of Kane, the last temple, and as many again for each temple that is at least as high.
func score(temples []float64) float64 {
	kane, points := temples[4], 0.0
	for _, value := range temples {
		if value >= kane {
			points += kane
		}
	}
	return points
}

// The value of the best tile on an island.
func tilesAt(view *kanaloav1.View, island kanaloav1.Island) float64 {
	best := 0.0
	for _, place := range view.GetIslands() { // the islands with tiles
		if place.GetIsland() == island {
			for _, tile := range place.GetTiles() {
				best = max(best, points(tile))
			}
		}
	}
	return best
}

// How many fish a piece could follow from an island: white ones and its own, from the tail to the head.
func waysOut(view *kanaloav1.View, seat uint32, island kanaloav1.Island) float64 {
	ways := 0.0
	for _, fish := range view.GetFish() { // the fish on the currents
		owner, owned := fish.GetOwner().(*kanaloav1.Fish_Seat)
		isMine := owned && owner.Seat == seat
		if fish.GetTail() == island && (isMine || fish.GetSide() == kanaloav1.FishSide_FISH_SIDE_WHITE) {
			ways++
		}
	}
	return ways
}

// The value of a tile, by the order of the enum: 4 and 5 with one god, 2 to 4 with two, 2 to 5 with Kane.
func points(tile kanaloav1.Tile) float64 {
	switch {
	case tile <= kanaloav1.Tile_TILE_LO5:
		return float64(4 + (tile-1)%2)
	case tile < kanaloav1.Tile_TILE_KA2:
		return float64(2 + (tile-kanaloav1.Tile_TILE_KLKU2)%3)
	}
	return float64(2 + tile - kanaloav1.Tile_TILE_KA2)
}

// The temple that a tile is for; of two, the first.
func god(tile kanaloav1.Tile) kanaloav1.Temple {
	switch {
	case tile <= kanaloav1.Tile_TILE_LO5:
		return kanaloav1.Temple((tile + 1) / 2)
	case tile < kanaloav1.Tile_TILE_KA2:
		return kanaloav1.Temple([]int{1, 2, 3, 4, 1, 2}[(tile-kanaloav1.Tile_TILE_KLKU2)/3])
	}
	return kanaloav1.Temple_TEMPLE_KANE
}

// The other temple of a tile with two gods.
func second(tile kanaloav1.Tile) kanaloav1.Temple {
	if tile < kanaloav1.Tile_TILE_KLKU2 || tile >= kanaloav1.Tile_TILE_KA2 {
		return kanaloav1.Temple_TEMPLE_UNSPECIFIED
	}
	return kanaloav1.Temple([]int{2, 3, 4, 1, 3, 4}[(tile-kanaloav1.Tile_TILE_KLKU2)/3])
}
