/** A fake arena that sends what a test tells it to send. */
import { type MessageInitShape, create } from "@bufbuild/protobuf";

import {
  type Answer, type ArenaMessage, ArenaMessageSchema, type BotMessage, type Hello,
} from "../src/proto/arena/v1/bot_pb.js";

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
  fail(code: number, details: string): void;
}

/** The arena's end of one conversation. */
export class Talk {
  readonly heard = new Queue<BotMessage>();
  resumeToken = "";

  constructor(
    readonly authorization: string | undefined,
    private readonly way: Way,
  ) {}

  /** Hears Hello and says Welcome. */
  async greet(resumeToken: string): Promise<Hello> {
    const { message } = await this.hear();
    if (message.case !== "hello") throw new Error(`a bot says Hello first, not ${message.case}`);
    this.resumeToken = resumeToken;
    this.say({ case: "welcome", value: { resumeToken } });
    return message.value;
  }

  hear(): Promise<BotMessage> {
    return this.heard.next();
  }

  async answer(): Promise<Answer> {
    const { message } = await this.hear();
    if (message.case !== "answer") throw new Error(`expected an answer, heard ${message.case}`);
    return message.value;
  }

  say(message: Said): void {
    this.way.say(create(ArenaMessageSchema, { message }));
  }

  ask(matchId: string, ticket: bigint): void {
    this.say({ case: "ask", value: { matchId, ticket, legalTotal: 3 } });
  }

  close(): void {
    this.way.close();
  }

  fail(code: number, details: string): void {
    this.way.fail(code, details);
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

  /** The next one, when it is there; nothing for ten seconds is a failure. */
  async next(): Promise<Item> {
    while (this.#items.length === 0) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("nothing came for ten seconds")), 10_000).unref();
        this.#bell = () => (clearTimeout(timer), resolve());
      });
    }
    return this.#items.shift()!;
  }
}
