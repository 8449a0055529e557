/** What a failure of the bot's own code is turned into, so that it is shown once and with the ask that caused it. */
import type { Log } from "./log.js";
import type { Ask } from "./proto/kahua/arena/v1/bot_pb.js";

/** The bot's own code failed. The message says where; the cause is what the code threw, if it threw something. */
export class BotFailure extends Error {
  override readonly name = "BotFailure";

  /** Logs the failure with its trace. */
  report(log: Log): void {
    const { cause } = this;
    const trace = cause instanceof Error ? (cause.stack ?? String(cause)) : String(cause);
    log.error("cause" in this ? `${this.message}\n${trace}` : this.message);
  }
}

/** Runs the bot's code, and turns what it throws into a `BotFailure` that begins with `what`. */
export function running<Result>(what: string, call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw asFailure(what, error);
  }
}

/** What the bot's code threw, as a `BotFailure`. */
export function asFailure(what: string, error: unknown): BotFailure {
  return error instanceof BotFailure ? error : new BotFailure(what, { cause: error });
}

/** The ask, as reports of a failure name it. */
export function described({ matchId, ticket, game, seat, legalTotal }: Ask): string {
  const legal = legalTotal === 1 ? "1 legal action" : `${legalTotal} legal actions`;
  return `match ${matchId}, ticket ${ticket} (${game}, seat ${seat}, ${legal})`;
}
