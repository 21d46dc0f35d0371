import { isPlainObject, own, type ProviderDefinition } from "@sdkwright/runtime/config";
import type { Api } from "../openapi/api.js";
import { securityOf, type SchemeIds } from "./wire-security.js";

/** What a document asks for by default, where the definition's default is none of it. */
export interface OtherDefault {
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
}

/**
 * The definition's default stays, whatever a new document says: what is sent is its owner's to decide, and has to be told.
 * A document without `security` says that nothing is needed; it counts where `isSilenceNone`, else as an omission.
 */
export function otherDefault(
  { document: { root }, operations }: Api,
  definition: ProviderDefinition,
  idOf: SchemeIds,
  isSilenceNone: boolean,
): OtherDefault | undefined {
  const written = own(root, "security");
  const concerned = operations.filter(({ security }) => security === undefined).length;
  if (concerned === 0 || !(Array.isArray(written) || (isSilenceNone && written === undefined))) return undefined;
  const security = (written ?? []).flatMap((each) => (isPlainObject(each) ? [Object.keys(each)] : []));
  const { applied, alternatives, isDemanded, isLost } = securityOf({ security }, definition, idOf);
  if (applied === undefined && !isDemanded && !isLost) return undefined;
  const { security: standard = [] } = definition;
  const asked = security.length === 0 ? "no credentials" : listOf(security.map(namesOf), " or ");
  const what = written === undefined ? "says nothing of `security`, which is none" : `asks for ${asked} by default`;
  const said =
    concerned === 1 ? "1 operation that says nothing else is" : `${concerned} operations that say nothing else are`;
  const message = `the document ${what}; ${said} sent with the definition's default, ${namesOf(standard)}`;
  const wanted = applied ?? alternatives[0];
  return { pointer: written === undefined ? "" : "/security", message, hint: hintOf(wanted) };
}

function hintOf(wanted: readonly string[] | undefined): string {
  if (wanted === undefined) return "declare the scheme in the definition, and name it in its `security`";
  if (wanted.length === 0) return "remove `security` of the definition, if the document is right";
  return `set \`security\` of the definition to ${JSON.stringify(wanted)}, if the document is right`;
}

function namesOf(schemes: readonly string[]): string {
  return schemes.length === 0
    ? "none"
    : listOf(
        schemes.map((name) => JSON.stringify(name)),
        " and ",
      );
}

const SHOWN = 5;

function listOf(texts: readonly string[], between: string): string {
  const more = texts.length - SHOWN;
  return [...texts.slice(0, SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(between);
}
