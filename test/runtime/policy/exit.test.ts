import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";

const test = suite("exit");

const door = JSON.stringify(join(root, "runtime/lib/generated.js"));
const start = `
  import { bindProvider } from ${door};
  let sent = 0;
  const fetch = () => Promise.resolve(new Response("{}", { status: (sent += 1) === 1 ? 503 : 200 }));
  const definition = { name: "a", defaultService: "d", services: { d: { baseUrl: "https://a.example" } }, securitySchemes: {} };
  const retryPolicy = { kind: "circuit-breaker", backoff: { kind: "exponential", start: 100 } };
  const request = () => bindProvider(definition, {}, { fetch }).get("/x", { retryPolicy });
`;

function run(code: string): string {
  const args = ["--input-type=module", "--eval", `${start}${code}`];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  return `${status} ${stdout.trim()}${stderr}`;
}

test("exit: during an awaited wait the process stays alive", () => {
  assert.is(run("await request(); console.log(sent);"), "0 2");
});

test("exit: with nothing pending it exits by itself, however long requestTimeout is", () => {
  assert.is(run("sent = 1; await request(); console.log(sent);"), "0 2");
});

test("exit: an abort takes the wait with it", () => {
  const code = `
    retryPolicy.backoff.start = 2_000_000_000;
    const controller = new AbortController();
    setTimeout(() => controller.abort("stop"), 20);
    await bindProvider(definition, {}, { fetch }).get("/x", { retryPolicy, signal: controller.signal }).catch(console.log);
  `;
  assert.is(run(code), "0 stop");
});

test.run();
