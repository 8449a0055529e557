/** The bot's open matches, which outlive a lost connection. */
import type { MatchEvent, Seated } from "./proto/kahua/arena/v1/bot_pb.js";

/** What is known of a match that hasn't ended. */
export class OpenMatch {
  /** Whether the bot gave the match up, so that it is asked no more. */
  resigned = false;
  /** Whether the bot's own code failed in it, so that the bot is told only its end. */
  failed = false;
  asks = 0;
  usedMs = 0;
  longestMs = 0;
  /** The number of the first event that the bot hasn't been told. */
  #nextEvent = 0;

  constructor(readonly seat: number) {}

  /** Those of the events that the bot hasn't been told. They count as told from now on. */
  fresh(events: readonly MatchEvent[]): readonly MatchEvent[] {
    const fresh = events.filter(({ number }) => number >= this.#nextEvent);
    this.#nextEvent = (fresh.at(-1)?.number ?? this.#nextEvent - 1) + 1;
    return fresh;
  }

  /** Counts an answer. */
  add(usedMs: number): void {
    this.asks += 1;
    this.usedMs += usedMs;
    this.longestMs = Math.max(this.longestMs, usedMs);
  }
}

/** The open matches by id. */
export class Matches extends Map<string, OpenMatch> {
  #awaited = 0;
  #unconfirmed = new Set<string>();

  /**
   * A connection takes over `count` matches, and a Seated follows for each. Returns the matches that have ended, if there
   * is nothing to wait for.
   */
  resume(count: number): string[] {
    this.#awaited = count;
    this.#unconfirmed = new Set(this.keys());
    return this.#endedMeanwhile();
  }

  /** Opens a match or takes it over. Returns the matches that ended while the bot was away, once they are known. */
  seat({ matchId, seat, resumed }: Seated): string[] {
    if (!this.has(matchId)) this.set(matchId, new OpenMatch(seat));
    if (!resumed) return [];
    this.#unconfirmed.delete(matchId);
    this.#awaited -= 1;
    return this.#endedMeanwhile();
  }

  #endedMeanwhile(): string[] {
    if (this.#awaited !== 0) return [];
    const ended = [...this.#unconfirmed].filter((matchId) => this.has(matchId));
    this.#unconfirmed.clear();
    return ended;
  }
}
