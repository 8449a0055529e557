/** An arena that says what a test tells it to, over real gRPC on loopback. */
import { EventEmitter, once } from "node:events";

import { type MessageInitShape, create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Metadata, Server, ServerCredentials, type ServerDuplexStream, type status } from "@grpc/grpc-js";

import {
  type Answer, type ArenaMessage, ArenaMessageSchema, type BotMessage, BotMessageSchema, type Hello,
} from "../src/proto/arena/v1/bot_pb.js";

type Said = NonNullable<MessageInitShape<typeof ArenaMessageSchema>["message"]>;

/** The arena's end of one stream. */
export class Talk {
  readonly #heard: AsyncIterator<BotMessage>;

  constructor(private readonly call: ServerDuplexStream<BotMessage, ArenaMessage>) {
    this.#heard = call[Symbol.asyncIterator]();
    call.on("error", () => {});
  }

  get metadata(): Metadata {
    return this.call.metadata;
  }

  /** Hears Hello and says Welcome. */
  async greet(resumeToken: string): Promise<Hello> {
    const { message } = await this.hear();
    if (message.case !== "hello") throw new Error(`a bot says Hello first, not ${message.case}`);
    this.say({ case: "welcome", value: { resumeToken } });
    return message.value;
  }

  async hear(): Promise<BotMessage> {
    const { value, done } = await this.#heard.next();
    if (done) throw new Error("the bot has closed its half");
    return value;
  }

  async answer(): Promise<Answer> {
    const { message } = await this.hear();
    if (message.case !== "answer") throw new Error(`expected an answer, heard ${message.case}`);
    return message.value;
  }

  say(message: Said): void {
    this.call.write(create(ArenaMessageSchema, { message }));
  }

  ask(matchId: string, ticket: bigint): void {
    this.say({ case: "ask", value: { matchId, ticket, legalTotal: 3 } });
  }

  close(): void {
    this.call.end();
  }

  fail(code: status, details: string): void {
    this.call.emit("error", { code, details });
  }
}

export class FakeArena {
  readonly #server = new Server();
  readonly #bell = new EventEmitter();
  readonly #talks: Talk[] = [];

  private constructor(public addr: string) {}

  static async start(addr = "127.0.0.1:0"): Promise<FakeArena> {
    const arena = new FakeArena(addr);
    const play = (call: ServerDuplexStream<BotMessage, ArenaMessage>) => {
      arena.#talks.push(new Talk(call));
      arena.#bell.emit("talk");
    };
    arena.#server.addService(
      {
        play: {
          path: "/arena.v1.BotService/Play",
          requestStream: true,
          responseStream: true,
          requestDeserialize: (bytes: Buffer) => fromBinary(BotMessageSchema, bytes),
          responseSerialize: (message: ArenaMessage) => Buffer.from(toBinary(ArenaMessageSchema, message)),
          requestSerialize: (message: BotMessage) => Buffer.from(toBinary(BotMessageSchema, message)),
          responseDeserialize: (bytes: Buffer) => fromBinary(ArenaMessageSchema, bytes),
        },
      },
      { play },
    );
    const port = await new Promise<number>((resolve, reject) => {
      const bound = (error: Error | null, port: number) => (error ? reject(error) : resolve(port));
      arena.#server.bindAsync(addr, ServerCredentials.createInsecure(), bound);
    });
    arena.addr = `127.0.0.1:${port}`;
    return arena;
  }

  /** The next stream that a bot opens. */
  async accept(): Promise<Talk> {
    while (this.#talks.length === 0) await once(this.#bell, "talk", { signal: AbortSignal.timeout(10_000) });
    return this.#talks.shift()!;
  }

  kill(): void {
    this.#server.forceShutdown();
  }
}
