/** The normal connection, BotService.Play, held by a thread of its own. Only for Node: browsers have no such streams. */
import { Worker } from "node:worker_threads";

import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";

import { Broken, type Line, type Said } from "./line.js";
import type { News, Order } from "./play_worker.js";
import { type ArenaMessage, ArenaMessageSchema, BotMessageSchema, type Hello } from "./proto/kahua/arena/v1/bot_pb.js";
import { type Checked, hostPort } from "./settings.js";

/** After how many messages the connection's thread is told that they were taken. */
const TOOK = 64;

/** The thread that holds the bot's connections. */
export class PlayThread {
  // grpc-js sends an address as the name of the TLS server, about which Node would warn in every bot's log.
  readonly #worker = new Worker(new URL("./play_worker.js", import.meta.url), { execArgv: ["--no-deprecation"] });
  readonly #streams = new Map<number, PlayStream>();
  #opened = 0;

  constructor() {
    this.#worker.on("message", (news: News) => this.#streams.get(news.id)?.heard(news));
    this.#worker.on("error", (error) => this.#streams.forEach((stream) => stream.failed(error)));
  }

  line(settings: Checked): Line {
    const id = ++this.#opened;
    const stream = new PlayStream(id, settings, (order) => this.#order(order));
    this.#streams.set(id, stream);
    return stream;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #order(order: Order): void {
    this.#worker.postMessage(order);
    if (order.kind === "close") this.#streams.delete(order.id);
  }
}

/** One connection. */
class PlayStream implements Line {
  #hear: (message: ArenaMessage) => void = () => {};
  #resolve: () => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #took = 0;

  constructor(
    private readonly id: number,
    private readonly settings: Checked,
    private readonly order: (order: Order) => void,
  ) {}

  open(hello: Hello, hear: (message: ArenaMessage) => void): Promise<void> {
    const { addr, roots, token } = this.settings;
    return new Promise((resolve, reject) => {
      [this.#hear, this.#resolve, this.#reject] = [hear, resolve, reject];
      const target = { addr: hostPort(addr), host: addr.host, tls: addr.tls, roots, token };
      this.order({ id: this.id, kind: "open", target });
      this.say({ case: "hello", value: hello });
    });
  }

  say(message: Said): void {
    this.order({ id: this.id, kind: "say", bytes: toBinary(BotMessageSchema, create(BotMessageSchema, { message })) });
  }

  close(): void {
    this.order({ id: this.id, kind: "close" });
  }

  heard(news: News): void {
    switch (news.kind) {
      case "message":
        this.#taken();
        return this.#read(news.bytes);
      case "ended":
        return this.#resolve();
      case "broken":
        return this.#reject(new Broken(news.code, news.text, news.retryMs));
    }
  }

  failed(error: unknown): void {
    this.#reject(error);
  }

  #read(bytes: Uint8Array): void {
    let message: ArenaMessage;
    try {
      message = fromBinary(ArenaMessageSchema, bytes);
    } catch (error) {
      return this.#reject(new Broken(Code.Internal, `unreadable message: ${String(error)}`));
    }
    this.#hear(message);
  }

  #taken(): void {
    this.#took += 1;
    if (this.#took < TOOK) return;
    this.order({ id: this.id, kind: "took", messages: this.#took });
    this.#took = 0;
  }
}
