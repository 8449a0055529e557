package haleakala

import haleakalav1 "kahua.dev/games/haleakala/v1"

// Choosing this card at a stop, less what the other player then receives.
func choose(here position, stop int, chosen haleakalav1.PalmCard) int {
	left := here.gaps[2*stop]
	if chosen == left {
		left = here.gaps[2*stop+1]
	}
	worth := card(here, chosen)
	if here.other.sum(stop) > 0 && left != chosen {
		worth -= card(here.turned(), left)
	}
	return worth
}

// The boat sails: what both players receive, and how things stand afterwards.
func sail(after position, steps int, invokes bool) int {
	after.boat = (after.boat + steps) % 6
	if invokes && after.lavaSupply > 0 {
		after.lava[after.boat]++
	}
	received := stopping(after, after.boat)
	after.me.clear(after.boat)
	after.other.clear(after.boat)
	return 4*received + prospects(after) + 4*after.idle
}

// How things stand where the boat stays, and what it is worth that the shaman may walk.
func linger(after position) int {
	worth := prospects(after)
	if after.me.shaman == 0 || site(after, after.me.shaman-1) == 0 {
		worth += 40
	}
	return worth
}

// Having the shaman there: 0 for the beach, n + 1 for space n.
func stand(here position, shaman int) int {
	if shaman == 0 {
		return 0
	}
	space := shaman - 1
	landscape, segment := space/6, space%6
	next := max(site(here, 6*landscape+(segment+1)%6), site(here, 6*landscape+(segment+5)%6))
	if landscape > 0 {
		next = max(next, site(here, space-6))
	}
	if landscape < 2 {
		next = max(next, site(here, space+6))
	}
	return 2*site(here, space) + next
}

// What I receive, less what the other player receives, if the boat stops there.
func stopping(here position, stop int) int {
	mine, theirs := here.me.sum(stop), here.other.sum(stop)
	if mine < theirs {
		return -stopping(here.turned(), stop)
	}
	if mine == 0 {
		return 0
	}
	first, second := here.gaps[2*stop], here.gaps[2*stop+1]
	if first == 0 || second != 0 && card(here, second) > card(here, first) {
		return choose(here, stop, second)
	}
	return choose(here, stop, first)
}

// How the discs stand: every beach but the boat's as if the boat might stop there, and the discs in hand.
func prospects(here position) int {
	worth := 6 * (here.me.hand() - here.other.hand())
	for beach := range 6 {
		if beach != here.boat {
			worth += stopping(here, beach)
		}
	}
	return worth
}
