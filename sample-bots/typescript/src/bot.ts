/** What a bot is, and what it answers. */
import type { ActionForm, Ask } from "./proto/arena/v1/bot_pb.js";
import type { Action } from "./proto/arena/v1/games_pb.js";

/** Something that decides. The same bot is asked for all of its matches; `ask.matchId` tells them apart. */
export interface Bot {
  /** The games that it plays; none means every game. */
  readonly games?: readonly string[];
  /** How many matches it plays at once: 1 if not said; KAHUA_MATCHES overrides it. */
  readonly matches?: number;
  /** Shown beside its results; at most 32 bytes. */
  readonly version?: string;
  /** How actions are written in asks: as typed messages if not said. */
  readonly actionForm?: ActionForm;

  /**
   * The answer to this ask. Where it is a promise, the asks of other matches are handed over meanwhile; after a broken
   * connection an ask that is still being thought about comes again.
   */
  choose(ask: Ask): Reply | Promise<Reply>;
}

/** An index into the ask's legal list, an action, or an action in the game's notation. */
export type Choice = number | Action | string;

/** A choice with the bot's own words about it. */
export interface Answer {
  readonly choice: Choice;
  /** For the match's record: at most 200 bytes, longer ones are cut. */
  readonly comment: string;
}

/** What `choose` may return. */
export type Reply = Choice | Answer;
