import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface EmbeddedServer {
  readonly port: number;
  /** Lets pigeon answer 503, asking for a retry, or work again. */
  pigeonIsDown: boolean;
  close(): Promise<void>;
}

/** Starts a server on loopback that plays both SMS providers. */
export async function startServer(): Promise<EmbeddedServer> {
  const embedded = { port: 0, pigeonIsDown: false, close };
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  embedded.port = (server.address() as AddressInfo).port;
  return embedded;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await request.toArray()).join("");
    if (request.url === "/raven/v1/sms") return send(response, 200, { Sid: "raven-1" });
    if (embedded.pigeonIsDown) return send(response, 503);
    return text.includes("+0") ? send(response, 422) : send(response, 201, { id: "pigeon-1" });
  }

  function close(): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }
}

function send(response: ServerResponse, status: number, body?: object): void {
  const wait = status === 503 ? { "retry-after": "0" } : {};
  response.writeHead(status, { "content-type": "application/json", ...wait });
  response.end(body === undefined ? "" : JSON.stringify(body));
}
