/** Turns what `choose` returns into a message, and refuses what can't be sent. */
import { create, isMessage, toBinary } from "@bufbuild/protobuf";

import { type Answer, RESIGN } from "./bot.js";
import { BotFailure, described, running } from "./failure.js";
import type { Said } from "./line.js";
import { AnswerSchema, type Ask } from "./proto/kahua/arena/v1/bot_pb.js";
import { ActionSchema } from "./proto/kahua/arena/v1/games_pb.js";

/** The message for the bot's answer. Throws `BotFailure` if the answer can't be sent, whatever its type promised. */
export function toMessage(ask: Ask, reply: unknown): Said {
  const { choice, comment = "" } = isAnswer(reply) ? reply : { choice: reply };
  const { matchId, ticket } = ask;
  if (choice === RESIGN) return { case: "resign", value: { matchId } };
  const answer = create(AnswerSchema, { matchId, ticket });
  if (typeof choice === "number") {
    answer.choice = { case: "index", value: inRange(ask, choice) };
  } else if (typeof choice === "string" && choice !== "") {
    answer.choice = { case: "notation", value: choice };
  } else if (isMessage(choice, ActionSchema) && (choice.notation !== "" || choice.game.case !== undefined)) {
    answer.choice = { case: "action", value: choice };
  } else {
    throw new BotFailure(
      `choose answered ${shown(choice)} in ${described(ask)}; expected an index, an Action, a notation or RESIGN`,
    );
  }
  // Encoded here once, so that a value that can't be encoded is the bot's failure and not the connection's.
  running(`choose failed in ${described(ask)}: its answer can't be sent`, () => {
    answer.comment = comment;
    toBinary(AnswerSchema, answer);
  });
  return { case: "answer", value: answer };
}

function isAnswer(reply: unknown): reply is Answer {
  return typeof reply === "object" && reply !== null && "choice" in reply;
}

function inRange({ matchId, ticket, game, seat, legalTotal }: Ask, index: number): number {
  if (Number.isInteger(index) && index >= 0 && index < legalTotal) return index;
  const legal = legalTotal === 1 ? "is 1 legal action: 0" : `are ${legalTotal} legal actions: 0 to ${legalTotal - 1}`;
  const place = `match ${matchId}, ticket ${ticket}, ${game}, seat ${seat}`;
  throw new BotFailure(`choose answered index ${index}, but there ${legal} (${place})`);
}

function shown(choice: unknown): string {
  if (choice === "") return "an empty notation";
  if (isMessage(choice, ActionSchema)) return "an empty Action";
  return typeof choice === "object" && choice !== null ? `an object with ${Object.keys(choice).join(", ")}` : String(choice);
}
