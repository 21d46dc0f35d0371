import { createClient, type Client } from "./generated/client.js";
import { program } from "./program.js";

/** Of all requests to this isolate, as a Worker that keeps its tokens has it. */
let shared: Client | undefined;

export default {
  async fetch(request: Request): Promise<Response> {
    const env = (await request.json()) as Record<string, string>;
    return Response.json(new URL(request.url).pathname === "/shared" ? await ask(env) : await program(env));
  },
};

async function ask(env: Record<string, string>): Promise<unknown> {
  shared ??= createClient({ env });
  const { harbor } = shared.providers;
  const token = await harbor.get("/app", { security: "app", query: { q: "shared" } }).json();
  const staff = await harbor.put("/staff", { security: "staff", json: { hello: "shared" } }).json();
  return { token, staff };
}
