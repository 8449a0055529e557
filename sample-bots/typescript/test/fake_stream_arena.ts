/** The fake arena, with a stream in both directions. */
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { Server, ServerCredentials, type ServerDuplexStream } from "@grpc/grpc-js";

import { type ArenaMessage, ArenaMessageSchema, type BotMessage, BotMessageSchema } from "../src/proto/arena/v1/bot_pb.js";
import { type FakeArena, Queue, Talk } from "./fake_arena.js";

export class FakeStreamArena implements FakeArena {
  readonly #server = new Server();
  readonly #talks = new Queue<Talk>();

  private constructor(public addr: string) {}

  static async start(addr = "127.0.0.1:0"): Promise<FakeStreamArena> {
    const arena = new FakeStreamArena(addr);
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
      { play: (call: ServerDuplexStream<BotMessage, ArenaMessage>) => arena.#talks.push(talkOver(call)) },
    );
    const port = await new Promise<number>((resolve, reject) => {
      const bound = (error: Error | null, port: number) => (error ? reject(error) : resolve(port));
      arena.#server.bindAsync(addr, ServerCredentials.createInsecure(), bound);
    });
    arena.addr = `127.0.0.1:${port}`;
    return arena;
  }

  accept(): Promise<Talk> {
    return this.#talks.next();
  }

  kill(): void {
    this.#server.forceShutdown();
  }
}

function talkOver(call: ServerDuplexStream<BotMessage, ArenaMessage>): Talk {
  const talk = new Talk(call.metadata.get("authorization")[0]?.toString(), {
    say: (message) => call.write(message),
    close: () => call.end(),
    fail: (code, details) => call.emit("error", { code, details }),
  });
  call.on("data", (message: BotMessage) => talk.heard.push(message));
  call.on("error", () => {});
  return talk;
}
