import { NetworkError } from "@sdkwright/runtime";
import { fakeProviders } from "@sdkwright/runtime/testing";
import { createClient } from "./generated/client.ENDING";
import { program } from "./program.ENDING";

/** What a broken connection leads to is loaded late: it fails over all the same, and is an error of this copy's class. */
async function refused(): Promise<void> {
  const bases = { pigeon: "https://pigeon.example", raven: "https://raven.example" };
  const fake = fakeProviders(bases);
  fake.providers.pigeon.fail("refused");
  fake.providers.raven.on("POST", "/raven").reply(200, ({ body }) => ({ id: body }));
  const services = { pigeon: { default: bases.pigeon }, raven: { default: bases.raven } };
  const client = createClient({ ...fake.options, services, env: { PIGEON_TOKEN: "test" } });
  const sent = await client.profiles["messaging/send"].Send.safe({ text: "hello" });
  if (!sent.ok || sent.provider !== "raven") throw new Error(`no failover: ${JSON.stringify(sent)}`);
  const error: unknown = await client.providers.pigeon.get("/x").catch((reason: unknown) => reason);
  if (!(error instanceof NetworkError) || error.sent) throw new Error(`no NetworkError: ${String(error)}`);
}

async function main(): Promise<void> {
  await refused();
  console.log(JSON.stringify(await program()));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
