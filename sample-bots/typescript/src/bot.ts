/** The interface of a bot, and its answers. */
import type { ActionForm, Ask } from "./proto/arena/v1/bot_pb.js";
import type { Action } from "./proto/arena/v1/games_pb.js";

/** A bot. One object plays all of the bot's matches; `ask.matchId` says which match an ask belongs to. */
export interface Bot {
  /** The games that the bot plays. By default, every game. */
  readonly games?: readonly string[];
  /** How many matches the bot plays at once: 1 by default. KAHUA_MATCHES overrides this. */
  readonly matches?: number;
  /** The bot's version, shown beside its results. At most 32 bytes. */
  readonly version?: string;
  /** How actions are written in asks: as typed messages by default. */
  readonly actionForm?: ActionForm;

  /**
   * Returns the answer to an ask. If it is a promise, the bot gets the asks of other matches in the meantime. When the
   * connection breaks, an ask whose promise is still pending comes again.
   */
  choose(ask: Ask): Reply | Promise<Reply>;
}

/** An index into the ask's legal list, an action, or an action in the game's notation. */
export type Choice = number | Action | string;

/** A choice with a comment. */
export interface Answer {
  readonly choice: Choice;
  /** A comment for the match's record: at most 200 bytes. A longer one is cut off. */
  readonly comment: string;
}

/** The values that `choose` may return. */
export type Reply = Choice | Answer;
