package dev.kahua;

import dev.kahua.arena.v1.Action;
import dev.kahua.arena.v1.Ask;
import dev.kahua.arena.v1.BotMessage;
import dev.kahua.arena.v1.Resign;

/** What a bot chooses. */
public final class Answer {
    private static final Answer RESIGN = new Answer(Form.RESIGN, 0, null, null, "");

    private final Form form;
    private final int index;
    private final Action action;
    private final String notation;
    private final String comment;

    private enum Form {
        INDEX,
        ACTION,
        NOTATION,
        RESIGN
    }

    /** An answer that can't be sent. The message says why. */
    static final class Unsendable extends Exception {
        private static final long serialVersionUID = 1;

        Unsendable(String message) {
            super(message);
        }
    }

    private Answer(Form form, int index, Action action, String notation, String comment) {
        this.form = form;
        this.index = index;
        this.action = action;
        this.notation = notation;
        this.comment = comment;
    }

    /** Chooses the action with this index in the ask's legal list. */
    public static Answer index(int index) {
        return new Answer(Form.INDEX, index, null, null, "");
    }

    /** Chooses an action by its typed message. */
    public static Answer action(Action action) {
        return new Answer(Form.ACTION, 0, action, null, "");
    }

    /** Chooses an action by its notation. */
    public static Answer notation(String text) {
        return new Answer(Form.NOTATION, 0, null, text, "");
    }

    /** Gives up the match. */
    public static Answer resign() {
        return RESIGN;
    }

    /** The same with a comment for the record. The arena cuts it after 200 bytes. */
    public Answer withComment(String comment) {
        return new Answer(form, index, action, notation, comment);
    }

    /** The message that takes this answer to the arena. */
    BotMessage to(Ask ask) throws Unsendable {
        var answer = dev.kahua.arena.v1.Answer.newBuilder()
                .setMatchId(ask.getMatchId())
                .setTicket(ask.getTicket())
                .setComment(comment == null ? "" : comment);
        switch (form) {
            case RESIGN -> {
                return resignation(ask.getMatchId());
            }
            case INDEX -> {
                if (index < 0 || index >= ask.getLegalTotal()) {
                    throw new Unsendable("choose answered index " + index + ", but " + range(ask.getLegalTotal()));
                }
                answer.setIndex(index);
            }
            case ACTION -> {
                if (action == null) {
                    throw new Unsendable("choose answered a null action; expected one of the ask's legal actions");
                }
                answer.setAction(action);
            }
            case NOTATION -> {
                if (notation == null || notation.isEmpty()) {
                    throw new Unsendable(
                            "choose answered an empty notation; expected that of one of the ask's legal actions");
                }
                answer.setNotation(notation);
            }
        }
        return BotMessage.newBuilder().setAnswer(answer).build();
    }

    static BotMessage resignation(String matchId) {
        return BotMessage.newBuilder()
                .setResign(Resign.newBuilder().setMatchId(matchId))
                .build();
    }

    private static String range(int legal) {
        return legal == 1 ? "there is 1 legal action: 0" : "there are " + legal + " legal actions: 0 to " + (legal - 1);
    }
}
