/** The fake arena, with a stream in both directions. */
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { Metadata, Server, ServerCredentials, type ServerDuplexStream } from "@grpc/grpc-js";

import { ErrorInfoSchema } from "../src/proto/google/rpc/error_details_pb.js";
import { StatusSchema } from "../src/proto/google/rpc/status_pb.js";
import { type ArenaMessage, ArenaMessageSchema, type BotMessage, BotMessageSchema } from "../src/proto/kahua/arena/v1/bot_pb.js";
import { type FakeArena, Queue, Talk } from "./fake_arena.js";

export class FakeStreamArena implements FakeArena {
  readonly #server: Server;
  readonly #talks = new Queue<Talk>();

  private constructor(
    public addr: string,
    options: object,
  ) {
    this.#server = new Server(options);
  }

  static async start(
    addr = "127.0.0.1:0",
    security = ServerCredentials.createInsecure(),
    options = {},
  ): Promise<FakeStreamArena> {
    const arena = new FakeStreamArena(addr, options);
    arena.#server.addService(
      {
        play: {
          path: "/kahua.arena.v1.BotService/Play",
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
      arena.#server.bindAsync(addr, security, bound);
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
    fail: (code, details, reason) => call.emit("error", { code, details, metadata: detailed(code, details, reason) }),
  });
  call.on("data", (message: BotMessage) => talk.heard.push(message));
  call.on("cancelled", () => talk.heard.push(undefined));
  call.on("error", () => {});
  return talk;
}

/** The trailer with the reason of a failure, as google.rpc defines it. */
function detailed(code: number, message: string, reason?: string): Metadata {
  const metadata = new Metadata();
  if (reason) {
    const info = anyPack(ErrorInfoSchema, create(ErrorInfoSchema, { reason, domain: "kahua.dev" }));
    const status = create(StatusSchema, { code, message, details: [info] });
    metadata.set("grpc-status-details-bin", Buffer.from(toBinary(StatusSchema, status)));
  }
  return metadata;
}
