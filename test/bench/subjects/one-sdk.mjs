import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The interpreter of the same formats: parsed ASTs, metrics off, the same policies. */
export async function prepare({ configuration, useCase }) {
  const { SuperfaceClient } = createRequire(import.meta.url)("@superfaceai/one-sdk");
  const superJson = JSON.parse(readFileSync(configuration, "utf8"));
  const client = new SuperfaceClient({ superJson, disableReporting: true, sandboxTimeout: 10_000 });
  const profile = await client.getProfile("bench/items");
  const chosen = profile.getUseCase(useCase);
  return async () => (await chosen.perform({ id: "1" })).unwrap();
}
