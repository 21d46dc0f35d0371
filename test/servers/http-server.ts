import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it arrived. */
export interface Received {
  readonly method: string;
  /** The request target, byte for byte. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array;
}

/** A server on loopback that writes down what it gets. */
export interface RecordingServer {
  readonly origin: string;
  readonly received: Received[];
  /** How many connections were made. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** What to answer; `"reset"` cuts the connection. */
export type Respond = (request: Received, index: number) => Answer | "reset" | Promise<Answer | "reset">;

/** Starts a server on a free port of 127.0.0.1. */
export async function startServer(respond: Respond): Promise<RecordingServer> {
  const received: Received[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = "", url: target = "", headers } = incoming;
    const request = { method, target, headers, body: await readBody(incoming) };
    received.push(request);
    write(outgoing, await respond(request, received.length - 1));
  };
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  let connections = 0;
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, received, connections: () => connections, close: () => close(server) };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function write(outgoing: ServerResponse, answer: Answer | "reset"): void {
  if (answer === "reset") {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(answer.status ?? 200, answer.headers);
  outgoing.end(answer.body);
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
