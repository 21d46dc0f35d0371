import { toPointer } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { DocumentSource, SourceIssue } from "../diagnostics/source.js";
import type { Api } from "./api.js";
import { bundle } from "./bundle.js";
import { Chooser, spendingOnPatterns, type Choice } from "./choice.js";
import { readApi } from "./read-api.js";
import { readDocument } from "./read-document.js";

export interface ApiOrIssues {
  readonly api?: Api | undefined;
  readonly issues: readonly SourceIssue[];
}

/** What a document says for a definition, or why it cannot be read; one whose text cannot be parsed was reported before. */
export function apiOf(wanted: DocumentSource, budget: Budget): ApiOrIssues {
  const { source } = wanted;
  const flaws = flawsIn(wanted);
  if (source.json === undefined) return { issues: flaws };
  const read = readDocument(bundle(wanted));
  if ("issue" in read) return { issues: [...flaws, { ...read.issue, source }] };
  const chooser = new Chooser(wanted, spendingOnPatterns(budget, wanted.definition));
  const api = readApi(read.document, chooser, budget);
  return { api, issues: [...flaws, ...api.issues, ...unusedPatterns(wanted, chooser), ...nothingIn(wanted, api)] };
}

/** Of a neighbour that cannot be parsed is told where it is referred to. */
function flawsIn({ source, neighbours }: DocumentSource): readonly SourceIssue[] {
  const parsed = [...neighbours.values()].filter(({ json }) => json !== undefined);
  return [source, ...parsed].flatMap((file) => (file.flaws ?? []).map((flaw) => ({ ...flaw, source: file })));
}

function unusedPatterns({ definition }: DocumentSource, { unused }: Chooser): readonly SourceIssue[] {
  const message = "this pattern matches no operation of the document";
  return unused.map((place) => {
    const pointer = toPointer("openapi", ...place.split("/"));
    return { code: "SW1608", severity: "warning", pointer, message, source: definition } as const;
  });
}

/** Webhooks alone are nothing that a client can call. */
function nothingIn({ definition, include, exclude }: DocumentSource, { operations }: Api): readonly SourceIssue[] {
  if (operations.length > 0) return [];
  const message = nothingMessage({ ...(include && { include }), ...(exclude && { exclude }) });
  return [{ code: "SW1609", severity: "warning", pointer: "/openapi", message, source: definition }];
}

/** That a choice left no operation, or that there was none. */
export function nothingMessage({ include, exclude }: Choice): string {
  const which = include === undefined && exclude === undefined ? "no operation" : "no operation that is chosen";
  return `the document has ${which}: the provider's client stays untyped`;
}
