import { createClient, type Client } from "./generated/client.js";

type Harbor = Client["providers"]["harbor"];

const env = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Record<string, string>;
Object.assign(globalThis, { report: limits(createClient({ env }).providers.harbor) });

/** What a browser does not let code do, and what code is told. */
async function limits(harbor: Harbor): Promise<object> {
  return {
    redirect: await failure(harbor.get("/moved")),
    closed: await failure(harbor.get("/closed")),
    hiddenChallenge: await failure(harbor.put("/hidden", { security: "staff", json: {} })),
    cookie: await failure(harbor.get("/cookie", { security: "jar" })),
    referer: await failure(harbor.get("/cookie", { headers: { Referer: "https://a.example/" } })),
    streamed: await failure(harbor.post("/upload", { body: () => new Blob(["x"]).stream() })),
    unset: await failure(createClient().providers.harbor.get("/missing")),
    mine: [await mine("alice"), await mine("bob"), await mine("bob")],
    everybodys: [await mine(), await mine()],
    lost: await failure(harbor.post("/lost", { idempotent: false, json: {} })),
  };
}

/** An answer that may be kept for a minute, and says nothing of whose it is. */
function mine(token?: string): Promise<unknown> {
  const { harbor } = createClient({ env, credentials: { harbor: { badge: { token: token ?? "" } } } }).providers;
  return harbor.get("/mine", { security: token === undefined ? [] : "badge" }).json();
}

async function failure(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
    return null;
  } catch (error) {
    const { name, code } = error as { name: string; code: string };
    return `${name} ${code}`;
  }
}
