import { parseClient } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createWorld } from "../policy/world.js";

const test = suite("failoverOn");

const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);

test("a warning names the statuses after which the next provider is asked anyway, and no other", async () => {
  const warned = statuses.filter((status) => {
    const providers = { a: { defaults: { Send: { failoverOn: [status] } } } };
    const test = { version: "1.0.0", defaults: { Send: { providerFailover: true } }, providers };
    const { issues } = parseClient({ profiles: { test }, providers: { a: {} } });
    return issues.some(({ code }) => code === "SW1322");
  });
  const going = [];
  for (const status of statuses) {
    const outcome = await createWorld({ answers: { a: status, b: 200 }, policies: { a: "none" } }).run();
    if (outcome.ok) going.push(status);
  }
  assert.equal(going, warned);
});

test("whatever is listed goes on", async () => {
  for (const status of statuses) {
    const world = createWorld({ answers: { a: status, b: 200 }, policies: { a: "none" }, failoverOn: { a: [status] } });
    assert.is((await world.run()).provider, "b", String(status));
  }
});

test.run();
