import { basename, extname } from "node:path";
import type { Source, SourceIssue } from "../diagnostics/source.js";
import type { Change } from "../diff/change.js";
import type { InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { timeFor } from "../io/progress.js";
import { loadTsconfig } from "../project/load-tsconfig.js";
import type { Reader } from "../project/reader.js";
import { callerOf } from "./caller.js";
import { type Existing, findExisting } from "./existing.js";
import { definitionRefusal, type DocumentPlace, documentPlace, linkedPlace } from "./locate-document.js";
import { type AddPlan, choiceOf, draftOf, type PlanInput, planNew, titleIn } from "./plan.js";
import { prepare, type Prepared, readPrepared } from "./prepare.js";
import {
  clashing,
  existingMistake,
  type Naming,
  namingOf,
  questionsOf,
  usageMistake,
  valueMistake,
} from "./questions.js";
import { errorsOf, lossesOf, type Network, readTarget, type Target } from "./read-target.js";
import { type AddRequest, type Refusal, urlOf } from "./request.js";
import { planUpdate, vendorChanges } from "./update.js";

/** What `add` would do, or why it does nothing. */
export type AddOutcome =
  | { readonly kind: "plan"; readonly plan: AddPlan; readonly told: Told }
  | { readonly kind: "refusal"; readonly refusal: Refusal }
  | { readonly kind: "mistakes"; readonly issues: readonly SourceIssue[] };

/** What is told beside the plan. */
export interface Told {
  readonly redirects: readonly string[];
  /** What was done to the document. */
  readonly conversions: readonly string[];
  /** Files beside it that it holds parts of, or that are read with it. */
  readonly parts: readonly string[];
  /** What a document that is replaced changes for callers. */
  readonly changes?: readonly Change[] | undefined;
}

/** A document that was read, and the project that it is added to. */
interface Found {
  readonly request: AddRequest;
  readonly places: InputPlaces;
  readonly reader: Reader;
  readonly target: Target;
  readonly prepared: Prepared;
  readonly naming: Naming;
  readonly existing: Existing;
}

/** Target → document → name → what the project has → plan. Reads everything, and writes nothing. */
export async function planAdd(
  request: AddRequest,
  places: InputPlaces,
  reader: Reader,
  network: Network,
): Promise<AddOutcome> {
  const mistake = usageMistake(request, urlOf(request.target) !== undefined);
  if (mistake !== undefined) return refused(mistake);
  const target = await readTarget(request.target, places.workingDirectory ?? places.root, reader, network);
  if ("exitCode" in target) return refused(target);
  const errors = errorsOf(target);
  if (errors.length > 0) return { kind: "mistakes", issues: errors };
  reader.progress.step("putting the document together", timeFor(target.source.text, 50));
  const prepared = await prepare(target, request);
  if ("exitCode" in prepared) return refused(prepared);
  const named = namingOf(request, titleIn(prepared.root), fallbackName(target));
  const existing = await findExisting(named.name, places, reader);
  if (existing.issues.length > 0) return { kind: "mistakes", issues: existing.issues };
  return planFound({ request, places, reader, target, prepared, naming: clashing(named, existing.names), existing });
}

async function planFound(found: Found): Promise<AddOutcome> {
  const { request, places, reader, target, prepared, naming, existing } = found;
  const place = placeFor(found);
  if ("exitCode" in place) return refused(place);
  const refusal = definitionRefusal(existing.definitionPath, places) ?? existingMistake(request, existing);
  if (refusal !== undefined) return refused(refusal);
  const source = sourceFor(found, place);
  const choice = choiceOf(found);
  reader.progress.step("reading its operations", timeFor(source.text, 50));
  const read = readPrepared(source, request.isLink ? target : undefined, choice, reader.budget);
  if ("issue" in read) return { kind: "mistakes", issues: [{ ...read.issue, source: target.source }] };
  const draft = draftOf(naming.name, read.api, request);
  const isNew = existing.definition === undefined;
  const wrong = isNew ? (valueMistake(request, draft) ?? questionsOf(request, asked(found), naming, draft)) : undefined;
  if (wrong !== undefined) return refused(wrong);
  const { importExtension } = await loadTsconfig(places, reader);
  const input: PlanInput = {
    name: naming.name,
    request,
    api: read.api,
    document: { path: place.path, before: place.before?.text, text: request.isLink ? undefined : prepared.text },
    existing,
    config: places.config,
    caller: callerOf(places),
    importExtension,
  };
  const plan =
    existing.definition === undefined ? planNew(input, draft) : planUpdate(input, existing.definition.json, draft);
  const issues = [
    ...read.issues,
    ...(request.isLink ? [] : lossesOf(target, prepared.parts)),
    ...prepared.issues.map((issue) => ({ ...issue, source: target.source })),
    ...plan.issues,
  ];
  return { kind: "plan", plan: { ...plan, issues }, told: toldOf(found, await vendorChanges(input, source, reader)) };
}

function refused(refusal: Refusal): AddOutcome {
  return { kind: "refusal", refusal };
}

/** Where a name is looked for, when the title has none. */
function fallbackName({ source, url }: Target): string {
  if (url === undefined) return basename(source.path, extname(source.path));
  const labels = url.hostname.split(".");
  return labels.at(-2) ?? url.hostname;
}

function placeFor({ request, places, target, prepared, naming, existing }: Found): DocumentPlace | Refusal {
  if (!request.isLink) return documentPlace(naming.name, places, existing);
  return linkedPlace(target.source.path, places, prepared.isSwagger);
}

/** The document as it will stand in the project: places in it are those that `generate` will name. */
function sourceFor({ request, reader, target, prepared }: Found, { path }: DocumentPlace): Source {
  if (request.isLink) return target.source;
  return { ...reader.sourceOf(path, "openapi", prepared.text, prepared.root), file: reader.fileOf(path) };
}

function asked({ places, target }: Found): { readonly config: string | undefined; readonly url: URL | undefined } {
  const { config, isConfigGiven, workingDirectory, root } = places;
  return { config: isConfigGiven ? relativePath(workingDirectory ?? root, config) : undefined, url: target.url };
}

function toldOf({ target, prepared, request }: Found, changes: Told["changes"]): Told {
  const { changes: conversions, parts } = prepared;
  return { redirects: target.redirects, conversions: request.isLink ? [] : conversions, parts, changes };
}
