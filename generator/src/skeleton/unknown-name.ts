import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { nearest, PROFILE_NAME, PROVIDER_NAME, suggestion } from "@sdkwright/runtime/config";
import type { Refusal } from "../add/request.js";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";

/** A profile or a provider that client.json does not have, and how it gets one. */
export function unknownName(
  what: "profile" | "provider",
  name: string,
  known: readonly string[],
  places: InputPlaces,
): Refusal {
  const names = suggestion(name, known, `client.json has the ${what}s`) ?? `client.json names no ${what}`;
  const isMisspelt = nearest(name, known) !== undefined;
  const entry = isMisspelt ? undefined : what === "profile" ? profileEntry(name, places) : providerEntry(name, places);
  const hint = entry === undefined ? names : `${names}; ${entry}`;
  return { code: "SW0302", message: `client.json has no ${what} ${JSON.stringify(name)}`, hint, exitCode: 3 };
}

/** Where its document belongs. */
function profileEntry(name: string, { config, root }: InputPlaces): string | undefined {
  if (!PROFILE_NAME.test(name)) return undefined;
  return `write its document ${relativePath(root, join(dirname(config), "profiles", `${name}.json`))} first`;
}

function providerEntry(name: string, { config, root }: InputPlaces): string | undefined {
  if (!PROVIDER_NAME.test(name)) return undefined;
  const definition = join(dirname(config), "providers", `${name}.json`);
  if (existsSync(definition)) return `add "${name}": {} to its "providers": ${relativePath(root, definition)} is there`;
  return `\`sdkwright init ${name} --base-url <url>\` makes it`;
}
