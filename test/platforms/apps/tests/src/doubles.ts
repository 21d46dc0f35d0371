import { rmSync } from "node:fs";
import { fakeProviders, recording } from "@sdkwright/runtime/testing";
import { createClient } from "./generated/client.ENDING";

/** The first provider is down, in memory and without waiting: who answered, and what was sent. */
export async function failover(): Promise<unknown> {
  const bases = { pigeon: "https://pigeon.example", raven: "https://raven.example" };
  const fake = fakeProviders(bases);
  fake.providers.pigeon.fail(503);
  fake.providers.raven.on("POST", "/raven").reply(200, ({ body }) => ({ id: body }));
  const services = { pigeon: { default: bases.pigeon }, raven: { default: bases.raven } };
  const client = createClient({ ...fake.options, services, env: { PIGEON_TOKEN: "test" } });
  const sent = await client.profiles["messaging/send"].Send({ text: "hello" });
  fake.verify();
  return { sent, asked: fake.requests.map(({ provider }) => provider) };
}

/** A request to the real server is recorded, then answered from the file. */
export async function replayed(): Promise<unknown> {
  const file = "tape.json";
  rmSync(file, { force: true });
  const answers = [await ask(file, "record"), await ask(file, "replay")];
  rmSync(file, { force: true });
  return answers;
}

/** In CI nothing is recorded, unless the environment is another. */
async function ask(file: string, mode: "record" | "replay"): Promise<unknown> {
  const tape = recording(file, { mode, env: {} });
  const { harbor } = createClient({ ...tape.options }).providers;
  const answer = await harbor.get("/tape").json();
  await tape.done();
  return answer;
}
