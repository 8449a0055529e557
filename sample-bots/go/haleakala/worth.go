package haleakala

import haleakalav1 "kahua.dev/games/haleakala/v1"

// Places in kept.
const (
	keptWhite = 5
	keptBlack = 6
)

// The kinds with a butterfly, by their places in kept.
var butterflies = [...]int{0, 1, 3, 4, 5, 7}

// A new statue of mine on this space.
func site(here position, space int) int {
	landscape, segment := space/6, space%6
	built := here.me.statues[space] || here.other.statues[space]
	if built || here.isHit(space) || here.me.count(0, 18, 1) >= 8 {
		return 0
	}
	worth := 10 * (landscape + 1) * here.scorings
	if landscape == 1 && here.me.bought[haleakalav1.DisplayCard_DISPLAY_CARD_FOREST] {
		worth += 20
	}
	if landscape == 2 && here.me.bought[haleakalav1.DisplayCard_DISPLAY_CARD_MOUNTAIN] {
		worth += 30
	}
	if here.me.inSegment(segment) == 2 {
		worth += 20
	}
	return worth
}

// A palm card that I receive.
func card(here position, kind haleakalav1.PalmCard) int {
	worth := plain(here, kind)
	for _, kept := range butterflies {
		if int(kind-haleakalav1.PalmCard_PALM_CARD_FISH1) == kept {
			if here.me.bought[haleakalav1.DisplayCard_DISPLAY_CARD_BUTTERFLIES] {
				return worth + 10
			}
			return worth + 2
		}
	}
	return worth
}

// The same without its butterfly.
func plain(here position, kind haleakalav1.PalmCard) int {
	switch kind {
	case haleakalav1.PalmCard_PALM_CARD_STATUE:
		if here.me.shaman == 0 {
			return 0
		}
		return site(here, here.me.shaman-1)
	case haleakalav1.PalmCard_PALM_CARD_SHELL:
		return 25
	case haleakalav1.PalmCard_PALM_CARD_PRIESTESS:
		return 8
	case haleakalav1.PalmCard_PALM_CARD_FISH1, haleakalav1.PalmCard_PALM_CARD_FISH2,
		haleakalav1.PalmCard_PALM_CARD_FISH3, haleakalav1.PalmCard_PALM_CARD_FISH4,
		haleakalav1.PalmCard_PALM_CARD_FISH5:
		baskets := int(kind-haleakalav1.PalmCard_PALM_CARD_FISH1) + 1
		lead := here.me.fish() - here.other.fish()
		return 15*here.scorings*(sign(lead+baskets)-sign(lead)) + 4*baskets
	case haleakalav1.PalmCard_PALM_CARD_WHITE_PEARL:
		return 10 * here.scorings * (1 + here.me.kept[keptBlack])
	case haleakalav1.PalmCard_PALM_CARD_BLACK_PEARL:
		return 10 * here.scorings * (2 + here.me.kept[keptWhite])
	case haleakalav1.PalmCard_PALM_CARD_NAUTILUS:
		return 30
	default:
		return 0
	}
}

// Buying this card of the display.
func buy(here position, bought haleakalav1.DisplayCard) int {
	switch bought {
	case haleakalav1.DisplayCard_DISPLAY_CARD_BUTTERFLIES:
		worth := -10
		for _, kept := range butterflies {
			worth += 10 * here.me.kept[kept]
		}
		return worth
	case haleakalav1.DisplayCard_DISPLAY_CARD_MAJORITY:
		worth := -10
		for landscape := range 3 {
			if here.me.inLandscape(landscape) > here.other.inLandscape(landscape) {
				worth += 20
			}
		}
		return worth
	case haleakalav1.DisplayCard_DISPLAY_CARD_SEGMENT:
		worth := -10
		for segment := range 6 {
			if here.me.inSegment(segment) == 3 {
				worth += 40
			}
		}
		return worth
	case haleakalav1.DisplayCard_DISPLAY_CARD_FOREST:
		return 20*here.me.inLandscape(1) - 20
	case haleakalav1.DisplayCard_DISPLAY_CARD_MOUNTAIN:
		return 30*here.me.inLandscape(2) - 20
	case haleakalav1.DisplayCard_DISPLAY_CARD_PRIESTESS:
		return bestLava(here) - 10
	default:
		return 0
	}
}

// The best that moving one lava disc can do; 0 if there is none.
func bestLava(here position) int {
	best, any := 0, false
	for from, discs := range here.lava {
		if discs == 0 {
			continue
		}
		for _, step := range [...]int{1, 5} {
			worth := moveLava(here, from, (from+step)%6)
			if !any || worth > best {
				best, any = worth, true
			}
		}
	}
	return best
}

// Moving one lava disc from crater to crater.
func moveLava(here position, from, to int) int {
	before := spared(here)
	here.lava[from]--
	here.lava[to]++
	return spared(here) - before
}

// The statues that the eruption spares, mine less the other player's.
func spared(here position) int {
	worth := 0
	for space := range 18 {
		points := 10 * (space/6 + 1) * here.scorings
		switch {
		case here.isHit(space):
		case here.me.statues[space]:
			worth += points
		case here.other.statues[space]:
			worth -= points
		}
	}
	return worth
}

func sign(number int) int {
	switch {
	case number > 0:
		return 1
	case number < 0:
		return -1
	default:
		return 0
	}
}
