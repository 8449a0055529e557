package dev.kahua;

import dev.kahua.arena.v1.ActionForm;
import java.util.List;

/**
 * What a bot plays.
 *
 * @param games the games; an empty list means every game
 * @param matches how many matches at once, at least 1; KAHUA_MATCHES overrides this
 * @param version the bot's version, shown beside its results; at most 32 bytes
 * @param actionForm how actions are written in asks
 */
public record Plays(List<String> games, int matches, String version, ActionForm actionForm) {
    /** Every game, this many matches at once, with typed actions. */
    public static Plays everything(int matches) {
        return new Plays(List.of(), matches, "", ActionForm.ACTION_FORM_TYPED);
    }

    /** The same, but only these games. */
    public Plays only(String... games) {
        return new Plays(List.of(games), matches, version, actionForm);
    }

    /** The same with actions written in this form. */
    public Plays with(ActionForm actionForm) {
        return new Plays(games, matches, version, actionForm);
    }
}
