// The HTTP server that the program talks to, on every platform. Each run has an address and counts of its own.
import { createServer } from "node:http";
import { createRun } from "./run.mjs";

/** Listens on loopback. */
export async function startServer() {
  const runs = [];
  const server = createServer((request, response) => void answer(runs, request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${String(server.address().port)}`;
  const closed = await closedPort();
  return {
    begin() {
      const path = `/${String(runs.length)}`;
      const run = createRun();
      runs.push(run);
      const urls = { SERVER_URL: `http://${host}${path}`, PLAIN_URL: `https://${host}`, CLOSED_URL: closed };
      return { env: { ...urls, ...run.env }, counts: run.counts };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Where nobody listens any more. */
async function closedPort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${String(port)}`;
}

async function answer(runs, request, response) {
  const [, index, path] = /^\/(\d+)(\/[^?]*)/.exec(request.url) ?? [];
  const run = runs[index];
  if (path !== "/closed") allowOtherOrigins(request, response);
  if (path === "/hidden") response.removeHeader("access-control-expose-headers");
  if (request.method === "OPTIONS") return response.writeHead(204).end();
  if (run === undefined) return response.writeHead(404).end();
  response.on("close", () => run.count(`${request.method} ${path} ${String(response.statusCode)}`));
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    await run.answer({ request, response, path, body: Buffer.concat(chunks) });
  } catch (error) {
    response.writeHead(400).end(error.message);
  }
}

/** The headers that a browser demands of an API at another origin, as in docs/vite.md. */
function allowOtherOrigins({ headers }, response) {
  if (headers.origin === undefined) return;
  response.setHeader("access-control-allow-origin", headers.origin);
  response.setHeader("access-control-allow-methods", "GET, POST, PUT");
  response.setHeader("access-control-allow-headers", "authorization, content-type");
  response.setHeader("access-control-expose-headers", "www-authenticate, retry-after");
}
