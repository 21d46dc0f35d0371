// The process behind server.mjs: answers JSON to a GET; 401 without the key.
import { createServer } from "node:http";

const item = JSON.stringify({ id: "1", label: "one", tags: ["a", "b"], price: { amount: 100, currency: "EUR" } });
let sockets = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { "x-api-key": header, authorization } = request.headers;
  response.statusCode = header === "key" || authorization === "Bearer key" ? 200 : 401;
  response.setHeader("content-type", "application/json");
  response.setHeader("content-length", Buffer.byteLength(item));
  response.end(item);
});
server.on("connection", () => (sockets += 1));
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

process.on("message", () => {
  process.send(sockets);
  sockets = 0;
});
process.on("disconnect", () => process.exit());
