import { isShownName, PROVIDER_NAME } from "@sdkwright/runtime/config";

/** What a name has to be, for people. */
export const NAME_FORM = "a name begins with a small letter; small letters, - and _ follow, and no digits";

/** The legal name that is near what was typed; none for what may be a secret, and for what leaves a letter alone. */
export function nearName(text: string): string | undefined {
  const near = lettersOnly(text);
  return isShownName(text) && near.length > 1 && PROVIDER_NAME.test(near) ? near : undefined;
}

/** The name of a provider, or what might be one where a person has to say it. */
export type NameOrProposal = { readonly name: string } | { readonly proposal: string };

/** `API`, `v1.7`, `(2.0)`, `version 3`, `2024-05-01` at the end of a title. */
const TRAILING = /[\s\-–—_:,|/]*(?:\(\s*)?(?:\bAPIs?|\b(?:v|version)\s*\.?\s*\d[\w.-]*|\b\d[\d.-]*)(?:\s*\))?\s*$/i;

/** A longer one is no name of anything, and each end of it that looks like a version is tried. */
const LONGEST_TITLE = 200;

/** A provider's name by the title of its document: without a trailing `API` and version, in kebab-case, a to z only. */
export function nameFromTitle(title: string | undefined, otherwise: string): NameOrProposal {
  const text = withoutTrailing((title ?? "").trim().slice(0, LONGEST_TITLE));
  const name = kebab(text);
  const isPlain = !/[^\p{P}\p{S}\p{Z}\sA-Za-z]/u.test(text);
  if (isPlain && PROVIDER_NAME.test(name)) return { name };
  const proposals = [lettersOnly(text), lettersOnly(otherwise), "acme"];
  return { proposal: proposals.find((proposal) => PROVIDER_NAME.test(proposal)) ?? "acme" };
}

function withoutTrailing(title: string): string {
  const shorter = title.trim().replace(TRAILING, "");
  return shorter === "" || shorter === title ? title.trim() : withoutTrailing(shorter);
}

/** Words as they are written: a brand is one word whatever its capitals. */
function kebab(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’`]/g, "")
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** What is left without accents, digits and other scripts. */
function lettersOnly(text: string): string {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "");
  return kebab(plain)
    .replaceAll(/[^a-z-]/g, "")
    .replaceAll(/--+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
