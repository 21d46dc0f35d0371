import { reviewNextVersion } from "./review.js";
import {
  addPhoto,
  createParcel,
  listDepots,
  listParcelEvents,
  listParcels,
  quoteParcel,
} from "./src/generated/operations/parcel-post.calls.js";
import { createParcelPost } from "./src/generated/providers/parcel-post.js";
import { secrets, startServer } from "./server.js";

const server = await startServer();
const env = { PARCEL_POST_KEY: secrets.key };
const parcels = createParcelPost({
  env,
  parameters: { PORT: String(server.port) },
  credentials: {
    admin: { username: secrets.username, password: secrets.password },
    session: { apikey: secrets.session },
  },
});

console.log("\nA typed call: name, query and answer come from the document");
const page = await listParcels(parcels, {
  query: { status: ["announced", "moving"], sent: { after: "2026-03-01" } },
}).json();
console.log(`  ${page.parcels.map(({ id, status }) => `${id} is ${status}`).join(", ")}`);

console.log("\nA status that the document describes can be an answer, with its type");
const to = { name: "Ada", lines: ["Dlouhá 1"], country: "CZ" };
const handedIn = await createParcel(parcels, { json: { to, grams: 450 }, handle: [409] });
if (handedIn.status === 409) {
  const problem = await handedIn.json();
  console.log(`  ${problem.title} Perhaps to ${problem.suggestion?.name ?? "someone else"}?`);
}

console.log("\nThe document's discriminator tells two kinds of events apart");
for (const event of await listParcelEvents(parcels, { params: { id: "p_1" } }).json()) {
  console.log(event.kind === "scan" ? `  scanned in ${event.depot.name}` : `  handed over to ${event.to}`);
}

console.log("\nA call by method and path, with the other credentials that it needs");
await parcels.delete("/parcels/{id}", { params: { id: "p_1" }, security: ["key", "session"] });

console.log("\nRequests are written as the document says: a path in dots, another server, a photo beside JSON");
await listDepots(parcels, { params: { path: ["north", "east"] } });
const photo = new Blob(["…"], { type: "image/png" });
await addPhoto(parcels, { params: { id: "p_1" }, multipart: { photo, place: [49.2, 16.6] } });
const { cents } = await quoteParcel(parcels, { form: { grams: 450, country: "CZ" } }).json();
console.log(`  that would be ${(cents / 100).toFixed(2)} €`);

await server.close();

console.log("\nThe vendor's next version: what changed, and which lines of this code it affects");
reviewNextVersion();
