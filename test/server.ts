import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came over the wire. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, byte for byte. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request; `count` is 1 for the first one that the server got. */
export type Answer = (request: ReceivedRequest, response: ServerResponse, count: number) => void;

/** A server on loopback that keeps what it got. */
export interface TestServer {
  readonly origin: string;
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

const okay: Answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");

/** Starts a server on a free port; it gives up on connections that last longer than ten seconds. */
export async function startServer(answer: Answer = okay): Promise<TestServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer((message, response) => {
    const receive = async (): Promise<void> => {
      const { method = "", url = "", headers } = message;
      const request = { method, url, headers, body: await read(message) };
      answer(request, response, received.push(request));
    };
    // A client that goes away while it sends has nothing to be answered.
    receive().catch(() => response.destroy());
  });
  server.setTimeout(10_000);
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Runs `use` with a server, and closes it whatever happens. */
export async function withServer<T>(answer: Answer, use: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer(answer);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

async function read(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}
