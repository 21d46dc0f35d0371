import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { ProviderClient, ServerEvent } from "@sdkwright/runtime";
import type { ProviderDefinition } from "@sdkwright/runtime/generated";
import { type Answer, type TestServer, withServer } from "../../server.js";
import { acmeClient } from "../acme.js";

export type Client = ProviderClient;

export const EVENTS = { "content-type": "text/event-stream" };
export const LINES = { "content-type": "application/jsonl" };

/** An answer in pieces, which an injected `fetch` gives; `cut` breaks the connection behind them, `open` leaves it open. */
export interface Pieces {
  readonly chunks: readonly (string | Uint8Array)[];
  readonly type?: string;
  readonly status?: number;
  readonly ends?: "cut" | "open";
}

/** A client whose requests are answered one after the other; the last answer stands for all that follow. */
export function clientOf(
  answers: Pieces | readonly Pieces[],
  options: object = {},
  parts: Partial<ProviderDefinition> = {},
): {
  readonly client: Client;
  readonly sent: Request[];
  readonly cancelled: () => number;
  readonly asked: () => number;
} {
  const all = [answers].flat();
  const sent: Request[] = [];
  let cancelled = 0;
  let asked = 0;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent.push(new Request(url, { ...init, body: null }));
    const {
      chunks,
      type = "text/event-stream",
      status = 200,
      ends,
    } = all[Math.min(sent.length, all.length) - 1] as Pieces;
    const left = [...chunks];
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          asked += 1;
          const chunk = left.shift();
          if (chunk !== undefined) controller.enqueue(bytesOf(chunk));
          else if (ends === "cut")
            controller.error(Object.assign(new TypeError("terminated"), { cause: { code: "UND_ERR_SOCKET" } }));
          else if (ends === "open") await new Promise(() => {});
          else controller.close();
        },
        async cancel() {
          await setImmediate();
          cancelled += 1;
        },
      },
      { highWaterMark: 0 },
    );
    const hasBody = status !== 204;
    return new Response(hasBody ? body : null, { status, headers: hasBody ? { "content-type": type } : {} });
  };
  const client = acmeClient("https://api.x.example/v1", { fetch, ...options }, { securitySchemes: {}, ...parts });
  return { client, sent, cancelled: () => cancelled, asked: () => asked };
}

export function bytesOf(chunk: string | Uint8Array): Uint8Array {
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

/** All that a loop gets, and what ends it. */
export async function drained<T>(items: AsyncIterable<T>): Promise<{ readonly all: T[]; readonly error?: unknown }> {
  const all: T[] = [];
  try {
    for await (const item of items) all.push(item);
    return { all };
  } catch (error) {
    return { all, error };
  }
}

export function dataOf(events: readonly ServerEvent[]): unknown[] {
  return events.map(({ data }) => data);
}

/** A server that streams, and hears when a connection closes. */
export async function streaming<T>(
  headers: Record<string, string>,
  answer: (response: ServerResponse, count: number) => void,
  use: (client: Client, server: TestServer & { readonly closed: () => number }) => Promise<T>,
  parts: Partial<ProviderDefinition> = {},
): Promise<T> {
  let closed = 0;
  const write: Answer = (_, response, count) => {
    response.once("close", () => (closed += 1));
    response.writeHead(200, headers);
    answer(response, count);
  };
  return withServer(write, (server) =>
    use(acmeClient(server.origin, {}, { securitySchemes: {}, ...parts }), { ...server, closed: () => closed }),
  );
}

/** Lets the event loop turn until something is so; gives up after a while. */
export async function until(isSo: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 10_000 && !isSo(); turn += 1) await setImmediate();
  return isSo();
}
