import type { Issue } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { DocumentSource, Source, SourceIssue } from "../diagnostics/source.js";
import type { Api } from "../openapi/api.js";
import { nothingMessage } from "../openapi/api-of.js";
import { bundle } from "../openapi/bundle.js";
import { Chooser, spendingOnPatterns, type Choice } from "../openapi/choice.js";
import { parseJsonText } from "../openapi/parse-json.js";
import { readApi } from "../openapi/read-api.js";
import { readDocument } from "../openapi/read-document.js";

/** What a document says, with what is to be told about the choice of its operations. */
export type PreparedApi = { readonly api: Api; readonly issues: readonly SourceIssue[] } | { readonly issue: Issue };

/** Reads a document as `generate` will do it; what cannot be read in it is told there. */
export function readPrepared(
  source: Source,
  beside: Pick<DocumentSource, "neighbours" | "refused"> | undefined,
  choice: Choice,
  budget: Budget,
): PreparedApi {
  const located: Source = beside === undefined ? withPlaces(source) : source;
  const { neighbours = new Map(), refused = new Map() } = beside ?? {};
  const read = readDocument(bundle({ source: located, neighbours, refused, definition: located }));
  if ("issue" in read) return read;
  const chooser = new Chooser(choice, spendingOnPatterns(budget));
  const api = readApi(read.document, chooser, budget);
  return { api, issues: [...unused(chooser, choice), ...nothingIn(api, choice)] };
}

/** A text that we printed is gone through only for who prints a place in it. */
function withPlaces(source: Source): Source {
  const json = source.json ?? parseJsonText(source.text).json;
  return Object.assign(source, {
    json,
    placesOf: (pointers: readonly string[]) => parseJsonText(source.text).placesOf(pointers),
  });
}

function unused(chooser: Chooser, { include = [] }: Choice): readonly SourceIssue[] {
  return chooser.unused.flatMap((place) => {
    const pattern = /^include\/(\d+)$/.exec(place)?.[1];
    if (pattern === undefined) return [];
    const message = `the pattern ${JSON.stringify(include[Number(pattern)] ?? "")} matches no operation of the document`;
    return [{ code: "SW1608", severity: "warning", pointer: "", message }] as const;
  });
}

function nothingIn({ operations, document }: Api, choice: Choice): readonly SourceIssue[] {
  if (operations.length > 0) return [];
  return [{ code: "SW1609", severity: "warning", message: nothingMessage(choice), ...document.placeOf("/paths") }];
}
