/** A connection to the arena, over any transport. */
import type { MessageInitShape } from "@bufbuild/protobuf";
import { durationMs } from "@bufbuild/protobuf/wkt";

import type { ErrorInfo, RetryInfo } from "./proto/google/rpc/error_details_pb.js";
import type { ArenaMessage, BotMessageSchema, Hello } from "./proto/kahua/arena/v1/bot_pb.js";

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
    text: string,
    /** How long the arena wants the bot to wait before it comes back. */
    readonly retryMs = 0,
  ) {
    super(text);
  }

  /** The same with the details that google.rpc defines, where the arena sent them. */
  static withDetails(code: number, text: string, info?: ErrorInfo, retry?: RetryInfo): Broken {
    const words = info?.reason ? `${text} (${info.reason})` : text;
    return new Broken(code, words, retry?.retryDelay ? durationMs(retry.retryDelay) : 0);
  }
}
