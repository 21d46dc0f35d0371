import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { seeded } from "../runtime/seeded.js";

// A process of its own: 30 % of answers are 503 after 1 to 2 ms, the others 200 after 20 to 80 ms. `/down` and `/up`
// switch to 503 for everything and back; `/count` tells how many requests came. Ends with its parent.
const random = seeded(30);
let count = 0;
let down = false;

const server = createServer((request, response) => {
  const { url = "/" } = request;
  if (url === "/count") return response.end(String(count));
  if (url === "/down" || url === "/up") {
    down = url === "/down";
    return response.end();
  }
  count += 1;
  const fails = down || random() < 0.3;
  const delay = fails ? 1 + random() : 20 + 60 * random();
  return setTimeout(() => response.writeHead(fails ? 503 : 200).end("{}"), delay);
});

// A slow machine must not turn an idle connection into a reset.
server.keepAliveTimeout = 600_000;
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
