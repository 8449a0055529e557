/** One conversation with the arena, from Hello to its end. */
import { create } from "@bufbuild/protobuf";

import type { Bot, Reply } from "./bot.js";
import type { Line } from "./line.js";
import type { Log } from "./log.js";
import {
  type Answer, AnswerSchema, type ArenaMessage, type Ask, type Ended, type FaultNotice, type Hello, type Notice,
  Notice_Kind, type Seated, type Welcome,
} from "./proto/arena/v1/bot_pb.js";
import { FaultCause, Termination_Kind } from "./proto/arena/v1/record_pb.js";

/** What the log reports about a match. */
interface Tally {
  readonly seat: number;
  asks: number;
  usedMs: number;
  longestMs: number;
}

/** The asks and answers of one connection. */
export class Conversation {
  /** From the arena's Welcome; empty until then. */
  resumeToken = "";
  /** Whether the arena has announced that it is shutting down. */
  draining = false;

  readonly #tallies = new Map<string, Tally>();
  #fail: (error: unknown) => void = () => {};

  constructor(
    private readonly bot: Bot,
    private readonly name: string,
    private readonly log: Log,
    private readonly leave: AbortSignal | undefined,
  ) {}

  /**
   * Sends Hello, then answers every ask until the arena closes the stream. Rejects with `Broken` if the connection
   * breaks or the arena refuses the bot, and with whatever the bot throws.
   */
  async hold(line: Line, hello: Hello): Promise<void> {
    const sayBye = () => line.say({ case: "bye", value: {} });
    try {
      await new Promise<void>((resolve, reject) => {
        this.#fail = reject;
        const hear = (message: ArenaMessage) => {
          try {
            this.#hear(line, message, sayBye);
          } catch (error) {
            reject(error);
          }
        };
        line.open(hello, hear).then(resolve, reject);
      });
    } finally {
      this.leave?.removeEventListener("abort", sayBye);
    }
  }

  #hear(line: Line, { message }: ArenaMessage, sayBye: () => void): void {
    switch (message.case) {
      case "ask":
        return this.#asked(line, message.value);
      case "welcome":
        return this.#welcomed(message.value, sayBye);
      case "seated":
        return this.#seated(message.value);
      case "fault":
        return this.#faulted(message.value);
      case "ended":
        return this.#ended(message.value);
      case "notice":
        return this.#noticed(message.value);
    }
  }

  #asked(line: Line, ask: Ask): void {
    const began = performance.now();
    const reply = this.bot.choose(ask);
    if (reply instanceof Promise) {
      reply.then((reply) => this.#answer(line, ask, reply, began)).catch(this.#fail);
    } else {
      this.#answer(line, ask, reply, began);
    }
  }

  #answer(line: Line, ask: Ask, reply: Reply, began: number): void {
    const answer = toMessage(ask, reply);
    const usedMs = performance.now() - began;
    line.say({ case: "answer", value: answer });
    const tally = this.#tallies.get(ask.matchId);
    if (tally) {
      tally.asks += 1;
      tally.usedMs += usedMs;
      tally.longestMs = Math.max(tally.longestMs, usedMs);
    }
    const limit = ask.askMs === undefined ? "" : ` of ${ask.askMs} ms`;
    this.log.debug(
      `ask ${ask.ticket} of ${ask.matchId}: ${ask.legalTotal} legal, ${answer.choice.case} ` +
        `${typeof answer.choice.value === "object" ? "" : answer.choice.value} after ${usedMs.toFixed(1)} ms${limit}`,
    );
  }

  #welcomed(welcome: Welcome, sayBye: () => void): void {
    this.resumeToken = welcome.resumeToken;
    const again = welcome.resumedMatches ? `; ${welcome.resumedMatches} matches continue` : "";
    this.log.info(`${this.name} is connected to an arena of version ${welcome.arenaVersion}${again}`);
    if (this.leave?.aborted) sayBye();
    else this.leave?.addEventListener("abort", sayBye, { once: true });
  }

  #seated(seated: Seated): void {
    this.#tallies.set(seated.matchId, { seat: seated.seat, asks: 0, usedMs: 0, longestMs: 0 });
    const players = seated.players.map((player) => player.name).join(", ");
    this.log.info(`match ${seated.matchId}: ${seated.game}, seat ${seated.seat} of ${players}`);
  }

  #faulted(fault: FaultNotice): void {
    this.log.warn(
      `fault in match ${fault.matchId || "-"}, ask ${fault.ticket}: ${FaultCause[fault.cause] ?? fault.cause}: ` +
        `${fault.problem}; expected: ${fault.expected}; now: ${fault.consequence}`,
    );
  }

  #ended(ended: Ended): void {
    const tally = this.#tallies.get(ended.matchId) ?? { seat: 0, asks: 0, usedMs: 0, longestMs: 0 };
    this.#tallies.delete(ended.matchId);
    const result = ended.results[tally.seat];
    const kind = Termination_Kind[ended.termination?.kind ?? Termination_Kind.UNSPECIFIED];
    const came = result
      ? `place ${result.place} of ${ended.results.length} with ${result.score} points`
      : `no result (${kind} ${ended.termination?.reason ?? ""})`;
    this.log.info(
      `match ${ended.matchId} ended: ${came}; ${tally.asks} asks, ${tally.usedMs.toFixed(0)} ms used, ` +
        `at most ${tally.longestMs.toFixed(1)} ms for one`,
    );
  }

  #noticed(notice: Notice): void {
    this.log.info(`the arena: ${Notice_Kind[notice.kind] ?? notice.kind} ${notice.text}`);
    this.draining ||= notice.kind === Notice_Kind.DRAINING;
  }
}

/** The message for the bot's answer. */
export function toMessage(ask: Ask, reply: Reply): Answer {
  const { choice, comment } = typeof reply === "object" && "choice" in reply ? reply : { choice: reply, comment: "" };
  const { matchId, ticket } = ask;
  switch (typeof choice) {
    case "number":
      return create(AnswerSchema, { matchId, ticket, comment, choice: { case: "index", value: choice } });
    case "string":
      return create(AnswerSchema, { matchId, ticket, comment, choice: { case: "notation", value: choice } });
    case "object":
      return create(AnswerSchema, { matchId, ticket, comment, choice: { case: "action", value: choice } });
    default:
      throw new TypeError(`choose returned ${String(choice)}: expected an index, an Action, or a notation`);
  }
}
