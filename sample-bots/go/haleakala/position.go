package haleakala

import haleakalav1 "kahua.dev/games/haleakala/v1"

// What the bot looks at of a view: a plain value, so that a copy is a position of its own.
type position struct {
	scorings, idle, boat int
	lava                 [6]int
	lavaSupply           int
	// An empty gap is card 0.
	gaps      [12]haleakalav1.PalmCard
	me, other side
}

// What belongs to one player.
type side struct {
	// Where the discs 1 to 5 are: 0 in hand, s + 1 on beach s.
	discs [5]int
	// 0 on the beach, n + 1 on space n.
	shaman  int
	statues [18]bool
	// Cards of the kinds 4 to 11.
	kept   [8]int
	bought [7]bool
}

func read(view *haleakalav1.View, seat uint32) position {
	here := position{
		scorings:   2,
		idle:       int(view.GetIdleTurns()),
		boat:       int(view.GetBoat()),
		lavaSupply: int(view.GetLavaSupply()),
		me:         readSide(view.GetPlayers()[seat]),
		other:      readSide(view.GetPlayers()[1-seat]),
	}
	if view.GetRound() == 2 {
		here.scorings = 1
	}
	for crater, discs := range view.GetLava() {
		here.lava[crater] = int(discs)
	}
	for gap, card := range view.GetGaps() {
		if card != haleakalav1.PalmCard_PALM_CARD_NONE {
			here.gaps[gap] = card
		}
	}
	return here
}

func readSide(player *haleakalav1.Player) side {
	var read side
	for _, disc := range player.GetBeachDiscs() {
		read.discs[disc.GetDisc()-1] = int(disc.GetBeach()) + 1
	}
	if space, stands := player.GetShaman().(*haleakalav1.Player_ShamanSpace); stands {
		read.shaman = int(space.ShamanSpace) + 1
	}
	for _, card := range player.GetKept() {
		read.kept[card-haleakalav1.PalmCard_PALM_CARD_FISH1]++
	}
	for _, space := range player.GetStatues() {
		read.statues[space] = true
	}
	for _, card := range player.GetBought() {
		read.bought[card] = true
	}
	return read
}

// The same, seen by the other player.
func (here position) turned() position {
	here.me, here.other = here.other, here.me
	return here
}

func (here *position) isHit(space int) bool {
	return here.lava[space%6] > 2-space/6
}

// The sum of the discs on a beach.
func (side *side) sum(beach int) int {
	sum := 0
	for index, place := range side.discs {
		if place == beach+1 {
			sum += index + 1
		}
	}
	return sum
}

// Takes all discs off a beach.
func (side *side) clear(beach int) {
	for index, place := range side.discs {
		if place == beach+1 {
			side.discs[index] = 0
		}
	}
}

func (side *side) hand() int {
	hand := 0
	for _, place := range side.discs {
		if place == 0 {
			hand++
		}
	}
	return hand
}

func (side *side) fish() int {
	fish := 0
	for index, cards := range side.kept[:5] {
		fish += (index + 1) * cards
	}
	return fish
}

// Statues on the spaces first, first + step and so on below the end.
func (side *side) count(first, end, step int) int {
	count := 0
	for space := first; space < end; space += step {
		if side.statues[space] {
			count++
		}
	}
	return count
}

func (side *side) inLandscape(landscape int) int { return side.count(6*landscape, 6*landscape+6, 1) }

func (side *side) inSegment(segment int) int { return side.count(segment, 18, 6) }
