/** The connection without bidirectional streams, also for browsers: Listen and Submit over gRPC-Web. */
import { type Client, Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { Broken, type Line, type Said } from "./line.js";
import { ErrorInfoSchema, RetryInfoSchema } from "./proto/google/rpc/error_details_pb.js";
import { type ArenaMessage, BotService, type Hello } from "./proto/kahua/arena/v1/bot_pb.js";
import { type Checked, hostPort } from "./settings.js";

/** How long one call of Submit may take: the same time that the arena allows. */
const SUBMIT_MS = 10_000;
/** How often a call of Submit is tried before the connection counts as broken. */
const SUBMIT_TRIES = 4;
/** The pause before the second attempt. It doubles before each further one. Messages from Listen come first. */
const FIRST_PAUSE_MS = 100;
/** How many calls of Submit may be open before the connection counts as broken. */
const SUBMITS_MAX = 4096;

/** BotService.Listen and BotService.Submit. */
export class ListenSubmit implements Line {
  readonly #service: Client<typeof BotService>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #hangUp = new AbortController();
  #session = "";
  #submits = 0;
  #fail: (error: unknown) => void = () => {};

  constructor({ addr, token }: Checked) {
    const baseUrl = `${addr.tls ? "https" : "http"}://${hostPort(addr)}`;
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
    if (++this.#submits > SUBMITS_MAX) this.#fail(new Broken(Code.Unavailable, "the arena takes no messages"));
    this.#submit(message)
      .catch(this.#fail)
      .finally(() => this.#submits--);
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
      throw asBroken(ConnectError.from(error));
    }
  }

  async #submit(message: Said): Promise<void> {
    const options = { headers: this.#headers, signal: this.#hangUp.signal, timeoutMs: SUBMIT_MS };
    for (let tries = 1, pauseMs = FIRST_PAUSE_MS; !this.#hangUp.signal.aborted; tries++, pauseMs *= 2) {
      try {
        await this.#service.submit({ session: this.#session, message: { message } }, options);
        return;
      } catch (error) {
        const failure = ConnectError.from(error);
        if (tries === SUBMIT_TRIES || HOPELESS.has(failure.code)) throw asBroken(failure, sessionCode(failure.code));
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Failures that are caused by the message itself. */
const HOPELESS: ReadonlySet<Code> = new Set([Code.InvalidArgument, Code.OutOfRange, Code.Unimplemented]);

/** An unknown session is not a refusal: Listen broke without an error, and a new one may succeed. */
function sessionCode(code: Code): Code {
  return code === Code.Unauthenticated ? Code.Unavailable : code;
}

function asBroken(error: ConnectError, code = error.code): Broken {
  const [info] = error.findDetails(ErrorInfoSchema);
  const [retry] = error.findDetails(RetryInfoSchema);
  return Broken.withDetails(code, reason(error), info, retry);
}

/** The error of `fetch` says only that it failed. Its cause says why. */
function reason({ rawMessage, cause }: ConnectError): string {
  const deeper = cause instanceof Error ? cause.cause : undefined;
  return deeper instanceof Error && deeper.message ? `${rawMessage}: ${deeper.message}` : rawMessage;
}
