import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the embedded server expects; in real life these stand in your environment or vault. */
export const secrets = { key: "pk-4b81e0", username: "desk", password: "correct horse", session: "s-20f7" };

export interface EmbeddedServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on loopback that prints what it receives, secrets masked. */
export async function startServer(): Promise<EmbeddedServer> {
  const server = createServer((request, response) => {
    print(request);
    request.resume();
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

const address = { name: "Ada", lines: ["Dlouhá 1"], country: "CZ" };
const parcel = { id: "p_1", to: address, grams: 450, status: "moving" };

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const isKnown = request.headers["x-parcel-key"] === secrets.key;
  switch (`${request.method} ${url.pathname}`) {
    case "GET /eu/v1/parcels":
      return isKnown ? send(response, 200, { parcels: [parcel], next: null }) : send(response, 401);
    case "POST /eu/v1/parcels":
      return send(response, 409, { title: "The address is not served.", suggestion: address });
    case "GET /eu/v1/parcels/p_1/events":
      return send(response, 200, [
        { kind: "handover", at: "2026-03-02T10:00:00Z", to: "neighbour" },
        { kind: "scan", at: "2026-03-01T18:00:00Z", depot: { name: "Brno" } },
      ]);
    case "DELETE /eu/v1/parcels/p_1":
      return send(response, 204);
    case "GET /eu/v1/depots/.north.east":
      return send(response, 200, { brno: { name: "Brno", place: [49.2, 16.6] } });
    case "POST /eu/v1/quote":
      return send(response, 200, { cents: 490 });
    case "POST /upload/parcels/p_1/photos":
      return send(response, 202);
    default:
      return send(response, 404, { title: "no such thing" });
  }
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
  response.end(body && JSON.stringify(body));
}

function print(request: IncomingMessage): void {
  const shown = ["x-parcel-key", "authorization", "cookie", "content-type", "parcel-version"].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [`${name}: ${mask(value.replace(/boundary=.*/, "boundary=…"))}`] : [];
  });
  console.log(`  → ${[`${request.method} ${mask(request.url ?? "")}`, ...shown].join("\n    ")}`);
}

const basic = Buffer.from(`${secrets.username}:${secrets.password}`).toString("base64");

function mask(text: string): string {
  return [...Object.values(secrets), basic].reduce((masked, secret) => masked.replaceAll(secret, "••••"), text);
}
