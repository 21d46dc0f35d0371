// Servers as people run them while they write: a document, its page, and the API that it describes. Loopback, any port.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** The path of a document, the page of it, the call that `init` writes first, and what that is answered. */
export const FRAMEWORKS = {
  fastapi: {
    document: "/openapi.json",
    page: "/docs",
    variable: "SHOP_TOKEN",
    call: "/users/me/",
    answer: { username: "ada", email: null },
  },
  nestjs: {
    document: "/api-json",
    page: "/api",
    variable: "CATS_EXAMPLE_TOKEN",
    call: "/cats",
    answer: [{ name: "Tom", age: 3, breed: "tabby" }],
  },
};

/** Serves a framework's document and its API, which wants a bearer token; `folder` has the documents. */
export async function serveFramework(name, folder) {
  const { document, page, call, answer } = FRAMEWORKS[name];
  const text = readFileSync(new URL(`${name}.json`, folder), "utf8");
  const asked = [];
  const server = createServer((request, response) => {
    const { url, headers } = request;
    asked.push([url, headers.authorization]);
    const json = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(body);
    if (url === document) json(200, text);
    else if (url === page) response.writeHead(200, { "content-type": "text/html" }).end("<!DOCTYPE html><p>Docs</p>");
    else if (url !== call) json(404, '{"detail":"Not Found"}');
    else if (headers.authorization !== "Bearer test") json(401, '{"detail":"Not authenticated"}');
    else json(200, JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${String(server.address().port)}`, asked, close };
}
