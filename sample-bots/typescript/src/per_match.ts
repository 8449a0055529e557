/** Plays with one object for each match instead of one for all. */
import type { Begin, Bot, MatchBot, Profile, Reply } from "./bot.js";
import { BotFailure, running } from "./failure.js";
import type { Log } from "./log.js";
import type { ActionForm, Ask, Ended, FaultNotice, MatchEvent, Seated } from "./proto/kahua/arena/v1/bot_pb.js";

/** Passes on what concerns a match to the object that `begin` made for it. A reconnect keeps the object. */
export class PerMatch implements Bot {
  readonly games: readonly string[];
  readonly matches: number;
  readonly version: string;
  readonly actionForm?: ActionForm;
  readonly #bots = new Map<string, MatchBot>();

  constructor(
    private readonly begin: Begin,
    { games = [], matches = 1, version = "", actionForm }: Profile,
  ) {
    this.games = games;
    this.matches = matches;
    this.version = version;
    if (actionForm !== undefined) this.actionForm = actionForm;
  }

  choose(ask: Ask): Reply | PromiseLike<Reply> {
    const bot = this.#bots.get(ask.matchId);
    if (!bot) throw new Error(`the arena asked in match ${ask.matchId}, in which it gave no seat`);
    return bot.choose(ask);
  }

  onSeated(seated: Seated): void {
    const { matchId, game, seat } = seated;
    if (this.#bots.has(matchId)) return;
    this.#bots.set(
      matchId,
      running(`begin failed in match ${matchId} (${game}, seat ${seat})`, () => this.begin(seated)),
    );
  }

  onEvents(matchId: string, events: readonly MatchEvent[]): void {
    this.#bots.get(matchId)?.onEvents?.(events);
  }

  onFault(fault: FaultNotice): void {
    this.#bots.get(fault.matchId ?? "")?.onFault?.(fault);
  }

  onEnded(ended: Ended): void {
    try {
      this.#bots.get(ended.matchId)?.onEnded?.(ended);
    } finally {
      this.forget(ended.matchId);
    }
  }

  /** Closes the match's bot, if there is one. */
  forget(matchId: string): void {
    const bot = this.#bots.get(matchId);
    this.#bots.delete(matchId);
    running(`close failed in match ${matchId}`, () => bot?.close?.());
  }

  /** Closes the bots of all matches that haven't ended, even if some of them fail. */
  close(log: Log): void {
    for (const matchId of [...this.#bots.keys()]) {
      try {
        this.forget(matchId);
      } catch (error) {
        if (!(error instanceof BotFailure)) throw error;
        error.report(log);
      }
    }
  }
}
