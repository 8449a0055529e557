/** A fake arena that sends what a test tells it to send. */
import { type MessageInitShape, create } from "@bufbuild/protobuf";

import {
  type Answer, type ArenaMessage, ArenaMessageSchema, type BotMessage, type Hello,
} from "../src/proto/kahua/arena/v1/bot_pb.js";

type Heard = Extract<BotMessage["message"], { case: string }>;
type Value<Kind extends Heard["case"]> = Extract<Heard, { case: Kind }>["value"];
type Said = NonNullable<MessageInitShape<typeof ArenaMessageSchema>["message"]>;

/** Real gRPC or gRPC-Web on loopback; each kind has a file of its own. */
export interface FakeArena {
  readonly addr: string;
  /** The next conversation that a bot opens. */
  accept(): Promise<Talk>;
  /** Cuts every connection and listens no more. */
  kill(): void;
}

/** What one way to the bot must be able to do. */
export interface Way {
  say(message: ArenaMessage): void;
  close(): void;
  fail(code: number, text: string, reason?: string): void;
}

/** The arena's end of one conversation. */
export class Talk {
  /** What the bot says; undefined when it ends the conversation. */
  readonly heard = new Queue<BotMessage | undefined>();
  resumeToken = "";

  constructor(
    readonly authorization: string | undefined,
    private readonly way: Way,
  ) {}

  /** Hears Hello and says Welcome. */
  async greet(resumeToken = "t", resumedMatches = 0): Promise<Hello> {
    const hello = await this.hear("hello");
    this.resumeToken = resumeToken;
    this.say({ case: "welcome", value: { resumeToken, resumedMatches } });
    return hello;
  }

  /** What the bot says next, which must be of this kind. */
  async hear<Kind extends Heard["case"]>(kind: Kind): Promise<Value<Kind>> {
    const heard = await this.heard.next();
    if (heard?.message.case !== kind) throw new Error(`expected ${kind}, heard ${heard?.message.case ?? "the end"}`);
    return heard.message.value as Value<Kind>;
  }

  answer(): Promise<Answer> {
    return this.hear("answer");
  }

  /** Whether the bot ends the conversation instead of saying anything. */
  async hungUp(): Promise<boolean> {
    return (await this.heard.next()) === undefined;
  }

  seat(matchId: string, resumed = false): void {
    this.say({ case: "seated", value: { matchId, game: "haleakala", seat: 1, resumed } });
  }

  say(message: Said): void {
    this.way.say(create(ArenaMessageSchema, { message }));
  }

  ask(matchId: string, ticket: number, events: readonly number[] = []): void {
    const happened = events.map((number) => ({ number }));
    const value = { matchId, ticket, game: "haleakala", seat: 1, legalTotal: 12, events: happened };
    this.say({ case: "ask", value });
  }

  close(): void {
    this.way.close();
  }

  fail(code: number, text: string, reason?: string): void {
    this.way.fail(code, text, reason);
  }
}

/** Things that come one by one, and somebody who waits for them. */
export class Queue<Item> {
  readonly #items: Item[] = [];
  #bell = () => {};

  push(item: Item): void {
    this.#items.push(item);
    this.#bell();
  }

  /** The next one, when it is there; nothing for a minute is a failure. */
  async next(): Promise<Item> {
    while (this.#items.length === 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("nothing came for a minute")), 60_000).unref();
        this.#bell = () => (clearTimeout(timer), resolve());
      });
    }
    return this.#items.shift()!;
  }
}
