/** The normal connection: one bidirectional stream over HTTP/2. Only for Node, since browsers have no such streams. */
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Client, type ClientDuplexStream, Metadata, type ServiceError, credentials } from "@grpc/grpc-js";

import { Broken, type Line, type Said } from "./line.js";
import {
  type ArenaMessage, ArenaMessageSchema, type BotMessage, BotMessageSchema, BotService, type Hello,
} from "./proto/arena/v1/bot_pb.js";
import type { Settings } from "./settings.js";

const CHANNEL_OPTIONS = {
  "grpc.keepalive_time_ms": 15_000,
  "grpc.keepalive_timeout_ms": 15_000,
  // This package pauses between attempts; a channel with a pool of its own adds no pauses.
  "grpc.use_local_subchannel_pool": 1,
};

/** BotService.Play. */
export class PlayStream implements Line {
  readonly #client: Client;
  readonly #call: ClientDuplexStream<BotMessage, ArenaMessage>;

  constructor({ addr, token }: Settings) {
    const metadata = new Metadata();
    if (token) metadata.set("authorization", `Bearer ${token}`);
    this.#client = new Client(addr, credentials.createInsecure(), CHANNEL_OPTIONS);
    this.#call = this.#client.makeBidiStreamRequest(
      `/${BotService.typeName}/${BotService.method.play.name}`,
      (message: BotMessage) => Buffer.from(toBinary(BotMessageSchema, message)),
      (bytes) => fromBinary(ArenaMessageSchema, bytes),
      metadata,
      {},
    );
  }

  open(hello: Hello, hear: (message: ArenaMessage) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#call.on("data", hear);
      // This handler stays, because a cancelled call reports one more error.
      this.#call.on("error", (error) => reject(isServiceError(error) ? new Broken(error.code, error.details) : error));
      this.#call.on("end", resolve);
      this.say({ case: "hello", value: hello });
    });
  }

  say(message: Said): void {
    if (this.#call.writable) this.#call.write(create(BotMessageSchema, { message }));
  }

  close(): void {
    this.#call.cancel();
    this.#client.close();
  }
}

function isServiceError(error: Error): error is ServiceError {
  return "code" in error && typeof error.code === "number" && "details" in error;
}
