/** The line for clients without two-way streams, in browsers too: Listen downwards, Answer upwards, over gRPC-Web. */
import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { Broken, type Line, type Said } from "./line.js";
import { type ArenaMessage, BotService, type Hello } from "./proto/arena/v1/bot_pb.js";
import type { Settings } from "./settings.js";

/** How long one call upwards may take: as long as the arena itself gives it. */
const ANSWER_MS = 10_000;
/** How often a call upwards is tried before the connection counts as broken. */
const ANSWER_TRIES = 4;
/** The pause before the second try; it doubles with every further one. What Listen says meanwhile goes first. */
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
   * Calls of different matches go side by side. Within a match none overtakes another: its next ask comes when the
   * answer to the one before has been heard, and where the arena didn't wait for it, the ticket is an old one.
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

/** Where the message itself is at fault. */
const HOPELESS: ReadonlySet<Code> = new Set([Code.InvalidArgument, Code.OutOfRange, Code.Unimplemented]);

/** An unknown session is no refusal of the bot: Listen has broken off without a word, and a new one may come in. */
function asBreak(code: Code): Code {
  return code === Code.Unauthenticated ? Code.Unavailable : code;
}

/** `fetch` says only that it failed; its cause says why. */
function reason(message: string, cause: unknown): string {
  const deeper = cause instanceof Error ? cause.cause : undefined;
  return deeper instanceof Error && deeper.message ? `${message}: ${deeper.message}` : message;
}
