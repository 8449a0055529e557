/** The interfaces that a bot implements, and its answers. */
import type { Arena } from "./arena.js";
import type {
  ActionForm, Ask, Ended, FaultNotice, MatchEvent, Notice, Seated, Welcome,
} from "./proto/kahua/arena/v1/bot_pb.js";
import type { Action } from "./proto/kahua/arena/v1/games_pb.js";

/** What a bot says about itself. */
export interface Profile {
  /** The games that the bot plays. By default, every game. */
  readonly games?: readonly string[];
  /** How many matches the bot plays at once: 1 by default. KAHUA_MATCHES overrides this. */
  readonly matches?: number;
  /** The bot's version, shown beside its results: at most 32 bytes. KAHUA_VERSION is used without it. */
  readonly version?: string;
  /** How actions are written in asks: as typed messages by default. */
  readonly actionForm?: ActionForm;
}

/** A bot. One object plays all of the bot's matches; `ask.matchId` says which match an ask belongs to. */
export interface Bot extends Profile {
  /**
   * Returns the answer to an ask. It may take as long as the clock allows: the connection lives in another thread. If it
   * returns a promise, the bot gets the asks of other matches in the meantime. When the connection breaks, an ask whose
   * promise is still pending comes again.
   */
  choose(ask: Ask): Reply | PromiseLike<Reply>;

  /**
   * The arena has accepted the bot: once at the beginning, and again after each lost connection. The handle is valid for
   * the whole run.
   */
  onWelcome?(welcome: Welcome, arena: Arena): void;
  /** A match begins. If `seated.resumed`, the bot had a seat in it already and comes back to it. */
  onSeated?(seated: Seated): void;
  /** These events of a match happened. Every public event is reported once and in order, before the ask that follows. */
  onEvents?(matchId: string, events: readonly MatchEvent[]): void;
  /** A match has ended, with these results and ratings. */
  onEnded?(ended: Ended): void;
  /** Something that the bot sent was wrong, or an answer was missing. The log reports it too. */
  onFault?(fault: FaultNotice): void;
  /** The state of the arena changed. */
  onNotice?(notice: Notice): void;
}

/** The bot in one match, for `runPerMatch`. Its methods are those of `Bot`, for this match only. */
export interface MatchBot {
  choose(ask: Ask): Reply | PromiseLike<Reply>;
  onEvents?(events: readonly MatchEvent[]): void;
  onFault?(fault: FaultNotice): void;
  onEnded?(ended: Ended): void;
  /** The last call, and made exactly once, also if the run ends before the match does. */
  close?(): void;
}

/** Makes the bot of a match that begins. */
export type Begin = (seated: Seated) => MatchBot;

/** The answer that gives the match up. */
export const RESIGN: unique symbol = Symbol("kahua.resign");

/** An index into the ask's legal list, an action, an action in the game's notation, or `RESIGN`. */
export type Choice = number | Action | string | typeof RESIGN;

/** A choice with a comment. */
export interface Answer {
  readonly choice: Choice;
  /** A comment for the match's record: at most 200 bytes. The arena cuts off a longer one. */
  readonly comment?: string;
}

/** The values that `choose` may return. */
export type Reply = Choice | Answer;
