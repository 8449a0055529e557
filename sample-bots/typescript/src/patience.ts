/** Connects to the arena over any transport, and reconnects after a lost connection. */
import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";

import { ArenaHandle } from "./arena.js";
import type { Bot } from "./bot.js";
import { Broken, type Line } from "./line.js";
import { type Log, consoleLog } from "./log.js";
import { Matches } from "./matches.js";
import { PerMatch } from "./per_match.js";
import { ActionForm, type Hello, HelloSchema } from "./proto/kahua/arena/v1/bot_pb.js";
import { Session } from "./session.js";
import { type Checked, hostPort } from "./settings.js";
import { LIBRARY } from "./version.js";

const PROTOCOL_VERSION = 1;

/** The pause after the first failure. It doubles after each further one. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** The longest pause that an arena can ask for. */
const RETRY_MAX_MS = 30_000;
/** How often the log says that there is still no connection. */
const REMINDER_MS = 60_000;

/** Failures after which another attempt is useless. */
const FINAL: ReadonlySet<number> = new Set([
  Code.InvalidArgument,
  Code.OutOfRange,
  Code.Unauthenticated,
  Code.PermissionDenied,
  Code.NotFound,
  Code.FailedPrecondition,
  Code.Unimplemented,
  // A newer connection of the same bot has taken over; the two would only displace each other.
  Code.Aborted,
]);

/** The arena refuses the bot, or can't be talked to. The message says why. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** The arena was unreachable for longer than the settings' `patienceMs`. */
export class OutOfReach extends Error {
  override readonly name = "OutOfReach";
}

/** Another attempt won't help. The message says why, and what to do. */
export class Hopeless extends Error {
  override readonly name = "Hopeless";
}

/** Options beside the bot and its settings. */
export interface Options {
  /** The destination of log lines. By default, stderr. */
  readonly log?: Log;
}

/** How connections are made. */
export interface Transport {
  line(settings: Checked): Line;
  /** Says why there is no connection, if it knows better than the line. Rejects with `Hopeless`. */
  probe?(settings: Checked): Promise<string | undefined>;
}

/** Plays over one connection after another until the arena no longer needs the bot: see `play`. */
export async function playOver(
  transport: Transport,
  bot: Bot,
  settings: Checked,
  { log = consoleLog() }: Options,
  arena = new ArenaHandle(),
): Promise<void> {
  try {
    await new Connections(transport, bot, settings, log, arena).play();
  } finally {
    if (bot instanceof PerMatch) bot.close(log);
  }
}

/** The bot's connections, one after another. */
class Connections {
  readonly #matches = new Matches();
  #resumeToken = "";
  #pauseMs = FIRST_PAUSE_MS;
  #since = performance.now();
  /** How long the arena had been away when the log last said so. */
  #remindedMs: number | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly bot: Bot,
    private readonly settings: Checked,
    private readonly log: Log,
    private readonly arena: ArenaHandle,
  ) {}

  async play(): Promise<void> {
    const { addr, name } = this.settings;
    for (let broken = await this.#holdOne(); broken && !this.arena.mayLeave; broken = await this.#holdOne()) {
      if (FINAL.has(broken.code)) {
        throw new Refused(`the arena at ${hostPort(addr)} refuses ${name}: ${broken.message}`);
      }
      await this.#wait(broken);
    }
  }

  /** Plays over one connection. Returns how it broke, or undefined if the arena no longer needs the bot. */
  async #holdOne(): Promise<Broken | undefined> {
    const session = new Session(this.bot, this.settings, this.log, this.arena, this.#matches);
    const line = this.transport.line(this.settings);
    try {
      await session.hold(line, hello(this.bot, this.settings, this.#resumeToken));
      return session.drained ? new Broken(Code.Unavailable, "the arena is shutting down") : undefined;
    } catch (error) {
      if (error instanceof Broken) return error;
      throw error;
    } finally {
      line.close();
      if (session.resumeToken) {
        this.#resumeToken = session.resumeToken;
        this.#since = performance.now();
        this.#pauseMs = FIRST_PAUSE_MS;
        this.#remindedMs = undefined;
      }
    }
  }

  /** Says what is wrong, at once and then seldom, and waits before the next attempt. */
  async #wait(broken: Broken): Promise<void> {
    const { patienceMs } = this.settings;
    const addr = hostPort(this.settings.addr);
    const awayMs = performance.now() - this.#since;
    const away = `${Math.round(awayMs / 1000)} s`;
    if (awayMs >= patienceMs) {
      const what = isNameInUse(broken) ? `the name ${this.settings.name} has been in use` : `the arena at ${addr} has been unreachable`;
      throw new OutOfReach(`${what} for ${away}: ${broken.message}`);
    }
    if (this.#remindedMs === undefined || awayMs - this.#remindedMs >= REMINDER_MS) {
      this.log.warn(await this.#reminder(broken, away));
      this.#remindedMs = awayMs;
    }
    const pauseMs = Math.max(this.#pauseMs, Math.min(broken.retryMs, RETRY_MAX_MS));
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, patienceMs - awayMs)));
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }

  async #reminder(broken: Broken, away: string): Promise<string> {
    const addr = hostPort(this.settings.addr);
    const trying = `trying again for up to ${duration(this.settings.patienceMs)}`;
    if (isNameInUse(broken)) {
      const advice = "if another process has it, stop that process or choose another KAHUA_NAME";
      return `the name ${this.settings.name} is in use (${broken.message}); ${trying}; ${advice}`;
    }
    const why = await this.#why(broken);
    if (this.#remindedMs !== undefined) return `no arena at ${addr} for ${away} (${why})`;
    if (this.#resumeToken) return `connection to ${addr} lost (${why}); ${trying}`;
    return `no arena at ${addr} yet (${why}); ${trying}`;
  }

  async #why(broken: Broken): Promise<string> {
    if (this.#resumeToken) return broken.message;
    try {
      return (await this.transport.probe?.(this.settings)) ?? broken.message;
    } catch (error) {
      if (error instanceof Hopeless) throw new Refused(error.message);
      throw error;
    }
  }
}

/** Whether another connection has the bot's name, or one that was lost and still has open matches. */
function isNameInUse(broken: Broken): boolean {
  return broken.code === Code.AlreadyExists;
}

function hello(bot: Bot, settings: Checked, resumeToken: string): Hello {
  return create(HelloSchema, {
    name: settings.name,
    version: bot.version || settings.version,
    games: (bot.games ?? []).map((game) => ({ game })),
    matchesMax: settings.matches ?? bot.matches ?? 1,
    library: LIBRARY,
    resumeToken,
    actionForm: bot.actionForm ?? ActionForm.TYPED,
    protocolVersion: PROTOCOL_VERSION,
  });
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return ms < 60_000 ? `${ms / 1000} s` : minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
