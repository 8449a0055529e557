package dev.kahua.bots.haleakala;

import dev.kahua.games.haleakala.v1.PalmCard;
import dev.kahua.games.haleakala.v1.Player;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What belongs to one player.
 *
 * @param discs where the discs 1 to 5 are: 0 in hand, s + 1 on beach s
 * @param shaman 0 on the beach, n + 1 on space n
 * @param statues the spaces with statues of the player
 * @param kept how many cards of the kinds 4 to 11
 * @param bought the scoring cards
 */
record Side(int[] discs, int shaman, Set<Integer> statues, List<Integer> kept, Set<Integer> bought) {
    static Side read(Player player) {
        int[] discs = new int[5];
        player.getBeachDiscsList().forEach(disc -> discs[disc.getDisc() - 1] = disc.getBeach() + 1);
        Integer[] kept = {0, 0, 0, 0, 0, 0, 0, 0};
        player.getKeptValueList().forEach(card -> kept[card - PalmCard.PALM_CARD_FISH1_VALUE]++);
        return new Side(
                discs,
                player.hasShamanSpace() ? player.getShamanSpace() + 1 : 0,
                new HashSet<>(player.getStatuesList()),
                List.of(kept),
                new HashSet<>(player.getBoughtValueList()));
    }

    /** With a disc in the hand (0) or on beach s (s + 1). */
    Side put(int disc, int place) {
        int[] changed = discs.clone();
        changed[disc - 1] = place;
        return new Side(changed, shaman, statues, kept, bought);
    }

    /** With no disc on this beach. */
    Side clear(int beach) {
        int[] changed = Arrays.stream(discs)
                .map(place -> place == beach + 1 ? 0 : place)
                .toArray();
        return new Side(changed, shaman, statues, kept, bought);
    }

    /** The sum of the discs on a beach. */
    int sum(int beach) {
        int sum = 0;
        for (int index = 0; index < discs.length; index++) {
            sum += discs[index] == beach + 1 ? index + 1 : 0;
        }
        return sum;
    }

    int hand() {
        return (int) Arrays.stream(discs).filter(place -> place == 0).count();
    }

    int fish() {
        int fish = 0;
        for (int index = 0; index < 5; index++) {
            fish += (index + 1) * kept.get(index);
        }
        return fish;
    }

    int inLandscape(int landscape) {
        return (int) statues.stream().filter(space -> space / 6 == landscape).count();
    }

    int inSegment(int segment) {
        return (int) statues.stream().filter(space -> space % 6 == segment).count();
    }
}
