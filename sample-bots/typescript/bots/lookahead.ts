/** A bot that looks one move ahead by the rules: it tries every action out in short random games. */
import { randomInt } from "node:crypto";

import { type Ask, type Bot, Rules, type Successor, run } from "../src/index.js";

/** How many games are played after each action. */
const ROLLOUTS = 200;
/**
 * How far each of them goes: after so many events, the points are counted as they would be at the end. Hawaii is played to
 * its end.
 */
const EVENTS: Record<string, number> = { haleakala: 15, hawaii: 400 };

class LookAhead implements Bot {
  readonly games = Object.keys(EVENTS);

  constructor(private readonly rules: Rules) {}

  async choose(ask: Ask): Promise<number> {
    if (ask.legalTotal === 1) return 0;
    // Other seeds each time, for other guesses at what this seat doesn't see, and other luck.
    const position = await this.rules.position(ask, { seed: randomInt(2 ** 47) });
    const eventsMax = EVENTS[ask.game] ?? 400;
    const successors = await position.successors({ rollouts: ROLLOUTS, seed: randomInt(2 ** 47), eventsMax });
    await position.free();
    const values = successors.map((successor) => value(successor, ask.seat));
    return values.indexOf(Math.max(...values));
  }
}

/** How good an action is for this seat: its mean lead over the best of the others. */
function value({ rollouts }: Successor, seat: number): number {
  const scores = rollouts?.meanScores ?? [];
  return (scores[seat] ?? 0) - Math.max(...scores.filter((_, other) => other !== seat));
}

const rules = new Rules();
try {
  await run(new LookAhead(rules));
} finally {
  await rules.close();
}
