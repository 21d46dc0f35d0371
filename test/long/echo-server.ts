import { createServer } from "node:http";

// A process of its own, to be killed: answers a POST with its body, in two parts. Its parent says the port.
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    response.writeHead(200, { "content-length": body.length }).write(body.subarray(0, 3));
    setTimeout(() => response.end(body.subarray(3)), 2);
  });
});

server.keepAliveTimeout = 600_000;
server.requestTimeout = 0;
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () =>
  process.send?.((server.address() as { port: number }).port),
);
process.on("disconnect", () => process.exit());
