/** The fake arena, with Listen and Submit over gRPC-Web and HTTP/1.1, and nothing else. */
import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";

import { ErrorInfoSchema } from "../src/proto/google/rpc/error_details_pb.js";
import {
  type ArenaMessage, BotMessageSchema, BotService, type ListenRequest, type SubmitRequest,
} from "../src/proto/kahua/arena/v1/bot_pb.js";
import { type FakeArena, Queue, Talk } from "./fake_arena.js";

export class FakeWebArena implements FakeArena {
  /** How the next calls of Submit fail before they are heard; empty for not at all. */
  readonly submitFailures: Code[] = [];
  readonly #talks = new Queue<Talk>();
  readonly #open = new Set<Talk>();
  readonly #server: Server;

  private constructor(public addr: string) {
    const handle = connectNodeAdapter({
      grpc: false,
      connect: false,
      routes: (router) => {
        router.service(BotService, {
          listen: (request, context) => this.#listen(request, context),
          submit: (request) => this.#submit(request),
        });
      },
    });
    this.#server = createServer((request, response) => {
      // The adapter's timer for a call would outlive the test.
      delete request.headers["grpc-timeout"];
      handle(request, response);
    });
  }

  static async start(addr = "127.0.0.1:0"): Promise<FakeWebArena> {
    const arena = new FakeWebArena(addr);
    arena.#server.listen(Number(addr.split(":")[1]), "127.0.0.1");
    await once(arena.#server, "listening");
    arena.addr = `127.0.0.1:${(arena.#server.address() as AddressInfo).port}`;
    return arena;
  }

  accept(): Promise<Talk> {
    return this.#talks.next();
  }

  kill(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async *#listen({ hello }: ListenRequest, { requestHeader, signal }: HandlerContext): AsyncGenerator<ArenaMessage> {
    const said = new Queue<ArenaMessage | ConnectError | "end">();
    signal.addEventListener("abort", () => said.push("end"));
    const talk = new Talk(requestHeader.get("authorization") ?? undefined, {
      say: (message) => said.push(message),
      close: () => said.push("end"),
      fail: (code, text, reason) => said.push(detailed(code, text, reason)),
    });
    talk.heard.push(create(BotMessageSchema, { message: { case: "hello", value: hello! } }));
    this.#open.add(talk);
    this.#talks.push(talk);
    try {
      for (let next = await said.next(); next !== "end"; next = await said.next()) {
        if (next instanceof ConnectError) throw next;
        yield next;
      }
    } finally {
      this.#open.delete(talk);
      talk.heard.push(undefined);
    }
  }

  #submit({ session, message }: SubmitRequest): object {
    const failure = this.submitFailures.shift();
    if (failure !== undefined) throw new ConnectError("not now", failure);
    const talk = [...this.#open].find((talk) => talk.resumeToken === session);
    if (!talk) throw new ConnectError("no such session", Code.Unauthenticated);
    talk.heard.push(message);
    return {};
  }
}

function detailed(code: Code, text: string, reason?: string): ConnectError {
  const details = reason ? [{ desc: ErrorInfoSchema, value: { reason, domain: "kahua.dev" } }] : [];
  return new ConnectError(text, code, undefined, details);
}
