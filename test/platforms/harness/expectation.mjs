// What the program gives back, and what the server counts, wherever it runs.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";

const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
const sha256 = createHash("sha256").update(bytes).digest("hex").slice(0, 12);

const REPORT = {
  failover: { ok: true, value: { id: "raven ahoj světe" }, provider: "raven", attempts: 2 },
  // A POST that may have been done goes on at once.
  events: ["failover"],
  digest: [{ staff: "staff" }, { staff: "staff" }],
  oauth2: [{ q: "ž & 1" }, { q: "ž & 1" }],
  multipart: [
    { name: "title", text: "Ahoj" },
    { name: "file", file: "Žluťoučký.bin", type: "application/x-platform", size: bytes.length, sha256 },
  ],
  stream: ["first", "second", "true"],
  error: { name: "HttpError", status: 404, body: '{"title":"not here"}' },
  webhooks: ["ship.sailed", { type: "ship.sailed", name: "Žofie" }, "msg_1", "no-match"],
};

/** A closed port, an unknown host, TLS to a plain port, as rules §4.10 has it: what a platform does not tell is unknown. */
export const BROKEN = {
  told: ["network-unreached false", "network-unreached false", "network-tls unknown"],
  repeated: ["network-unreached unknown", "network-unreached unknown", "network-tls unknown"],
  hidden: ["network-reset unknown", "network-reset unknown", "network-reset unknown"],
  forbidden: ["ConfigurationError missing-permission", "ConfigurationError missing-permission", "network-tls unknown"],
};

/** One attempt at the first provider, then the second; one challenge and one token for two requests each. */
const COUNTS = {
  "POST /pigeon 503": 1,
  "POST /raven 200": 1,
  "PUT /staff 401": 1,
  "PUT /staff 200": 2,
  "POST /token 200": 1,
  "GET /app 200": 2,
  "POST /upload 200": 1,
  "GET /stream 200": 1,
  "POST /stream/continue 204": 1,
  "GET /missing 404": 1,
};

/**
 * Throws with the difference. `output` has the report as JSON in a line of its own, or is the report; `further` is what the
 * server counts beside the program, `broken` what its broken connections are called.
 */
export function expect(output, { counts }, { further = {}, broken = BROKEN.told } = {}) {
  assert.deepEqual(typeof output === "string" ? reportIn(output) : output, { ...REPORT, broken });
  assert.deepEqual(counts, { ...COUNTS, ...further });
}

function reportIn(output) {
  const line = output.split("\n").find((text) => text.startsWith('{"failover"'));
  if (line === undefined) throw new Error(`no report in:\n${output.slice(0, 4000)}`);
  return JSON.parse(line);
}
