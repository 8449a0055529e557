/** The way to the arena and back, whatever carries it. */
import type { MessageInitShape } from "@bufbuild/protobuf";

import type { ArenaMessage, BotMessageSchema, Hello } from "./proto/arena/v1/bot_pb.js";

/** What a bot says. */
export type Said = NonNullable<MessageInitShape<typeof BotMessageSchema>["message"]>;

/** One connection's way to the arena and back; it is opened once. */
export interface Line {
  /** Says Hello and hands on what the arena says, until it closes the stream. Rejects with `Broken` otherwise. */
  open(hello: Hello, hear: (message: ArenaMessage) => void): Promise<void>;
  /** Says something; where the line has ended, nobody hears it. */
  say(message: Said): void;
  /** Hangs up. */
  close(): void;
}

/** The line broke off, or the arena refuses the bot: which of the two, the gRPC status code tells. */
export class Broken extends Error {
  override readonly name = "Broken";

  constructor(
    readonly code: number,
    readonly details: string,
  ) {
    super(details);
  }
}
