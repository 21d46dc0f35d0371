import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isShownName, PROVIDER_NAME, quoted } from "@sdkwright/runtime/config";
import { NAME_FORM, nearName } from "./provider-name.js";
import type { Refusal } from "./request.js";

/** Whether a word is no document, by its form and by what lies there, so that it was meant as a name. */
export function isMeantAsName(word: string, folder: string): boolean {
  const isPath = /[/\\]|^[A-Za-z][A-Za-z0-9+.-]+:|\.(?:json|ya?ml)$/i.test(word);
  return word !== "" && !isPath && !existsSync(resolve(folder, word));
}

/** What is wrong with a word that was meant as a name, behind `init` or `--name`. */
export function nameMistake(word: string, behind: "sdkwright init" | "--name"): Refusal | undefined {
  if (PROVIDER_NAME.test(word)) return undefined;
  const near = nearName(word);
  const what = behind === "--name" ? "no name of a provider" : "neither a file nor a name of a provider";
  const message = `${quoted(word)} is ${what}: ${NAME_FORM}`;
  const hint = near === undefined ? "choose another name, such as acme-pay" : `did you mean \`${behind} ${near}\`?`;
  return { code: "SW0302", message, hint, exitCode: 3 };
}

/** How a provider comes without a document, for those who gave `add` a name. */
export function withoutDocument(word: string): string {
  const name = PROVIDER_NAME.test(word) && isShownName(word) ? word : nearName(word);
  const way = `without a document: npx sdkwright init ${name ?? "<name>"} --base-url <url>`;
  return name === word ? way : `${way}; ${NAME_FORM}`;
}
