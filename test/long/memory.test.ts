import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isLong } from "../effort.js";

const test = suite("memory of large bodies");

const BYTES = (isLong ? 300 : 60) * 1024 * 1024;
/** What keeps a copy of all takes 1.3 to 1.4 times as much. */
const MOST = isLong ? 1.2 : 1.25;

let origin = "";
let file = "";
const server = createServer((request, response) => {
  let size = 0;
  request.on("data", (chunk: Buffer) => (size += chunk.length));
  request.on("end", () => response.end(String(size)));
});

test.before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  file = join(await mkdtemp(join(tmpdir(), "sdkwright-")), "large.bin");
  await writeFile(file, "");
  await truncate(file, BYTES);
});

test.after(async () => {
  server.close();
  await rm(join(file, ".."), { recursive: true });
});

interface Sent {
  readonly received: number;
  /** In kB, of the whole process. */
  readonly peak: number;
}

type Kind = "stream" | "drained" | "file" | "part";

/** In a process of its own: a peak is that of all its life. */
async function send(sender: "fetch" | "client", kind: Kind): Promise<Sent> {
  const child = fork(fileURLToPath(new URL("send-large.js", import.meta.url)), [origin, sender, kind, String(BYTES), file]); // prettier-ignore
  // One that fails ends without a message.
  const [sent] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [Sent];
  return sent;
}

for (const [what, kind, alone, most] of [
  ["a stream", "stream", "stream", 0],
  ["a stream that is sent by a `fetch` of the client's", "drained", "drained", 0],
  ["a file", "file", "file", 0],
  // With its boundary and headers.
  ["a file as a part", "part", "file", 1000],
] as const) {
  test(`${what}: ${BYTES} bytes take no more memory than with fetch alone`, async () => {
    const [ours, theirs] = [await send("client", kind), await send("fetch", alone)];
    assert.ok(ours.received >= BYTES && ours.received <= BYTES + most, `${ours.received} bytes came`);
    assert.is(theirs.received, BYTES);
    assert.ok(ours.peak < MOST * theirs.peak, `${ours.peak} kB, and ${theirs.peak} kB with fetch`);
  });
}

test.run();
