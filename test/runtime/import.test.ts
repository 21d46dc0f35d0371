import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("import");

/** What a Worker refuses outside of a request, and what would keep a process alive or slow its start. */
const forbidden: readonly [object, string][] = [
  ...["setTimeout", "setInterval", "setImmediate", "fetch"].map((name): [object, string] => [globalThis, name]),
  [Math, "random"],
  [crypto, "getRandomValues"],
  [crypto, "randomUUID"],
];

test("nothing is timed, drawn by lot or fetched by importing the entry points and all that they load late", async () => {
  const used: string[] = [];
  const originals = forbidden.map(([owner, name]) => [owner, name, Reflect.get(owner, name) as () => unknown] as const);
  for (const [owner, name, original] of originals) {
    const watched = (...args: unknown[]): unknown => {
      used.push(`${name} ${String(new Error("used").stack)}`);
      return Reflect.apply(original, owner, args) as unknown;
    };
    Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
  }
  try {
    await import("@sdkwright/runtime");
    await import("@sdkwright/runtime/generated/digest");
    await import("@sdkwright/runtime/generated/signature");
    await import("@sdkwright/runtime/generated/webhooks");
    await import("@sdkwright/runtime/generated/client");
    await import("@sdkwright/runtime/testing");
    await import("./late-modules.js");
  } finally {
    for (const [owner, name, original] of originals) Object.defineProperty(owner, name, { value: original });
  }
  // What Node does to load modules is not ours.
  assert.equal(
    used.filter((place) => /\/runtime\/lib\/|node_modules/.test(place)),
    [],
  );
});

test.run();
