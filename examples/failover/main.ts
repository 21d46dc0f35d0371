import { UseCaseError, type ClientEvent } from "@sdkwright/runtime";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "./src/generated/client.js";
import { startServer } from "./server.js";

const server = await startServer();
const client = createClient({
  env: { PIGEON_TOKEN: "pt-1", RAVEN_USER: "odin", RAVEN_PASSWORD: "rp-1", EXAMPLE_PORT: String(server.port) },
  on: print,
});
/** All events where nothing is said. */
let shown: readonly string[] | undefined;
const sms = client.profiles["communication/send-sms"];
const message = { to: "+420601000000", text: "Your parcel is here." }; // `from` has a default in client.json

server.pigeonIsDown = true;
console.log("Pigeon, the first choice, is down: its retries are used up, raven takes over");
await sms.SendMessage(message);

console.log("\nSixteen failures in a row open its circuit (of these calls only its changes are shown)");
shown = ["circuit"];
while (client.circuits().every(({ state }) => state !== "open")) await sms.SendMessage(message);
shown = undefined;

console.log("\nWhile the circuit is open, pigeon gets no requests");
await sms.SendMessage(message);

console.log("\nAfter openTime one call probes pigeon, and finds it working");
server.pigeonIsDown = false;
await sleep(450);
await sms.SendMessage(message);

console.log("\nAn error of the use-case itself: no retry, no failover, and it is typed");
const outcome = await sms.SendMessage.safe({ ...message, to: "+0" });
if (!outcome.ok && outcome.error instanceof UseCaseError) console.log(`  ${outcome.error.error.title}`);

await server.close();

function print(event: ClientEvent): void {
  if (shown?.includes(event.type) === false) return;
  switch (event.type) {
    case "attempt":
      return line(`${event.provider}: attempt ${event.attempt}, ${event.status ?? "no answer"}`);
    case "retry":
      return line(`${event.provider}: waits ${Math.round(event.delay)} ms before attempt ${event.attempt}`);
    case "circuit":
      return line(`${event.provider}: circuit ${event.from} → ${event.to}`);
    case "failover":
      return line(`${event.from} → ${event.to}: ${event.error.name}${event.mayRepeat ? ", may repeat a POST" : ""}`);
    case "success":
      return line(`sent by ${event.provider}, ${event.attempts} ${event.attempts === 1 ? "attempt" : "attempts"}`);
    case "failure":
      return line(`failed after ${event.attempts} ${event.attempts === 1 ? "attempt" : "attempts"}`);
    case "token":
    case "validation":
    case "hook":
    case "import":
      return line(event.type);
  }
}

function line(text: string): void {
  console.log(`  ${text}`);
}
