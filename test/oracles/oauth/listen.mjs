// Servers on loopback, ports of the system's choice, and what came to them, byte for byte.
import { createServer } from "node:http";

/**
 * Starts a server whose requests are recorded before the handler has them; `mostOpen` is how many of them were under way
 * at once, at most. As long as `down` is "reset", those that are counted get no answer; where it is a number, that status.
 */
export async function listen(handler, isCounted = () => true) {
  const world = { down: undefined, requests: [], open: 0, mostOpen: 0 };
  const server = createServer((request, response) => {
    world.requests.push(recorded(request));
    if (!isCounted(request)) return handler(request, response);
    world.open += 1;
    world.mostOpen = Math.max(world.mostOpen, world.open);
    response.on("close", () => (world.open -= 1));
    if (world.down === undefined) handler(request, response);
    else if (world.down === "reset") request.socket.destroy();
    else answerJson(response, world.down, {});
  });
  // Nobody who is slow finds a connection closed that was open before.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  const forget = () => Object.assign(world, { requests: [], mostOpen: 0, down: undefined });
  return Object.assign(world, { forget, origin: `http://127.0.0.1:${server.address().port}`, close });
}

/** The body is taken down as the parser hands it over, so that the handler still has all of it to read. */
function recorded(request) {
  const chunks = [];
  const push = request.push;
  request.push = (chunk, encoding) => {
    if (chunk) chunks.push(Buffer.from(chunk, encoding));
    return push.call(request, chunk, encoding);
  };
  const { method, url, rawHeaders, headers } = request;
  return { method, url, rawHeaders, headers, body: () => Buffer.concat(chunks).toString("latin1") };
}

/** Answers with JSON. */
export function answerJson(response, status, value, headers = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}
