// What one run of the program meets: two providers of which the first is down, and one that wants to be asked properly.
import { createHash, randomUUID } from "node:crypto";
import { digestGuard } from "./digest.mjs";

/** Credentials and state of one run. Counts are by method, path and status. */
export function createRun() {
  const env = {
    HARBOR_USER: "Mufasa",
    HARBOR_PASSWORD: randomUUID(),
    HARBOR_COOKIE: randomUUID(),
    HARBOR_CLIENT: "client 1",
    HARBOR_SECRET: randomUUID(),
    PIGEON_TOKEN: randomUUID(),
  };
  const counts = {};
  const run = { env, counts, guard: digestGuard({ username: env.HARBOR_USER, password: env.HARBOR_PASSWORD }) };
  run.token = randomUUID();
  run.continued = new Promise((resolve) => (run.goOn = resolve));
  run.count = (key) => (counts[key] = (counts[key] ?? 0) + 1);
  run.answer = (exchange) => (ROUTES[exchange.path] ?? missing)(exchange, run);
  return run;
}

const ROUTES = {
  "/pigeon": ({ request, response }, { env }) =>
    json(response, isBearer(request, env.PIGEON_TOKEN) ? 503 : 401, { title: "down" }),
  "/raven": ({ body, response }) =>
    json(response, 200, { id: `raven ${new URLSearchParams(body.toString()).get("text")}` }),
  "/staff": staff,
  "/token": token,
  "/app": ({ request, response }, run) => {
    const { searchParams } = new URL(request.url, "http://localhost");
    json(response, isBearer(request, run.token) ? 200 : 401, { q: searchParams.get("q") });
  },
  "/upload": upload,
  "/tape": ({ response }, { counts }) => json(response, 200, { played: 1 + (counts["GET /tape 200"] ?? 0) }),
  "/moved": ({ response }) => response.writeHead(307, { location: "/elsewhere" }).end(),
  "/hidden": staff,
  "/cookie": ({ request, response }) => json(response, 200, { cookie: request.headers.cookie ?? null }),
  "/mine": ({ request, response }) => {
    response.setHeader("cache-control", "max-age=60");
    json(response, 200, { as: request.headers.authorization ?? null });
  },
  // Acts, and breaks the connection the first time.
  "/lost": ({ request, response }, run) => {
    if (run.hasLost) return json(response, 200, {});
    run.hasLost = true;
    return request.socket.destroy();
  },
  "/stream": stream,
  "/stream/continue": ({ response }, run) => {
    run.goOn();
    response.writeHead(204).end();
  },
};

function missing({ response }) {
  json(response, 404, { title: "not here" });
}

function staff({ request, response, body }, { guard }) {
  if (guard.accepts(request.method, request.url, request.headers.authorization))
    return json(response, 200, { staff: JSON.parse(body.toString()).hello });
  response.setHeader("www-authenticate", guard.challenge());
  return json(response, 401, {});
}

/** RFC 6749 §4.4, with the client's login in the header as §2.3.1 encodes it. */
function token({ request, response, body }, run) {
  const login = `${run.env.HARBOR_CLIENT.replace(" ", "+")}:${run.env.HARBOR_SECRET}`;
  const isClient = request.headers.authorization === `Basic ${Buffer.from(login).toString("base64")}`;
  const isAsked = new URLSearchParams(body.toString()).get("grant_type") === "client_credentials";
  if (!isClient || !isAsked) return json(response, 401, { error: "invalid_client" });
  return json(response, 200, { access_token: run.token, token_type: "Bearer", expires_in: 3600 });
}

async function upload({ request, response, body }) {
  const form = await new Response(body, { headers: { "content-type": request.headers["content-type"] } }).formData();
  json(response, 200, await Promise.all(Array.from(form, describe)));
}

async function describe([name, part]) {
  if (typeof part === "string") return { name, text: part };
  const hash = createHash("sha256").update(Buffer.from(await part.arrayBuffer()));
  return { name, file: part.name, type: part.type, size: part.size, sha256: hash.digest("hex").slice(0, 12) };
}

async function stream({ response }, { continued }) {
  response.writeHead(200, { "content-type": "text/plain" }).write("first");
  await continued;
  response.end("second");
}

function isBearer({ headers }, value) {
  return headers.authorization === `Bearer ${value}`;
}

function json(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
