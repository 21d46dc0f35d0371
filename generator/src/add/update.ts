import { dirname, resolve } from "node:path";
import { isDeepStrictEqual as isEqual } from "node:util";
import {
  baseUrlParameters,
  isShownText,
  normalizeProvider,
  type ProviderDefinition,
  type ProviderJson,
} from "@sdkwright/runtime/config";
import type { SourceIssue } from "../diagnostics/source.js";
import { bySeverity, type Change } from "../diff/change.js";
import { compareModels } from "../diff/diff.js";
import { publicProvider } from "../emit/build-public-model.js";
import type { OperationsModel } from "../emit/operations/operations-model.js";
import { operationsModelText } from "../emit/operations/operations-of.js";
import { otherDefault, schemeIds, withOpenOperations } from "../emit/operations/wire-security.js";
import { serviceIds } from "../emit/operations/wire-service.js";
import { readOperations } from "../emit/read-model.js";
import { timeFor } from "../io/progress.js";
import type { Api } from "../openapi/api.js";
import { openapiReference } from "../project/load-documents.js";
import type { LoadedProvider } from "../project/project.js";
import type { Reader } from "../project/reader.js";
import { constantHeaders } from "./definition.js";
import { withValue } from "./existing.js";
import { type AddPlan, documentFile, type Draft, openapiOf, type PlanInput, titleIn } from "./plan.js";
import { readPrepared } from "./prepare.js";
import { readFile } from "./read-target.js";
import { cited, citedUrl, remark } from "./request.js";

/** A definition that exists keeps what it says: its document is replaced, or named for the first time. */
export function planUpdate(input: PlanInput, definition: ProviderJson, draft: Draft): AddPlan {
  const { name, api } = input;
  const issues = [...lacks(definition, draft, input), ...otherHeaders(definition, draft, api)];
  return {
    name,
    title: titleIn(api.document.root),
    files: [...documentFile(input.document), ...definitionFile(input, definition)],
    issues: issues.map((issue) => ({ ...issue, ...api.document.placeOf(issue.pointer) })),
    operations: api.operations.length,
    isNamed: input.existing.isNamed,
  };
}

/** None where the definition names the document and these operations of it already, in whichever words. */
function definitionFile(input: PlanInput, { openapi }: ProviderJson): AddPlan["files"] {
  const { document, request, existing } = input;
  if (existing.definition === undefined) return [];
  const { file, include: named = [] } = typeof openapi === "object" ? openapi : { file: openapi };
  const { path, text } = existing.definition.source;
  const isChosen = request.include.length === 0 || isEqual(request.include, named);
  if (isChosen && file !== undefined && resolve(dirname(path), file) === document.path) return [];
  return [{ path, before: text, after: withValue(text, ["openapi"], openapiOf(input)), what: "its definition" }];
}

/** Servers, schemes and a default of the document that are none of the definition's to `generate` either. */
function lacks(json: ProviderJson, { services, schemes }: Draft, { api, existing }: PlanInput): readonly SourceIssue[] {
  const definition = normalizeProvider(json);
  const [serviceOf, schemeOf] = [serviceIds(definition), schemeIds(api, definition)];
  const other = otherDefault(withOpenOperations(api, definition), definition, schemeOf, true);
  return [
    ...services.services.flatMap(({ id, baseUrl }) => {
      const server = services.origins.get(id);
      if (server === undefined || serviceOf(server) !== undefined) return [];
      const url = `${citedUrl(baseUrl)}${valuesIn(baseUrl, services)}`;
      const message = `the definition has no service with the base URL ${url}`;
      const hint = serviceHint(server.pointer, definition, existing.definition?.source.file);
      return remark("SW0708", server.pointer, message, hint);
    }),
    ...schemes.schemes.flatMap(({ id }) => {
      if (schemeOf(id) !== undefined) return [];
      const message = `the definition has no security scheme ${cited(id)}`;
      const hint = "operations that require it cannot be called with it";
      return remark("SW0708", "/components/securitySchemes", message, hint);
    }),
    ...(other === undefined ? [] : [remark("SW0708", other.pointer, other.message, other.hint)]),
  ];
}

/** Where requests go meanwhile, and what to edit so that they go there. */
function serviceHint(pointer: string, { defaultService, services }: ProviderDefinition, file = ""): string {
  const id = cited(defaultService);
  const now = citedUrl(services[defaultService]?.baseUrl ?? "");
  const generate = `in ${JSON.stringify(file)}, then run \`npx sdkwright generate\``;
  // client.json may have another base URL for it.
  return pointer === "/servers/0"
    ? `the service ${id} stays at ${now}; to send requests to the new one, set its "baseUrl" ${generate}`
    : `operations that name it use the service ${id}, ${now}; to use that server, add it to "services" ${generate}`;
}

/** A base URL may be written as the definition's, and be another by what its variables are. */
function valuesIn(baseUrl: string, { parameters }: Draft["services"]): string {
  const names = baseUrlParameters(baseUrl);
  const values = parameters.flatMap(({ name, default: value }) =>
    value === undefined || !names.includes(name)
      ? []
      : [`${cited(name)} is ${isShownText(value) ? cited(value) : "***"}`],
  );
  return values.length === 0 ? "" : ` if ${values.join(" and ")}`;
}

/** Constant headers that the definition does not send, or sends with another value: the old version of an API. */
function otherHeaders(definition: ProviderJson, { composed }: Draft, api: Api): readonly SourceIssue[] {
  const sent = new Map(Object.entries(definition.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const wanted = constantHeaders(api).filter(({ name }) => Object.hasOwn(composed.definition.headers ?? {}, name));
  return wanted.flatMap(({ name, value, pointer }) => {
    const known = sent.get(name.toLowerCase());
    if (known === value) return [];
    const lacking = known === undefined ? "does not send it" : "sends another value";
    const message = `every operation has the header ${cited(name)} with ${cited(value)}, but the definition ${lacking}`;
    const hint = 'set it in "headers" of the definition, then run `npx sdkwright generate`';
    return remark("SW0708", pointer, message, hint);
  });
}

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
  reader.progress.step("comparing it with the earlier document", timeFor(document.before ?? "", 500));
  // What the definition has read of its document so far: nothing where that cannot be read.
  const target = path === undefined ? undefined : await readFile(path, reader.root, reader);
  const read =
    target === undefined || "exitCode" in target
      ? undefined
      : readPrepared(target.source, target, reference ?? {}, reader.budget);
  const before = read === undefined || "issue" in read ? undefined : read.api;
  const [base, now] = [sideOf({ json, api: before }, source.file), sideOf({ json: next, api }, source.file)];
  const pair = { provider: now.name, base: base.operations, next: now.operations };
  return bySeverity(await compareModels(base.model, now.model, [pair]));
}

/** A project that has this provider alone; its operations by the text that would be emitted, so nothing is decided twice. */
function sideOf(reading: Pick<LoadedProvider, "json" | "api">, file: string) {
  const provider = { file, definition: normalizeProvider(reading.json), ...reading };
  const { name } = provider.definition;
  const model = { client: true, providers: { [name]: publicProvider(provider) }, profiles: {}, demands: [] };
  const text = reading.api === undefined ? undefined : operationsModelText(provider);
  const operations = (text === undefined ? undefined : readOperations(text)) ?? NOTHING;
  return { name, model, operations: reading.api === undefined ? ("none" as const) : operations };
}

const NOTHING: OperationsModel = {
  operations: {},
  schemas: {},
  document: { schemes: {}, servers: [], security: [] },
};
