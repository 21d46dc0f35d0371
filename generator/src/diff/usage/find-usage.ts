import type { InputPlaces } from "../../files/find-project.js";
import { projectFileOf } from "../../project/load-tsconfig.js";
import type { Change } from "../change.js";
import type { Usage, UsageUnknown } from "./usage.js";

/** Looks through the project's code where there is something to look for; TypeScript is loaded only then. */
export async function findUsage(
  changes: readonly Change[],
  { root, out }: InputPlaces,
): Promise<Usage | UsageUnknown | undefined> {
  const providers = [...new Set(changes.flatMap(({ concerns }) => concerns?.provider ?? []))];
  if (providers.length === 0) return undefined;
  const tsconfig = await projectFileOf(out);
  if (tsconfig === undefined) return { why: "there is no tsconfig.json" };
  const { readUsage } = await import("./read-usage.js");
  return readUsage({ root, out, tsconfig, providers });
}
