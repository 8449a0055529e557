/**
 * The thread that holds the normal connection, one bidirectional stream over HTTP/2, so that a bot that thinks for long
 * in the main thread never keeps it from answering the arena's pings. Messages pass through as bytes.
 */
import { parentPort } from "node:worker_threads";

import { fromBinary } from "@bufbuild/protobuf";
import { anyUnpack } from "@bufbuild/protobuf/wkt";
import { Client, type ClientDuplexStream, Metadata, type ServiceError, credentials } from "@grpc/grpc-js";

import { Broken } from "./line.js";
import { isNear } from "./near.js";
import { ErrorInfoSchema, RetryInfoSchema } from "./proto/google/rpc/error_details_pb.js";
import { StatusSchema } from "./proto/google/rpc/status_pb.js";
import { BotService } from "./proto/kahua/arena/v1/bot_pb.js";

/** Where to connect, and as whom. */
export interface Target {
  readonly addr: string;
  readonly host: string;
  readonly tls: boolean;
  readonly roots: string | undefined;
  readonly token: string;
}

/** What the main thread wants. Each connection has an id of its own. */
export type Order =
  | { readonly id: number; readonly kind: "open"; readonly target: Target }
  | { readonly id: number; readonly kind: "say"; readonly bytes: Uint8Array }
  | { readonly id: number; readonly kind: "took"; readonly messages: number }
  | { readonly id: number; readonly kind: "close" };

/** What becomes of it. */
export type News =
  | { readonly id: number; readonly kind: "message"; readonly bytes: Uint8Array }
  | { readonly id: number; readonly kind: "ended" }
  | { readonly id: number; readonly kind: "broken"; readonly code: number; readonly text: string; readonly retryMs: number };

/** How many messages may wait for the bot before the connection reads no more. */
const UNREAD_MAX = 1024;
/** How many messages may wait to be sent before the connection counts as broken. */
const UNSENT_MAX = 4096;

const CHANNEL_OPTIONS = {
  "grpc.keepalive_time_ms": 15_000,
  "grpc.keepalive_timeout_ms": 15_000,
  // The client pauses between attempts itself; a channel with a pool of its own adds no pauses.
  "grpc.use_local_subchannel_pool": 1,
};

class Connection {
  readonly #client: Client;
  readonly #call: ClientDuplexStream<Buffer, Buffer>;
  #unread = 0;

  constructor(
    private readonly id: number,
    { addr, host, tls, roots, token }: Target,
  ) {
    const metadata = new Metadata();
    if (token) metadata.set("authorization", `Bearer ${token}`);
    const security = tls ? credentials.createSsl(roots ? Buffer.from(roots) : null) : credentials.createInsecure();
    // Without this, gRPC sends everything to the proxy that http_proxy names, even what is for this machine.
    const options = { ...CHANNEL_OPTIONS, "grpc.enable_http_proxy": isNear(host) ? 0 : 1 };
    this.#client = new Client(addr, security, options);
    const path = `/${BotService.typeName}/${BotService.method.play.name}`;
    this.#call = this.#client.makeBidiStreamRequest(path, (bytes: Buffer) => bytes, (bytes) => bytes, metadata, {});
    this.#call.on("data", (bytes: Buffer) => this.#heard(bytes));
    // This handler stays, because a cancelled call reports one more error.
    this.#call.on("error", (error: ServiceError) => this.#broke(error));
    this.#call.on("end", () => tell({ id, kind: "ended" }));
  }

  say(bytes: Uint8Array): void {
    if (!this.#call.writable) return;
    this.#call.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (this.#call.writableLength > UNSENT_MAX) this.#call.cancel();
  }

  took(messages: number): void {
    this.#unread -= messages;
    if (this.#unread < UNREAD_MAX) this.#call.resume();
  }

  close(): void {
    this.#call.cancel();
    this.#client.close();
  }

  #heard(bytes: Buffer): void {
    // The view belongs to a larger buffer, which would be cloned with it.
    const message = new Uint8Array(bytes);
    parentPort?.postMessage({ id: this.id, kind: "message", bytes: message } satisfies News, [message.buffer]);
    this.#unread += 1;
    if (this.#unread >= UNREAD_MAX) this.#call.pause();
  }

  #broke(error: ServiceError): void {
    const { code, message, retryMs } = broken(error);
    tell({ id: this.id, kind: "broken", code, text: message, retryMs });
  }
}

function broken({ code, details, metadata }: ServiceError): Broken {
  try {
    const packed = metadata?.get("grpc-status-details-bin")[0];
    const all = packed instanceof Buffer ? fromBinary(StatusSchema, packed).details : [];
    const info = all.map((any) => anyUnpack(any, ErrorInfoSchema)).find((info) => info !== undefined);
    const retry = all.map((any) => anyUnpack(any, RetryInfoSchema)).find((retry) => retry !== undefined);
    return Broken.withDetails(code, details, info, retry);
  } catch {
    // Whoever sent these details is no arena; the code and the text still say something.
    return new Broken(code, details);
  }
}

function tell(news: News): void {
  parentPort?.postMessage(news);
}

const connections = new Map<number, Connection>();

parentPort?.on("message", (order: Order) => {
  const connection = connections.get(order.id);
  switch (order.kind) {
    case "open":
      connections.set(order.id, new Connection(order.id, order.target));
      break;
    case "say":
      connection?.say(order.bytes);
      break;
    case "took":
      connection?.took(order.messages);
      break;
    case "close":
      connection?.close();
      connections.delete(order.id);
  }
});
