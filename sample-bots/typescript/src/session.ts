/** One connection's talk with the arena, from Hello to its end: what the arena says goes to the bot. */
import { toJson } from "@bufbuild/protobuf";

import { toMessage } from "./answering.js";
import type { ArenaHandle } from "./arena.js";
import type { Bot, Reply } from "./bot.js";
import { BotFailure, asFailure, described, running } from "./failure.js";
import type { Line } from "./line.js";
import type { Log } from "./log.js";
import { type Matches, OpenMatch } from "./matches.js";
import { PerMatch } from "./per_match.js";
import {
  type ArenaMessage, ArenaMessageSchema, type Ask, type Ended, type FaultNotice, type Hello, type MatchEvent,
  type Notice, Notice_Kind, type Seated, type Welcome,
} from "./proto/kahua/arena/v1/bot_pb.js";
import { FaultCause, Termination_Kind } from "./proto/kahua/arena/v1/record_pb.js";
import type { Checked } from "./settings.js";

/** The bot's side of one connection. */
export class Session {
  /** From the arena's Welcome; empty until then. */
  resumeToken = "";
  /** Whether the arena has announced that it is shutting down. */
  drained = false;

  #over = false;
  #reject: (error: unknown) => void = () => {};

  constructor(
    private readonly bot: Bot,
    private readonly settings: Checked,
    private readonly log: Log,
    private readonly arena: ArenaHandle,
    private readonly matches: Matches,
  ) {}

  /**
   * Sends Hello, then answers every ask until the arena closes the stream. Rejects with `Broken` if the connection breaks
   * or the arena refuses the bot, and with `BotFailure` if the bot fails.
   */
  async hold(line: Line, hello: Hello): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#reject = reject;
        line.open(hello, (message) => this.#guarded(() => this.#hear(line, message))).then(resolve, reject);
      });
    } finally {
      this.#over = true;
      this.arena.disconnected();
    }
  }

  /** Runs this as long as the session isn't over. An error ends it. */
  #guarded(step: () => void): void {
    if (this.#over) return;
    try {
      step();
    } catch (error) {
      this.#over = true;
      this.#reject(error);
    }
  }

  #hear(line: Line, message: ArenaMessage): void {
    const { message: heard } = message;
    this.log.trace?.(`received ${JSON.stringify(toJson(ArenaMessageSchema, message))}`);
    switch (heard.case) {
      case "ask":
        return this.#asked(line, heard.value);
      case "events":
        return this.#happened(heard.value.matchId, heard.value.events);
      case "welcome":
        return this.#welcomed(line, heard.value);
      case "seated":
        return this.#seated(line, heard.value);
      case "fault":
        return this.#faulted(heard.value);
      case "ended":
        return this.#ended(heard.value);
      case "notice":
        return this.#noticed(heard.value);
    }
  }

  #asked(line: Line, ask: Ask): void {
    this.#happened(ask.matchId, ask.events);
    if (this.matches.get(ask.matchId)?.resigned) return;
    try {
      this.#choose(line, ask);
    } finally {
      // Only now, so that an answer doesn't wait for a disk.
      this.settings.recorder?.record(ask, this.log);
    }
  }

  #choose(line: Line, ask: Ask): void {
    const began = performance.now();
    const what = `choose failed in ${described(ask)}`;
    this.#failing(ask.matchId, () => {
      const reply = running(what, () => this.bot.choose(ask));
      if (isPromise(reply)) {
        reply.then(
          (reply) => this.#guarded(() => this.#failing(ask.matchId, () => this.#answer(line, ask, reply, began))),
          (error: unknown) => this.#guarded(() => this.#failed(ask.matchId, asFailure(what, error))),
        );
      } else {
        this.#answer(line, ask, reply, began);
      }
    });
  }

  #answer(line: Line, ask: Ask, reply: Reply, began: number): void {
    const message = toMessage(ask, reply);
    const usedMs = performance.now() - began;
    line.say(message);
    const match = this.matches.get(ask.matchId);
    match?.add(usedMs);
    if (match && message.case === "resign") match.resigned = true;
    const limit = ask.askMs === undefined ? "" : ` of ${ask.askMs} ms`;
    const choice = message.case === "answer" ? (message.value.choice?.case ?? "nothing") : message.case;
    this.log.debug(`${described(ask)}: answered with ${choice} after ${usedMs.toFixed(1)} ms${limit}`);
  }

  #happened(matchId: string, events: readonly MatchEvent[]): void {
    const match = this.matches.get(matchId);
    const fresh = match ? match.fresh(events) : events;
    if (fresh.length > 0) {
      this.#tell(`onEvents failed in match ${matchId}`, matchId, () => this.bot.onEvents?.(matchId, fresh));
    }
  }

  #welcomed(line: Line, welcome: Welcome): void {
    const { arenaVersion, resumeToken, resumedMatches } = welcome;
    this.resumeToken = resumeToken;
    const again = resumedMatches ? `; ${resumedMatches} matches continue` : "";
    this.log.info(`${this.settings.name} is connected to an arena of version ${arenaVersion}${again}`);
    this.arena.connected(line, this.matches);
    this.#forget(this.matches.resume(resumedMatches));
    this.#tell("onWelcome failed", undefined, () => this.bot.onWelcome?.(welcome, this.arena));
  }

  #seated(line: Line, seated: Seated): void {
    const { matchId, game, seat, players } = seated;
    this.#forget(this.matches.seat(seated));
    if (this.matches.get(matchId)?.resigned) line.say({ case: "resign", value: { matchId } });
    this.log.info(`match ${matchId}: ${game}, seat ${seat} of ${players.map(({ name }) => name).join(", ")}`);
    const what = `onSeated failed in match ${matchId} (${game}, seat ${seat})`;
    this.#tell(what, matchId, () => this.bot.onSeated?.(seated));
  }

  #faulted(fault: FaultNotice): void {
    const { matchId, problem, expected, consequence } = fault;
    const where = matchId ? `match ${matchId}` : "no match";
    const ticket = fault.ticket === undefined ? "" : `, ticket ${fault.ticket}`;
    const cause = words(FaultCause, fault.cause);
    const text = `${problem}; expected: ${expected}; consequence: ${consequence}`;
    this.log.warn(`${cause} fault in ${where}${ticket}: ${text}`);
    this.#tell(`onFault failed in ${where}`, matchId, () => this.bot.onFault?.(fault));
  }

  #ended(ended: Ended): void {
    const { matchId, results, termination } = ended;
    const match = this.matches.get(matchId) ?? new OpenMatch(0);
    this.matches.delete(matchId);
    const result = results[match.seat];
    const givenUp = result?.givenUp === undefined ? "" : `, given up (${words(FaultCause, result.givenUp)})`;
    const kind = words(Termination_Kind, termination?.kind ?? Termination_Kind.UNSPECIFIED);
    const came = result
      ? `place ${result.place} of ${results.length} with ${result.score} points${givenUp}`
      : `no result (${termination?.reason ? `${kind}: ${termination.reason}` : kind})`;
    const times = `${match.usedMs.toFixed(0)} ms used, at most ${match.longestMs.toFixed(1)} ms for one`;
    this.log.info(`match ${matchId} ended: ${came}; ${match.asks} asks, ${times}`);
    this.#tell(`onEnded failed in match ${matchId}`, matchId, () => this.bot.onEnded?.(ended));
  }

  #noticed(notice: Notice): void {
    this.log.info(`the arena: ${words(Notice_Kind, notice.kind)}: ${notice.text}`);
    this.drained ||= notice.kind === Notice_Kind.DRAINING;
    this.#tell("onNotice failed", undefined, () => this.bot.onNotice?.(notice));
  }

  #forget(endedMeanwhile: readonly string[]): void {
    const { bot } = this;
    for (const matchId of endedMeanwhile) {
      this.log.info(`match ${matchId} ended while ${this.settings.name} was away`);
      this.matches.delete(matchId);
      if (bot instanceof PerMatch) this.#tell(`close failed in match ${matchId}`, matchId, () => bot.forget(matchId));
    }
  }

  #tell(what: string, matchId: string | undefined, call: () => void): void {
    if (matchId !== undefined && this.matches.get(matchId)?.failed) return;
    this.#failing(matchId, () => running(what, call));
  }

  #failing(matchId: string | undefined, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof BotFailure)) throw error;
      this.#failed(matchId, error);
    }
  }

  /** Resigns the match that the bot failed in, if the settings say so. Otherwise the failure ends the run. */
  #failed(matchId: string | undefined, failure: BotFailure): void {
    if (this.settings.onError === "exit" || matchId === undefined) throw failure;
    failure.report(this.log);
    const match = this.matches.get(matchId);
    if (!match) return;
    match.failed = true;
    this.log.error(`resigning match ${matchId}, as KAHUA_ON_ERROR says`);
    this.arena.resign(matchId);
  }
}

/** Whether this is a promise, of whichever library or page. */
function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** An enum's value in words, or its number if a newer arena sent one that is unknown here. */
function words(names: Readonly<Record<number, string>>, value: number): string {
  return (names[value] ?? String(value)).toLowerCase().replaceAll("_", " ");
}
