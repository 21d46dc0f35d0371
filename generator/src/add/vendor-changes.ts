import { dirname, resolve } from "node:path";
import { isDeepStrictEqual as isEqual } from "node:util";
import { normalizeProvider } from "@sdkwright/runtime/config";
import { compareModels } from "../diff/compare.js";
import type { Change } from "../diff/change.js";
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
import { readFile } from "./read-target.js";

/**
 * What a document changes for callers of a definition that is there, as `diff` judges it; the most severe first. `undefined`
 * where there is none, or where it refers to this very file, of which nobody knows what it was.
 */
export async function vendorChanges(input: PlanInput, reader: Reader): Promise<readonly Change[] | undefined> {
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

/** What a definition has read of its document so far: nothing where that cannot be read. */
async function apiAt(path: string, { include, exclude }: Choice, reader: Reader): Promise<Api | undefined> {
  const target = await readFile(path, reader.root, reader);
  if ("exitCode" in target) return undefined;
  const read = readPrepared(target.source, target, { include, exclude });
  return "issue" in read ? undefined : read.api;
}

type Reading = Pick<LoadedProvider, "json" | "api">;

/** As `diff` compares two projects that have this provider alone. */
function compared(file: string, before: Reading, after: Reading): readonly Change[] {
  const sides = [before, after].map((reading) => {
    const provider = { file, definition: normalizeProvider(reading.json), ...reading };
    const { name } = provider.definition;
    const model = { client: true, providers: { [name]: publicProvider(provider) }, profiles: {}, demands: [] };
    return { name, model, operations: reading.api === undefined ? "none" : modelOf(provider) } as const;
  });
  const [base, next] = sides as [(typeof sides)[0], (typeof sides)[0]];
  return compareModels(base.model, next.model, [{ provider: next.name, base: base.operations, next: next.operations }]);
}

const NOTHING: OperationsModel = { operations: {}, schemas: {} };

/** By the text that would be emitted: so nothing is decided twice. */
function modelOf(provider: LoadedProvider): OperationsModel {
  const text = operationsModelText(provider);
  return (text === undefined ? undefined : readOperations(text)) ?? NOTHING;
}
