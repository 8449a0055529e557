/** The connection without bidirectional streams, also for browsers: Listen and Answer over gRPC-Web. */
import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { Broken, type Line, type Said } from "./line.js";
import { type ArenaMessage, BotService, type Hello } from "./proto/arena/v1/bot_pb.js";
import type { Settings } from "./settings.js";

/** How long one call of Answer may take: the same time that the arena allows. */
const ANSWER_MS = 10_000;
/** How often a call of Answer is tried before the connection counts as broken. */
const ANSWER_TRIES = 4;
/** The pause before the second attempt. It doubles before each further one. Messages from Listen come first. */
const FIRST_PAUSE_MS = 100;

/** BotService.Listen and BotService.Answer. */
export class ListenAnswer implements Line {
  readonly #service: Client<typeof BotService>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hangUp = new AbortController();
  #session = "";
  #fail: (error: unknown) => void = () => {};

  constructor({ addr, token }: Settings) {
    const baseUrl = /^https?:\/\//.test(addr) ? addr : `http://${addr}`;
    this.#service = createClient(BotService, createGrpcWebTransport({ baseUrl }));
    this.#headers = token ? { authorization: `Bearer ${token}` } : {};
  }

  open(hello: Hello, hear: (message: ArenaMessage) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#listen(hello, hear).then(resolve, reject);
    });
  }

  /**
   * Calls for different matches run concurrently. Within a match, no call overtakes another: the next ask comes only
   * after the arena has the previous answer. If the arena didn't wait for that answer, its ticket is no longer open.
   */
  say(message: Said): void {
    this.#answer(message).catch(this.#fail);
  }

  close(): void {
    this.#hangUp.abort();
  }

  async #listen(hello: Hello, hear: (message: ArenaMessage) => void): Promise<void> {
    const options = { headers: this.#headers, signal: this.#hangUp.signal };
    try {
      for await (const message of this.#service.listen({ hello }, options)) {
        if (message.message.case === "welcome") this.#session = message.message.value.resumeToken;
        hear(message);
      }
    } catch (error) {
      const { code, rawMessage, cause } = ConnectError.from(error);
      throw new Broken(code, reason(rawMessage, cause));
    }
  }

  async #answer(message: Said): Promise<void> {
    const options = { headers: this.#headers, signal: this.#hangUp.signal, timeoutMs: ANSWER_MS };
    for (let tries = 1, pauseMs = FIRST_PAUSE_MS; !this.#hangUp.signal.aborted; tries++, pauseMs *= 2) {
      try {
        await this.#service.answer({ session: this.#session, message: { message } }, options);
        return;
      } catch (error) {
        const { code, rawMessage, cause } = ConnectError.from(error);
        if (tries === ANSWER_TRIES || HOPELESS.has(code)) throw new Broken(asBreak(code), reason(rawMessage, cause));
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Failures that are caused by the message itself. */
const HOPELESS: ReadonlySet<Code> = new Set([Code.InvalidArgument, Code.OutOfRange, Code.Unimplemented]);

/** An unknown session is not a refusal: Listen broke without an error, and a new one may succeed. */
function asBreak(code: Code): Code {
  return code === Code.Unauthenticated ? Code.Unavailable : code;
}

/** The error of `fetch` says only that it failed. Its cause says why. */
function reason(message: string, cause: unknown): string {
  const deeper = cause instanceof Error ? cause.cause : undefined;
  return deeper instanceof Error && deeper.message ? `${message}: ${deeper.message}` : message;
}
