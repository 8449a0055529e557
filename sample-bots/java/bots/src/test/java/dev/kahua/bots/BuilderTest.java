package dev.kahua.bots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.kahua.arena.v1.Ask;
import dev.kahua.games.haleakala.v1.Action;
import dev.kahua.games.haleakala.v1.HutBeach;
import dev.kahua.games.haleakala.v1.MoveShaman;
import dev.kahua.games.haleakala.v1.PalmCard;
import dev.kahua.games.haleakala.v1.Player;
import dev.kahua.games.haleakala.v1.TakeCard;
import dev.kahua.games.haleakala.v1.View;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the bot likes best. */
class BuilderTest {
    @Test
    void walksToTheHighestSpaceWithoutAStatue() {
        // Forest 1, mountain 1, grassland 2, mountain 2. The other player has built on mountain 1.
        Stream<Action.Builder> moves = Stream.of(7, 13, 2, 14).map(space -> Action.newBuilder()
                .setMoveShaman(MoveShaman.newBuilder().setSpace(space)));
        Player other = Player.newBuilder().addStatues(13).build();
        assertEquals(List.of(3), liked(Player.getDefaultInstance(), other, moves));
    }

    @Test
    void takesAStatueOnceItsShamanHasLeftTheBeach() {
        Player atHut = Player.newBuilder()
                .setShamanAtHut(HutBeach.getDefaultInstance())
                .build();
        Player uphill = Player.newBuilder().setShamanSpace(2).build();
        assertEquals(List.of(0, 1), liked(atHut, Player.getDefaultInstance(), cards()));
        assertEquals(List.of(1), liked(uphill, Player.getDefaultInstance(), cards()));
    }

    @Test
    void likesAllActionsOfAnotherGame() {
        assertEquals(
                List.of(0, 1, 2),
                Builder.favourites(Ask.newBuilder().setLegalTotal(3).build()));
    }

    private static List<Integer> liked(Player me, Player other, Stream<Action.Builder> actions) {
        Ask.Builder ask = Ask.newBuilder();
        ask.getViewBuilder().setHaleakala(View.newBuilder().addPlayers(me).addPlayers(other));
        actions.forEach(action -> ask.addLegalBuilder().setHaleakala(action));
        return Builder.favourites(ask.setLegalTotal(ask.getLegalCount()).build());
    }

    private static Stream<Action.Builder> cards() {
        return Stream.of(PalmCard.PALM_CARD_SHELL, PalmCard.PALM_CARD_STATUE).map(card -> Action.newBuilder()
                .setTakeCard(TakeCard.newBuilder().setCard(card)));
    }
}
