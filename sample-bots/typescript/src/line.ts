/** A connection to the arena, over any transport. */
import type { MessageInitShape } from "@bufbuild/protobuf";

import type { ArenaMessage, BotMessageSchema, Hello } from "./proto/arena/v1/bot_pb.js";

/** A message from the bot. */
export type Said = NonNullable<MessageInitShape<typeof BotMessageSchema>["message"]>;

/** One connection to the arena. It is opened once. */
export interface Line {
  /** Sends Hello and passes on the arena's messages until it closes the stream. Rejects with `Broken` otherwise. */
  open(hello: Hello, hear: (message: ArenaMessage) => void): Promise<void>;
  /** Sends a message. Does nothing if the connection has ended. */
  say(message: Said): void;
  /** Closes the connection. */
  close(): void;
}

/** The connection broke, or the arena refuses the bot. The gRPC status code says which. */
export class Broken extends Error {
  override readonly name = "Broken";

  constructor(
    readonly code: number,
    readonly details: string,
  ) {
    super(details);
  }
}
