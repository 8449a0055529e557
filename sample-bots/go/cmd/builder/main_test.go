package main

import (
	"slices"
	"testing"

	arenav1 "kahua.dev/arena/v1"
	haleakalav1 "kahua.dev/games/haleakala/v1"
)

func TestItWalksToTheHighestSpaceWithoutAStatue(t *testing.T) {
	// Forest 1, mountain 1, grassland 2, mountain 2. The other player has built on mountain 1.
	moves := []*arenav1.Action{moveShaman(7), moveShaman(13), moveShaman(2), moveShaman(14)}
	players := []*haleakalav1.Player{{}, {Statues: []uint32{13}}}
	expectFavourites(t, ask(&haleakalav1.View{Players: players}, moves), 3)
}

func TestItTakesAStatueOnceItsShamanHasLeftTheBeach(t *testing.T) {
	cards := []*arenav1.Action{
		takeCard(haleakalav1.PalmCard_PALM_CARD_SHELL),
		takeCard(haleakalav1.PalmCard_PALM_CARD_STATUE),
	}
	player := &haleakalav1.Player{Shaman: &haleakalav1.Player_ShamanAtHut{ShamanAtHut: &haleakalav1.HutBeach{}}}
	view := &haleakalav1.View{Players: []*haleakalav1.Player{player, {}}}
	expectFavourites(t, ask(view, cards), 0, 1)
	player.Shaman = &haleakalav1.Player_ShamanSpace{ShamanSpace: 2}
	expectFavourites(t, ask(view, cards), 1)
}

func TestItLikesAllActionsOfAnotherGame(t *testing.T) {
	expectFavourites(t, &arenav1.Ask{LegalTotal: 3}, 0, 1, 2)
}

func ask(view *haleakalav1.View, legal []*arenav1.Action) *arenav1.Ask {
	return &arenav1.Ask{
		View:       &arenav1.View{Game: &arenav1.View_Haleakala{Haleakala: view}},
		Legal:      legal,
		LegalTotal: uint32(len(legal)),
	}
}

func moveShaman(space uint32) *arenav1.Action {
	move := &haleakalav1.MoveShaman{Space: &space}
	return action(&haleakalav1.Action{Kind: &haleakalav1.Action_MoveShaman{MoveShaman: move}})
}

func takeCard(card haleakalav1.PalmCard) *arenav1.Action {
	take := &haleakalav1.TakeCard{Card: card}
	return action(&haleakalav1.Action{Kind: &haleakalav1.Action_TakeCard{TakeCard: take}})
}

func action(typed *haleakalav1.Action) *arenav1.Action {
	return &arenav1.Action{Game: &arenav1.Action_Haleakala{Haleakala: typed}}
}

func expectFavourites(t *testing.T, ask *arenav1.Ask, expected ...int) {
	t.Helper()
	if got := favourites(ask); !slices.Equal(got, expected) {
		t.Errorf("its favourites are %v, expected %v", got, expected)
	}
}
