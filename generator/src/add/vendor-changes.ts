import { dirname, resolve } from "node:path";
import { isDeepStrictEqual as isEqual } from "node:util";
import { normalizeProvider, parseProvider } from "@sdkwright/runtime/config";
import { bySeverity, type Change } from "../diff/change.js";
import { compareModels } from "../diff/diff.js";
import type { Source } from "../diagnostics/source.js";
import { fileKey } from "../files/file-key.js";
import { timeFor } from "../files/progress.js";
import type { Api } from "../openapi/api.js";
import type { Choice } from "../openapi/choice.js";
import { operationsModelText } from "../operations/operations-of.js";
import type { OperationsModel } from "../operations/operations-model.js";
import { openapiReference } from "../project/openapi-reference.js";
import type { LoadedProvider } from "../project/project.js";
import type { Reader } from "../project/reader.js";
import { publicProvider } from "../surface/build-public-model.js";
import { readOperations } from "../surface/read-operations.js";
import { openapiOf, type PlanInput } from "./plan.js";
import { readPrepared } from "./read-prepared.js";
import { readFile, type Target } from "./read-target.js";

/**
 * What a document changes for callers of definitions that are there, as `diff` judges it; the most severe first. `undefined`
 * where there is none, or where it refers to this very file, of which nobody knows what it was.
 */
export async function vendorChanges(
  input: PlanInput,
  source: Source,
  reader: Reader,
): Promise<readonly Change[] | undefined> {
  const [ours, theirs] = [await changesOfOurs(input, reader), await changesOfOthers(input, source, reader)];
  if (ours === undefined && theirs.length === 0) return undefined;
  return bySeverity([...(ours ?? []), ...theirs]);
}

async function changesOfOurs(input: PlanInput, reader: Reader): Promise<readonly Change[] | undefined> {
  const { document, existing, api } = input;
  if (existing.definition === undefined) return undefined;
  const { source, json } = existing.definition;
  const reference = openapiReference(json);
  const path = reference && resolve(dirname(source.path), reference.file);
  const next = { ...json, openapi: openapiOf(input) };
  if (path === document.path) {
    if (document.text === undefined) return undefined;
    if (document.text === document.before && isEqual(reference, openapiReference(next))) return [];
  }
  reader.progress.step("comparing it with the document that was there", timeFor(document.before ?? "", 500));
  const before = path === undefined ? undefined : await apiAt(path, reference ?? {}, reader);
  return compared(source.file, { json, api: before }, { json: next, api });
}

/** Of other definitions whose document is written: it may be that of several, by one's own wish or somebody else's. */
async function changesOfOthers(
  { document, existing: { others } }: PlanInput,
  source: Source,
  reader: Reader,
): Promise<readonly Change[]> {
  if (document.text === undefined || document.text === document.before) return [];
  const place = fileKey(document.path);
  const read = new Map<string, readonly [before: Api | undefined, after: Api | undefined]>();
  const changes: (readonly Change[])[] = [];
  for (const other of others) {
    const { value: json } = parseProvider(other.json);
    const reference = openapiReference(json);
    if (json === undefined || reference === undefined) continue;
    const path = resolve(dirname(other.path), reference.file);
    if (fileKey(path) !== place) continue;
    reader.progress.step(`comparing it for ${other.file}`, timeFor(document.before ?? "", 500));
    const choice = JSON.stringify([reference.include, reference.exclude]);
    const [before, after] = read.get(choice) ?? [
      await apiAt(path, reference, reader),
      apiIn(source, undefined, reference, reader),
    ];
    read.set(choice, [before, after]);
    changes.push(await compared(other.file, { json, api: before }, { json, api: after }, true));
  }
  return changes.flat();
}

/** What a definition has read of its document so far: nothing where that cannot be read. */
async function apiAt(path: string, choice: Choice, reader: Reader): Promise<Api | undefined> {
  const target = await readFile(path, reader.root, reader);
  return "exitCode" in target ? undefined : apiIn(target.source, target, choice, reader);
}

function apiIn(
  source: Source,
  beside: Target | undefined,
  { include, exclude }: Choice,
  { budget }: Reader,
): Api | undefined {
  const read = readPrepared(source, beside, { include, exclude }, budget);
  return "issue" in read ? undefined : read.api;
}

type Reading = Pick<LoadedProvider, "json" | "api">;

/** As `diff` compares two projects that have this provider alone. */
function compared(file: string, before: Reading, after: Reading, isNamed = false): Promise<readonly Change[]> {
  const sides = [before, after].map((reading) => {
    const provider = { file, definition: normalizeProvider(reading.json), ...reading };
    const { name } = provider.definition;
    const model = { client: true, providers: { [name]: publicProvider(provider) }, profiles: {}, demands: [] };
    return { name, model, operations: reading.api === undefined ? "none" : modelOf(provider) } as const;
  });
  const [base, next] = sides as [(typeof sides)[0], (typeof sides)[0]];
  const pair = { provider: next.name, base: base.operations, next: next.operations };
  return compareModels(base.model, next.model, [pair], isNamed);
}

const NOTHING: OperationsModel = {
  operations: {},
  schemas: {},
  document: { schemes: {}, servers: [], security: [] },
};

/** By the text that would be emitted: so nothing is decided twice. */
function modelOf(provider: LoadedProvider): OperationsModel {
  const text = operationsModelText(provider);
  return (text === undefined ? undefined : readOperations(text)) ?? NOTHING;
}
