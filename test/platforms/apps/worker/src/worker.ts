import { createClient, type Client } from "./generated/client.js";
import { program } from "./program.js";

/** Of all requests to this isolate, as a Worker that keeps its tokens has it. */
let shared: Client | undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    const env = (await request.json()) as Record<string, string>;
    const { pathname } = new URL(request.url);
    if (pathname === "/signals") return Response.json(await signalled(env, request.signal));
    return Response.json(pathname === "/shared" ? await ask(env) : await program(env));
  },
};

/** Signals of all kinds that a Worker has; what ends with one. */
async function signalled(env: Record<string, string>, ofRequest: AbortSignal): Promise<unknown[]> {
  const { harbor } = createClient({ env }).providers;
  const controller = new AbortController();
  const signals = [controller.signal, AbortSignal.timeout(10_000), ofRequest];
  const ask = async (signal: AbortSignal): Promise<unknown> => {
    const call = harbor.get("/missing", { handle: [404], signal });
    return call.then(({ status }) => status).catch((reason: unknown) => String(reason));
  };
  const answers = await Promise.all(signals.map(ask));
  controller.abort("enough");
  return [...answers, await ask(controller.signal)];
}

async function ask(env: Record<string, string>): Promise<unknown> {
  shared ??= createClient({ env });
  const { harbor } = shared.providers;
  const token = await harbor.get("/app", { security: "app", query: { q: "shared" } }).json();
  const staff = await harbor.put("/staff", { security: "staff", json: { hello: "shared" } }).json();
  return { token, staff };
}
