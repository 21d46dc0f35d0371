import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the embedded server expects; in real life these stand in your environment or vault. */
export const secrets = {
  apiKey: "ak-7d2f91c4",
  username: "ops",
  password: "correct horse",
  token: "eyJhbGciOiJub25lIn0.e30.",
  weatherKey: "wk-55e0",
};

export interface EmbeddedServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on loopback that prints what it receives, secrets masked, and checks the credentials. */
export async function startServer(): Promise<EmbeddedServer> {
  const server = createServer((request, response) => {
    print(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const basic = `Basic ${Buffer.from(`${secrets.username}:${secrets.password}`).toString("base64")}`;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const byKey = headers["x-api-key"] === secrets.apiKey;
  switch (`${method} ${decodeURIComponent(url.pathname)}`) {
    case "POST /pay/v2/charges":
      return byKey ? send(response, 201, { id: "ch_1" }) : send(response, 401);
    case "DELETE /pay/v2/charges/ch_1":
      return headers.authorization === `Bearer ${secrets.token}` ? send(response, 204) : send(response, 401);
    case "GET /reports/2026":
      return headers.authorization === basic ? send(response, 200, "12 charges, 1 refund") : send(response, 401);
    case "GET /weather/Ústí nad Labem":
      return url.searchParams.get("appid") === secrets.weatherKey
        ? send(response, 200, { sky: "clear" })
        : send(response, 401);
    default:
      return send(response, 404, { error: "no such thing" });
  }
}

function send(response: ServerResponse, status: number, body?: string | object): void {
  const type = typeof body === "string" ? "text/plain" : "application/json";
  response.writeHead(status, body === undefined ? {} : { "content-type": type });
  response.end(typeof body === "object" ? JSON.stringify(body) : body);
}

function print(request: IncomingMessage): void {
  const shown = ["x-api-key", "authorization", "content-type"].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [`${name}: ${mask(value)}`] : [];
  });
  console.log(`  → ${[`${request.method} ${mask(request.url ?? "")}`, ...shown].join("\n    ")}`);
}

function mask(text: string): string {
  return [...Object.values(secrets), basic.slice("Basic ".length)].reduce(
    (masked, secret) => masked.replaceAll(secret, "••••"),
    text,
  );
}
