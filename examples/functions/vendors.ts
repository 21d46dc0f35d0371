import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// Stands for what you install: a vendor's SDK with errors of its own, and clients of two language models.

/** A server on loopback; its mail API is overloaded. */
export async function startServer(): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((_, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, close: () => server.close() };
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
}

class RavenError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export class RavenMail {
  async send({ to }: Mail): Promise<{ readonly id: string }> {
    if (!to.includes("@")) throw new RavenError(422, "`to` is not an address");
    return { id: "raven-1" };
  }
}

/** Breaks after its first words, or before them. */
export async function* oracle(_prompt: string, breaksAt: number): AsyncGenerator<string> {
  for (const [index, word] of ["The ", "parcel ", "is ", "here."].entries()) {
    if (index === breaksAt) throw Object.assign(new Error("terminated"), { code: "ECONNRESET" });
    yield word;
  }
}
