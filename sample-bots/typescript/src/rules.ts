/** The rules of the games, to look ahead with: positions that the process `kahua rules` keeps. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";

import { type Ask, AskSchema, type MatchEvent, MatchEventsSchema } from "./proto/kahua/arena/v1/bot_pb.js";
import { type View, ViewSchema } from "./proto/kahua/arena/v1/games_pb.js";

/** What must happen next: a seat decides, chance is drawn, or nothing, since the game is over. */
export type Phase = "decide" | "chance" | "over";

/** A whole number, or 64 hexadecimal digits. The same seed is the same luck. */
export type Seed = number | string;

/** An outcome of a chance event. */
export interface Outcome {
  readonly notation: string;
  readonly probability: number;
}

/** What came of random games. */
export interface Rollouts {
  /** The mean points of each seat. */
  readonly meanScores: readonly number[];
  /** The share of the games in which each seat came first; those who tie share it. */
  readonly wins: readonly number[];
  /** How many of the games reached their end. */
  readonly finished: number;
}

/** What a legal action leads to. */
export interface Successor {
  /** The action in the game's notation. The index in the list is its index in `ask.legal`. */
  readonly action: string;
  /** The points of each seat if the final scoring came right after the action. */
  readonly scores: readonly number[];
  readonly phase: Phase;
  /** The seat to decide next, if one is. */
  readonly seat: number | undefined;
  /** What came of random games after the action, if they were asked for. */
  readonly rollouts: Rollouts | undefined;
}

/** How random games are played. */
export interface RolloutOptions {
  /** The seed of all luck and all choices. */
  readonly seed?: Seed;
  /** Each game ends after so many events; at its own end if it isn't given. */
  readonly eventsMax?: number;
}

/** The rules refuse a request, or their process can't be started or has ended. The message says why. */
export class RulesError extends Error {
  override readonly name = "RulesError";

  /** The kind is `illegal` if the rules don't allow it, `request` or `limit` if it was asked for in a wrong way. */
  constructor(message: string, readonly kind: "illegal" | "request" | "limit" | "process" = "process") {
    super(message);
  }
}

type Arguments = Record<string, unknown>;
/** An answer as docs/bots/rules.md describes it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type RawAnswer = Record<string, any>;

/** A line that was written, and waits for its answer. */
interface Waiting {
  readonly resolve: (line: string) => void;
  readonly reject: (error: RulesError) => void;
}

/**
 * The rules of all games. They run in a process of their own, which ends with `close`.
 *
 * The process is `kahua rules`. KAHUA_RULES is the path of the program `kahua`; without it, `kahua` is looked for in the folders
 * of PATH.
 */
export class Rules {
  readonly #command: readonly string[];
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: Waiting[] = [];
  readonly #closed: Promise<void>;
  #end: RulesError | undefined;

  constructor(command: readonly string[] = [process.env["KAHUA_RULES"] || "kahua", "rules"]) {
    this.#command = command;
    const [program = "kahua", ...words] = command;
    this.#process = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#waiting.shift()?.resolve(line));
    this.#closed = new Promise((resolve) => {
      this.#process.on("error", (error) => {
        const remedy = "put kahua into a folder of PATH, or set KAHUA_RULES to its path";
        this.#ended(`can't start ${this.#command.join(" ")}: ${error.message}; ${remedy}`);
        resolve();
      });
      this.#process.on("close", (code, signal) => {
        this.#ended(`${this.#command.join(" ")} has ended (${signal ?? `exit status ${code}`})`);
        resolve();
      });
    });
    // The end of the process says more than a pipe that is closed.
    this.#process.stdin.on("error", () => {});
  }

  /** A game from its beginning. With a seed, chance is drawn up to the first decision. */
  async start(game: string, options: { seats?: number; options?: readonly string[]; seed?: Seed } = {}): Promise<Position> {
    return new Position(this, await this.request("start", { game, ...options }));
  }

  /** The position of an ask. What the bot doesn't see is guessed from the seed. */
  async position({ game, seat, view, legalTotal }: Ask, { seed = 0 }: { seed?: Seed } = {}): Promise<Position> {
    const short = create(AskSchema, { game, seat, legalTotal });
    if (view) short.view = view;
    const ask = base64Encode(toBinary(AskSchema, short));
    return new Position(this, await this.request("from_ask", { ask, seed }));
  }

  /** The position that a view shows to the seat to decide. What it doesn't see is guessed from the seed. */
  async fromView(game: string, view: View, { seed = 0 }: { seed?: Seed } = {}): Promise<Position> {
    return new Position(this, await this.request("from_view", { game, view: base64Encode(toBinary(ViewSchema, view)), seed }));
  }

  /** Any request, and its answer as they stand in docs/bots/rules.md. Rejects with a `RulesError` if it fails. */
  async request(op: string, args: Arguments): Promise<RawAnswer> {
    return checked(JSON.parse(await this.#exchange(JSON.stringify({ op, ...args }))) as RawAnswer);
  }

  /** Many requests at once, which is several times faster. A request that fails is answered with an `error`. */
  async batch(requests: readonly Arguments[]): Promise<RawAnswer[]> {
    const answers = JSON.parse(await this.#exchange(JSON.stringify(requests))) as RawAnswer[] | RawAnswer;
    // A line that can't be read at all has one answer.
    return Array.isArray(answers) ? (answers as RawAnswer[]) : [checked(answers)];
  }

  /** Ends the process. Its positions are of no use any more. */
  async close(): Promise<void> {
    this.#end ??= new RulesError("these rules were closed");
    this.#process.stdin.end();
    await this.#closed;
  }

  #exchange(line: string): Promise<string> {
    if (this.#end) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#process.stdin.write(`${line}\n`);
    });
  }

  #ended(message: string): void {
    this.#end ??= new RulesError(message);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#end);
  }
}

/** One position. The process keeps it until `free` is called. */
export class Position {
  /** Its number in requests. */
  readonly handle: number;
  phase: Phase = "chance";
  /** The seat to decide, if one is. */
  seat: number | undefined;
  /** How many legal actions it has. */
  legalTotal = 0;
  /** The place of each seat, 1 for the winner, once the game is over. */
  places: readonly number[] | undefined;
  /** The outcomes of chance that the latest request has drawn. */
  drawn: readonly string[] = [];
  readonly #rules: Rules;

  /** Made by the methods of `Rules` and `Position`. */
  constructor(rules: Rules, answer: RawAnswer) {
    this.#rules = rules;
    this.handle = answer["position"] as number;
    this.#update(answer);
  }

  #update(answer: RawAnswer): this {
    this.phase = answer["phase"] as Phase;
    this.seat = answer["seat"] as number | undefined;
    this.legalTotal = (answer["legal_total"] as number | undefined) ?? 0;
    this.places = answer["places"] as number[] | undefined;
    this.drawn = (answer["drawn"] as string[] | undefined) ?? [];
    return this;
  }

  /** The legal actions in the game's notation, in the order of `ask.legal`. */
  async legal(): Promise<string[]> {
    return (await this.#ask("legal"))["legal"] as string[];
  }

  /** Plays a legal action: its index or its notation. With a seed, chance is then drawn up to the next decision. */
  async play(action: number | string, { seed }: { seed?: Seed } = {}): Promise<this> {
    return this.#update(await this.#ask("play", { action, seed }));
  }

  /** As `play`, but on a copy. */
  async after(action: number | string, { seed }: { seed?: Seed } = {}): Promise<Position> {
    return new Position(this.#rules, await this.#ask("play", { action, seed, copy: true }));
  }

  /** The outcomes of the chance event that is due; empty if none is. */
  async chance(): Promise<Outcome[]> {
    const answer = await this.#ask("chance");
    const total = answer["weights_total"] as number;
    const outcomes = answer["outcomes"] as { outcome: string; weight: number }[];
    return outcomes.map(({ outcome, weight }) => ({ notation: outcome, probability: weight / total }));
  }

  /** Plays an outcome of the chance event that is due. */
  async playChance(notation: string): Promise<this> {
    return this.#update(await this.#ask("play", { chance: notation }));
  }

  /** Draws chance up to the next decision. */
  async sample(seed: Seed): Promise<this> {
    return this.#update(await this.#ask("sample", { seed }));
  }

  /** Plays events of a match, as asks and `onEvents` have them. */
  async observe(events: MatchEvent[]): Promise<this> {
    const message = toBinary(MatchEventsSchema, create(MatchEventsSchema, { events }));
    return this.#update(await this.#ask("observe", { events: base64Encode(message) }));
  }

  /** The points of each seat if the final scoring came now. */
  async scores(): Promise<number[]> {
    return (await this.#ask("scores"))["scores"] as number[];
  }

  /** What a seat sees, as text; without a seat, what a spectator sees. */
  async text(seat?: number): Promise<string> {
    return (await this.#ask("text", { seat }))["text"] as string;
  }

  /** What a seat sees; without a seat, what a spectator sees. */
  async view(seat?: number): Promise<View> {
    const { view } = await this.#ask("view", { seat, form: "bytes" });
    return fromBinary(ViewSchema, base64Decode(view as string));
  }

  /** What every legal action leads to. With `rollouts`, so many random games are played after each of them. */
  async successors({ rollouts = 0, seed = 0, eventsMax }: { rollouts?: number } & RolloutOptions = {}): Promise<Successor[]> {
    const answer = await this.#ask("successors", { rollouts, seed, events_max: eventsMax });
    return (answer["successors"] as RawAnswer[]).map((successor) => ({
      action: successor["action"] as string,
      scores: successor["scores"] as number[],
      phase: successor["phase"] as Phase,
      seat: successor["seat"] as number | undefined,
      rollouts: rollouts > 0 ? asRollouts(successor) : undefined,
    }));
  }

  /** Plays `n` random games from here. */
  async rollout(n: number, { seed = 0, eventsMax }: RolloutOptions = {}): Promise<Rollouts> {
    return asRollouts(await this.#ask("rollout", { n, seed, events_max: eventsMax }));
  }

  /** The same position once more. */
  async clone(): Promise<Position> {
    return new Position(this.#rules, await this.#ask("clone"));
  }

  /** The same view of the seat to decide, with another guess at what it doesn't see. */
  async redraw(seed: Seed): Promise<Position> {
    return new Position(this.#rules, await this.#ask("redraw", { seed }));
  }

  /** Forgets the position. It is of no use any more. */
  async free(): Promise<void> {
    await this.#ask("free");
  }

  #ask(op: string, args: Arguments = {}): Promise<RawAnswer> {
    return this.#rules.request(op, { position: this.handle, ...args });
  }
}

function asRollouts(answer: RawAnswer): Rollouts {
  return {
    meanScores: answer["mean_scores"] as number[],
    wins: answer["wins"] as number[],
    finished: answer["finished"] as number,
  };
}

function checked(answer: RawAnswer): RawAnswer {
  if ("error" in answer) throw new RulesError(answer["error"] as string, answer["kind"] as "request");
  return answer;
}
