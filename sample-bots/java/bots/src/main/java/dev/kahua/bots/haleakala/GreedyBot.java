package dev.kahua.bots.haleakala;

import dev.kahua.Answer;
import dev.kahua.Bot;
import dev.kahua.arena.v1.Ask;
import dev.kahua.games.haleakala.v1.Action;

/**
 * Plays Haleakala by looking one decision ahead, exactly as GREEDY.md defines. It takes the action with the greatest
 * value; of equal values, the first.
 */
public final class GreedyBot implements Bot {
    @Override
    public Answer choose(Ask ask) {
        return Answer.index(best(ask));
    }

    static int best(Ask ask) {
        if (!ask.getView().hasHaleakala()) {
            return 0;
        }
        Position here = Position.read(ask.getView().getHaleakala(), ask.getSeat());
        int best = 0;
        long greatest = Long.MIN_VALUE;
        for (int index = 0; index < ask.getLegalCount(); index++) {
            if (!ask.getLegal(index).hasHaleakala()) {
                continue;
            }
            long value = value(here, ask.getLegal(index).getHaleakala());
            if (value > greatest) {
                greatest = value;
                best = index;
            }
        }
        return best;
    }

    /** What a legal action is worth to the player who decides, in tenths of a point. */
    private static long value(Position here, Action action) {
        return switch (action.getKindCase()) {
            case PLACE_DISC ->
                place(
                        here,
                        action.getPlaceDisc().getDisc(),
                        action.getPlaceDisc().getBeach(),
                        false);
            case INVOKE -> place(here, action.getInvoke().getDisc(), here.boat(), true);
            case RETURN_DISC ->
                Turn.linger(here.withMe(here.me().put(action.getReturnDisc().getDisc(), 0)));
            case MOVE_BOAT -> Turn.sail(here, 1, false);
            case MOVE_SHAMAN -> Turn.stand(here, action.getMoveShaman().getSpace() + 1);
            case KEEP_SHAMAN -> Turn.stand(here, here.me().shaman());
            case TAKE_CARD ->
                Turn.choose(here, here.boat(), action.getTakeCard().getCardValue());
            case BUY_CARD -> Worth.buy(here, action.getBuyCard().getCardValue());
            case BUY_NOTHING -> 0;
            case MOVE_LAVA ->
                Worth.moveLava(
                        here,
                        action.getMoveLava().getFromCrater(),
                        action.getMoveLava().getToCrater());
            case KIND_NOT_SET -> Long.MIN_VALUE;
        };
    }

    /** Placing a disc: on the boat's beach the boat sails, elsewhere the shaman may walk. */
    private static int place(Position here, int disc, int beach, boolean invokes) {
        Position after = here.withMe(here.me().put(disc, beach + 1));
        return beach == here.boat() ? Turn.sail(after, disc, invokes) : Turn.linger(after);
    }
}
