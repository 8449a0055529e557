package dev.kahua.bots;

import dev.kahua.Answer;
import dev.kahua.Kahua;
import dev.kahua.Settings;
import dev.kahua.arena.v1.Ask;
import dev.kahua.games.haleakala.v1.Action;
import dev.kahua.games.haleakala.v1.PalmCard;
import dev.kahua.games.haleakala.v1.PlaceDisc;
import dev.kahua.games.haleakala.v1.Player;
import dev.kahua.games.haleakala.v1.View;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A bot with one idea: in Haleakala it builds statues, as high up as it can. It prefers the actions that bring it nearer
 * to a statue, and among those that it likes equally it chooses at random, as it does in every other game.
 *
 * <p>Make it your own: give more kinds of actions a preference, or look at more of the view.
 */
public final class Builder {
    private Builder() {}

    /** The indices of the legal actions that the bot likes best. */
    static List<Integer> favourites(Ask ask) {
        int[] preferences = new int[ask.getLegalTotal()];
        if (ask.getView().hasHaleakala()) {
            View view = ask.getView().getHaleakala();
            for (int index = 0; index < ask.getLegalCount(); index++) {
                preferences[index] =
                        preference(view, ask.getSeat(), ask.getLegal(index).getHaleakala());
            }
        }
        int greatest = IntStream.of(preferences).max().orElse(0);
        return IntStream.range(0, preferences.length)
                .filter(index -> preferences[index] == greatest)
                .boxed()
                .toList();
    }

    /** How much the bot likes an action. Only the order counts, and only among the actions of the same decision. */
    private static int preference(View view, int seat, Action action) {
        Player me = view.getPlayers(seat);
        int here = me.hasShamanSpace() ? height(view, me.getShamanSpace()) : 0;
        return switch (action.getKindCase()) {
            case MOVE_SHAMAN -> height(view, action.getMoveShaman().getSpace());
            case KEEP_SHAMAN -> here;
            case TAKE_CARD -> action.getTakeCard().getCard() == PalmCard.PALM_CARD_STATUE ? here : 0;
            // The gaps 2b and 2b + 1 lie at beach b. A great number on the disc beats the other player's discs there.
            case PLACE_DISC -> {
                PlaceDisc place = action.getPlaceDisc();
                List<PalmCard> cards = view.getGapsList().subList(2 * place.getBeach(), 2 * place.getBeach() + 2);
                yield cards.contains(PalmCard.PALM_CARD_STATUE) ? place.getDisc() : 0;
            }
            case BUY_CARD -> 1;
            default -> 0;
        };
    }

    /**
     * How high up a statue on this space would be: 1 for grassland, 2 for forest, 3 for a mountain, and 0 if there is one
     * already. Space n is in landscape n / 6.
     */
    private static int height(View view, int space) {
        boolean isBuilt = view.getPlayersList().stream()
                .anyMatch(player -> player.getStatuesList().contains(space));
        return isBuilt ? 0 : 1 + space / 6;
    }

    public static void main(String[] arguments) {
        String seed = System.getenv("KAHUA_SEED") + " " + System.getenv("KAHUA_NAME");
        SplittableRandom lots = new SplittableRandom(seed.hashCode());
        Kahua.run(
                ask -> {
                    List<Integer> liked = favourites(ask);
                    return Answer.index(liked.get(lots.nextInt(liked.size())));
                },
                new Settings().matches(16));
    }
}
