// The client of OAuth 2 before a real authorization server (oidc-provider), with counts at both servers, and beside what
// another client sends (oauth4webapi). Usage: node run.mjs [words of a scenario ..]
import { firstToken } from "./scenarios/first-token.mjs";
import { renewal } from "./scenarios/renewal.mjs";
import { rotation } from "./scenarios/rotation.mjs";
import { openWorld } from "./world.mjs";

const LIMIT = 30_000;
const groups = { "first token": firstToken, renewal, rotation };
const words = process.argv.slice(2);

const world = await openWorld();
const failures = [];
let count = 0;
for (const [group, scenarios] of Object.entries(groups)) {
  for (const [name, scenario] of Object.entries(scenarios)) {
    const title = `${group}: ${name}`;
    if (words.some((word) => !title.includes(word))) continue;
    count += 1;
    world.forget();
    await within(LIMIT, scenario(world)).catch((error) => failures.push(`oauth: ${title}: ${error.stack}`));
  }
}
failures.push(
  ...world.authority.counts.failures.map((error) => `oauth: the authorization server failed: ${error.stack}`),
);
await world.close();
for (const failure of failures) console.log(failure);
console.log(`oauth: ${count} scenarios at oidc-provider, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** A scenario that hangs is one that failed. */
function within(ms, promise) {
  let timer;
  const late = new Promise(
    (_, reject) => (timer = setTimeout(() => reject(new Error(`took longer than ${ms} ms`)), ms)),
  );
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
