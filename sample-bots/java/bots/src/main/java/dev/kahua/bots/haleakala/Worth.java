package dev.kahua.bots.haleakala;

import dev.kahua.games.haleakala.v1.DisplayCard;
import dev.kahua.games.haleakala.v1.PalmCard;
import java.util.List;
import java.util.stream.IntStream;

/** What things are worth, in tenths of a point. */
final class Worth {
    /** Places in the kept cards. */
    private static final int KEPT_WHITE = 5;

    private static final int KEPT_BLACK = 6;

    /** The kinds with a butterfly, by their places in the kept cards. */
    private static final List<Integer> BUTTERFLIES = List.of(0, 1, 3, 4, 5, 7);

    private Worth() {}

    /** A new statue of mine on this space. */
    static int site(Position here, int space) {
        Side me = here.me();
        int landscape = space / 6;
        boolean built = me.statues().contains(space) || here.other().statues().contains(space);
        if (built || here.isHit(space) || me.statues().size() >= 8) {
            return 0;
        }
        int worth = 10 * (landscape + 1) * here.scorings();
        if (landscape == 1 && me.bought().contains(DisplayCard.DISPLAY_CARD_FOREST_VALUE)) {
            worth += 20;
        }
        if (landscape == 2 && me.bought().contains(DisplayCard.DISPLAY_CARD_MOUNTAIN_VALUE)) {
            worth += 30;
        }
        return me.inSegment(space % 6) == 2 ? worth + 20 : worth;
    }

    /** A palm card that I receive. */
    static int card(Position here, int kind) {
        int worth = plain(here, kind);
        if (!BUTTERFLIES.contains(kind - PalmCard.PALM_CARD_FISH1_VALUE)) {
            return worth;
        }
        return worth + (here.me().bought().contains(DisplayCard.DISPLAY_CARD_BUTTERFLIES_VALUE) ? 10 : 2);
    }

    /** The same without its butterfly. */
    private static int plain(Position here, int kind) {
        Side me = here.me();
        return switch (kind) {
            case PalmCard.PALM_CARD_STATUE_VALUE -> me.shaman() == 0 ? 0 : site(here, me.shaman() - 1);
            case PalmCard.PALM_CARD_SHELL_VALUE -> 25;
            case PalmCard.PALM_CARD_PRIESTESS_VALUE -> 8;
            case PalmCard.PALM_CARD_FISH1_VALUE,
                    PalmCard.PALM_CARD_FISH2_VALUE,
                    PalmCard.PALM_CARD_FISH3_VALUE,
                    PalmCard.PALM_CARD_FISH4_VALUE,
                    PalmCard.PALM_CARD_FISH5_VALUE -> {
                int baskets = kind - PalmCard.PALM_CARD_FISH1_VALUE + 1;
                int lead = me.fish() - here.other().fish();
                yield 15 * here.scorings() * (Integer.signum(lead + baskets) - Integer.signum(lead)) + 4 * baskets;
            }
            case PalmCard.PALM_CARD_WHITE_PEARL_VALUE ->
                10 * here.scorings() * (1 + me.kept().get(KEPT_BLACK));
            case PalmCard.PALM_CARD_BLACK_PEARL_VALUE ->
                10 * here.scorings() * (2 + me.kept().get(KEPT_WHITE));
            case PalmCard.PALM_CARD_NAUTILUS_VALUE -> 30;
            default -> 0;
        };
    }

    /** Buying this card of the display. */
    static int buy(Position here, int bought) {
        Side me = here.me();
        return switch (bought) {
            case DisplayCard.DISPLAY_CARD_BUTTERFLIES_VALUE ->
                10 * BUTTERFLIES.stream().mapToInt(me.kept()::get).sum() - 10;
            case DisplayCard.DISPLAY_CARD_MAJORITY_VALUE -> 20 * landscapesAhead(here) - 10;
            case DisplayCard.DISPLAY_CARD_SEGMENT_VALUE -> 40 * wholeSegments(me) - 10;
            case DisplayCard.DISPLAY_CARD_FOREST_VALUE -> 20 * me.inLandscape(1) - 20;
            case DisplayCard.DISPLAY_CARD_MOUNTAIN_VALUE -> 30 * me.inLandscape(2) - 20;
            case DisplayCard.DISPLAY_CARD_PRIESTESS_VALUE -> bestLava(here) - 10;
            default -> 0;
        };
    }

    private static int landscapesAhead(Position here) {
        return (int) IntStream.range(0, 3)
                .filter(landscape ->
                        here.me().inLandscape(landscape) > here.other().inLandscape(landscape))
                .count();
    }

    private static int wholeSegments(Side side) {
        return (int) IntStream.range(0, 6)
                .filter(segment -> side.inSegment(segment) == 3)
                .count();
    }

    /** The best that moving one lava disc can do; 0 if there is none. */
    private static int bestLava(Position here) {
        return IntStream.range(0, 6)
                .filter(from -> here.lava()[from] > 0)
                .flatMap(from -> IntStream.of(1, 5).map(step -> moveLava(here, from, (from + step) % 6)))
                .max()
                .orElse(0);
    }

    /** Moving one lava disc from crater to crater. */
    static int moveLava(Position here, int from, int to) {
        return spared(here.withLava(from, -1).withLava(to, 1)) - spared(here);
    }

    /** The statues that the eruption spares, mine less the other player's. */
    private static int spared(Position here) {
        return 10 * here.scorings() * (spared(here, here.me()) - spared(here, here.other()));
    }

    private static int spared(Position here, Side side) {
        return side.statues().stream()
                .filter(space -> !here.isHit(space))
                .mapToInt(space -> space / 6 + 1)
                .sum();
    }
}
