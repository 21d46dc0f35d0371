// The process behind server.mjs: answers JSON to a GET, and what it was sent to a POST; 401 without the key.
import { createServer } from "node:http";

const item = JSON.stringify({ id: "1", label: "one", tags: ["a", "b"], price: { amount: 100, currency: "EUR" } });
let sockets = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = request.method === "POST" ? Buffer.concat(chunks) : item;
    response.statusCode = request.headers["x-api-key"] === "key" ? 200 : 401;
    response.setHeader("content-type", "application/json");
    response.setHeader("content-length", Buffer.byteLength(body));
    response.end(body);
  });
});
server.on("connection", () => (sockets += 1));
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

process.on("message", () => {
  process.send(sockets);
  sockets = 0;
});
process.on("disconnect", () => process.exit());
