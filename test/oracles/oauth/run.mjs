// The client of OAuth 2 before a real authorization server (oidc-provider), with counts at both servers, and beside what
// another client sends (oauth4webapi). Usage: node run.mjs [--aloud] [words of a scenario ..]; `--aloud` reads
// the messages of errors to hostile answers.
import { failover } from "./scenarios/failover.mjs";
import { firstToken } from "./scenarios/first-token.mjs";
import { instances } from "./scenarios/instances.mjs";
import { renewal } from "./scenarios/renewal.mjs";
import { rotation } from "./scenarios/rotation.mjs";
import { outage } from "./scenarios/outage.mjs";
import { sameRequest } from "./scenarios/same-request.mjs";
import { openHostile, messages } from "./hostile/hostile.mjs";
import { openWorld } from "./world.mjs";

const LIMIT = 120_000;
const groups = {
  "first token": firstToken,
  renewal,
  rotation,
  instances,
  outage,
  failover,
  "same request": sameRequest,
};
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));

const world = await openWorld();
const hostile = await openHostile();
const failures = [];
const counts = {};
for (const [group, scenarios] of Object.entries({ ...groups, hostile: hostile.scenarios })) {
  counts[group] = 0;
  for (const [name, scenario] of Object.entries(scenarios)) {
    const title = `${group}: ${name}`;
    if (words.some((word) => !title.includes(word))) continue;
    counts[group] += 1;
    world.forget();
    await within(LIMIT, scenario(world)).catch((error) => failures.push(`oauth: ${title}: ${told(error)}`));
  }
}
failures.push(
  ...world.authority.counts.failures.map((error) => `oauth: the authorization server failed: ${error.stack}`),
);
await Promise.all([world.close(), hostile.close()]);
if (process.argv.includes("--aloud")) for (const [title, message] of messages) console.log(`${title}\n  ${message}`);
for (const failure of failures) console.log(failure);
const { hostile: answers, ...real } = counts;
const scenarios = Object.values(real).reduce((sum, count) => sum + count, 0);
console.log(`oauth: ${scenarios} scenarios at oidc-provider, ${answers} of hostile answers, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** A scenario that hangs is one that failed. */
function within(ms, promise) {
  let timer;
  const late = new Promise(
    (_, reject) => (timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms)),
  );
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Without the way through the packages. */
function told({ stack }) {
  return stack
    .split("\n")
    .filter((line) => !/^    at .*(?:node_modules|node:)/.test(line))
    .join("\n");
}
