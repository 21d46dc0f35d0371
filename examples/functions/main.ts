import { createMailer } from "./mail.js";
import { write } from "./models.js";
import { startServer } from "./vendors.js";

const server = await startServer();
const send = createMailer(server.origin, (line) => console.log(`  ${line}`));

console.log("Pigeon is overloaded: raven sends the mail, with the vendor's own SDK");
const outcome = await send.safe({ to: "ada@example.com", subject: "Your parcel is here" });
console.log(`  ${outcome.ok ? "sent" : "not sent"} by ${String(outcome.provider)}, ${outcome.attempts} attempts`);

console.log("\nA mistake in the mail itself: the SDK's own error is thrown");
const wrong = await send({ to: "ada", subject: "" }).catch((error: unknown) => error as Error);
console.log(`  ${wrong instanceof Error ? `${wrong.constructor.name}: ${wrong.message}` : "sent"}`);

console.log("\nThe first model breaks before its first words, and the second takes over unnoticed");
for await (const words of await write("Where is the parcel?")) process.stdout.write(`  ${words}\n`);

server.close();
