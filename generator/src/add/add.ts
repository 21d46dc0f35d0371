import { basename, extname } from "node:path";
import { type Issue, normalizeProvider, type ProviderJson } from "@sdkwright/runtime/config";
import { isVendorNote, type SourceIssue } from "../diagnostics/source.js";
import type { Change } from "../diff/change.js";
import { type PagesSummary, pagesSummary } from "../emit/operations/operation-pages.js";
import { operationsOf } from "../emit/operations/operations-of.js";
import { streamsOf } from "../emit/operations/streams.js";
import type { InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { timeFor } from "../io/progress.js";
import { loadTsconfig } from "../project/load-tsconfig.js";
import type { Api } from "../openapi/api.js";
import type { ApiPages } from "../openapi/pages.js";
import type { Reader } from "../project/reader.js";
import { callerOf } from "./caller.js";
import { findExisting } from "./existing.js";
import { documentPlace, linkedPlace } from "./locate-document.js";
import { type AddPlan, choiceOf, draftOf, type PlanInput, planNew, titleIn } from "./plan.js";
import { prepare, readPrepared } from "./prepare.js";
import { clashing, existingMistake, namingOf, questionsOf, usageMistake, valueMistake } from "./questions.js";
import { errorsOf, lossesOf, type Network, readTarget, type Target } from "./read-target.js";
import type { AddRequest, Refusal } from "./request.js";
import { planUpdate, vendorChanges } from "./update.js";

/** Why nothing is written. */
export type Stopped =
  | { readonly kind: "refusal"; readonly refusal: Refusal }
  | { readonly kind: "mistakes"; readonly issues: readonly SourceIssue[] };

/** What `add` would do, or why it does nothing. */
export type AddOutcome = { readonly kind: "plan"; readonly plan: AddPlan; readonly told: Told } | Stopped;

/** What is told beside the plan. */
export interface Told {
  readonly redirects: readonly string[];
  /** The place of the document beside the page that was given. */
  readonly foundAt?: string | undefined;
  /** Headers with which it was asked for, by name, and where these went. */
  readonly sent?: string | undefined;
  /** What was done to the document. */
  readonly conversions: readonly string[];
  /** Files beside it that it holds parts of, or that are read with it. */
  readonly parts: readonly string[];
  /** How its lists go on; absent without any that could. */
  readonly pages?: PagesSummary | undefined;
  /** How many operations answer piece by piece. */
  readonly streams?: { readonly events: number; readonly lines: number } | undefined;
  /** What a document that is replaced changes for callers. */
  readonly changes?: readonly Change[] | undefined;
}

/** Target → document → name → what the project has → plan. Reads everything, and writes nothing. */
export async function planAdd(
  request: AddRequest,
  places: InputPlaces,
  reader: Reader,
  network: Network,
): Promise<AddOutcome> {
  const { isLink } = request;
  const { root, config, workingDirectory = root } = places;
  const mistake = usageMistake(request);
  if (mistake !== undefined) return refused(mistake);
  const target = await readTarget(request, workingDirectory, reader, network);
  if ("exitCode" in target) return refused(target);
  const errors = errorsOf(target);
  if (errors.length > 0) return { kind: "mistakes", issues: errors };
  reader.progress.step("putting the document together", timeFor(target.source.text, 50));
  const prepared = await prepare(target, request);
  if ("exitCode" in prepared) return refused(prepared);
  const named = namingOf(request, titleIn(prepared.root), fallbackName(target));
  const existing = await findExisting(named.name, places, reader);
  if (existing.issues.length > 0) return { kind: "mistakes", issues: existing.issues };
  const naming = clashing(named, existing.names);
  const place = isLink
    ? linkedPlace(target.source.path, places, prepared.isSwagger)
    : documentPlace(naming.name, places, existing);
  if ("exitCode" in place) return refused(place);
  const refusal = existingMistake(request, existing);
  if (refusal !== undefined) return refused(refusal);
  // Places in it are those that `generate` will name.
  const source = isLink ? target.source : reader.sourceOf(place.path, "openapi", prepared.text, prepared.root);
  reader.progress.step("reading its operations", timeFor(source.text, 50));
  const read = readPrepared(source, isLink ? target : undefined, choiceOf({ request, existing }), reader.budget);
  if ("issue" in read) return { kind: "mistakes", issues: [{ ...read.issue, source: target.source }] };
  const draft = draftOf(naming.name, read.api, request, target.isLocal === true ? target.url : undefined);
  const { definition } = existing;
  const asked = { config: places.isConfigGiven ? relativePath(workingDirectory, config) : undefined, url: target.url };
  const wrong =
    definition === undefined ? (valueMistake(request, draft) ?? questionsOf(request, asked, naming, draft)) : undefined;
  if (wrong !== undefined) return refused(wrong);
  const { importExtension } = await loadTsconfig(places, reader);
  const document = { ...place, text: isLink ? undefined : prepared.text };
  const caller = callerOf(places);
  const { api } = read;
  const { notes, pages, streams } = madeOf(definition?.json ?? draft.composed.definition, api, prepared.issues);
  const known = { api, pages, name: naming.name };
  const input: PlanInput = { ...known, request, document, existing, config, caller, importExtension };
  const plan = definition === undefined ? planNew(input, draft) : planUpdate(input, definition.json, draft);
  const issues = [
    ...read.issues,
    ...(isLink ? [] : lossesOf(target, prepared.parts)),
    ...prepared.issues.map((issue) => ({ ...issue, source: target.source })),
    ...plan.issues,
    ...notes,
  ];
  const { changes: conversions, parts } = prepared;
  const { redirects, foundAt, sent } = target;
  const changes = await vendorChanges(input, reader);
  const summary = pages && pagesSummary(pages);
  const hasLists = summary !== undefined && summary.turned.length + summary.notTurned.length > 0;
  const told = { redirects, foundAt, sent, conversions, parts, ...(hasLists && { pages: summary }), streams, changes };
  return { kind: "plan", plan: { ...plan, issues }, told };
}

/** Other parts of a document that no type or request can follow, which `generate` does not tell; its pages and streams. */
function madeOf(
  json: ProviderJson,
  api: Api,
  told: readonly Issue[],
): { readonly notes: readonly SourceIssue[]; readonly pages: ApiPages | undefined; readonly streams: Told["streams"] } {
  const { file } = api.document.source;
  const provider = { file, json, definition: normalizeProvider(json), api };
  const made = api.operations.length === 0 ? undefined : operationsOf(provider);
  const known = new Set(told.map(({ pointer }) => pointer.replace(/\/\$ref$/, "")));
  const notes = [...api.issues, ...(made?.issues ?? [])].filter(
    (issue) => isVendorNote(issue) && !known.has(issue.pointer.replace(/\/\$ref$/, "")),
  );
  const read = api.operations.map((operation) => streamsOf(operation, api.document, provider.definition));
  const count = (kind: "events" | "lines"): number => read.filter((each) => each[kind] !== undefined).length;
  return { notes, pages: made?.pages, streams: { events: count("events"), lines: count("lines") } };
}

export function refused(refusal: Refusal): Stopped {
  return { kind: "refusal", refusal };
}

/** Where a name is looked for, when the title has none. */
function fallbackName({ source, url }: Target): string {
  if (url === undefined) return basename(source.path, extname(source.path));
  return url.hostname.split(".").at(-2) ?? url.hostname;
}
