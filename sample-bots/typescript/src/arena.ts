/** The bot's handle on the arena. */
import type { Line, Said } from "./line.js";
import type { Matches } from "./matches.js";

/** What a bot may tell the arena at any time. What it wants outlives a lost connection. */
export interface Arena {
  /** Gives up a match. The seat is placed last. */
  resign(matchId: string): void;
  /** Asks for no new matches; the open ones continue. */
  pause(): void;
  /** Asks for new matches again. */
  ready(): void;
  /** Leaves when the open matches have ended; then the run ends. */
  bye(): void;
}

/** The handle, with what the client needs of it. */
export class ArenaHandle implements Arena {
  #line: Line | undefined;
  #matches: Matches | undefined;
  #paused = false;
  #leaving = false;

  resign(matchId: string): void {
    const match = this.#matches?.get(matchId);
    if (match) match.resigned = true;
    this.#say({ case: "resign", value: { matchId } });
  }

  pause(): void {
    this.#paused = true;
    this.#say({ case: "pause", value: {} });
  }

  ready(): void {
    this.#paused = false;
    this.#say({ case: "ready", value: {} });
  }

  bye(): void {
    if (this.#leaving) return;
    this.#leaving = true;
    this.#say({ case: "bye", value: {} });
  }

  /** Whether nothing is left to wait for: the bot wants to leave, has no open match, and isn't connected. */
  get mayLeave(): boolean {
    return this.#leaving && this.#line === undefined && !this.#matches?.size;
  }

  /** A connection was accepted: repeats on it what the bot wants. */
  connected(line: Line, matches: Matches): void {
    this.#line = line;
    this.#matches = matches;
    if (this.#paused) this.#say({ case: "pause", value: {} });
    if (this.#leaving) this.#say({ case: "bye", value: {} });
  }

  disconnected(): void {
    this.#line = undefined;
  }

  #say(message: Said): void {
    this.#line?.say(message);
  }
}
