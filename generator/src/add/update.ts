import { dirname, resolve } from "node:path";
import { isDeepStrictEqual as isEqual } from "node:util";
import {
  baseUrlParameters,
  isShownText,
  normalizeProvider,
  parseProvider,
  type ProviderDefinition,
  type ProviderJson,
} from "@sdkwright/runtime/config";
import type { Source, SourceIssue } from "../diagnostics/source.js";
import { bySeverity, type Change } from "../diff/change.js";
import { compareModels } from "../diff/diff.js";
import { publicProvider } from "../emit/build-public-model.js";
import type { OperationsModel } from "../emit/operations/operations-model.js";
import { operationsModelText } from "../emit/operations/operations-of.js";
import { otherDefault, schemeIds } from "../emit/operations/wire-security.js";
import { serviceIds } from "../emit/operations/wire-service.js";
import { readOperations } from "../emit/read-model.js";
import { fileKey } from "../io/output-folder.js";
import { timeFor } from "../io/progress.js";
import type { Api } from "../openapi/api.js";
import type { Choice } from "../openapi/choice.js";
import { openapiReference } from "../project/load-documents.js";
import type { LoadedProvider } from "../project/project.js";
import type { Reader } from "../project/reader.js";
import { constantHeaders } from "./definition.js";
import { withValue } from "./existing.js";
import { type AddPlan, documentFile, type Draft, openapiOf, type PlanInput, titleIn } from "./plan.js";
import { readPrepared } from "./prepare.js";
import { readFile, type Target } from "./read-target.js";
import { cited, citedUrl, remark } from "./request.js";

/** A definition that exists keeps what it says: its document is replaced, or named for the first time. */
export function planUpdate(input: PlanInput, definition: ProviderJson, draft: Draft): AddPlan {
  const { name, api } = input;
  const issues: SourceIssue[] = [...lacks(definition, draft, input), ...otherHeaders(definition, draft, api)].map(
    (issue) => ({
      ...issue,
      ...api.document.placeOf(issue.pointer),
    }),
  );
  return {
    name,
    title: titleIn(api.document.root),
    files: [...documentFile(input.document), ...definitionFile(input, definition)],
    issues,
    operations: api.operations.length,
    isNamed: input.existing.isNamed,
  };
}

function definitionFile(input: PlanInput, { openapi }: ProviderJson): AddPlan["files"] {
  const { definition } = input.existing;
  if (definition === undefined || isNamed(input, openapi)) return [];
  const { path, text } = definition.source;
  const after = withValue(text, ["openapi"], openapiOf(input));
  return [{ path, before: text, after, what: "its definition" }];
}

/** Whether the definition names the document and these operations of it already, in whichever words. */
function isNamed({ document, existing, request: { include } }: PlanInput, openapi: ProviderJson["openapi"]): boolean {
  if (openapi === undefined) return false;
  const { file, include: named = [] } = typeof openapi === "string" ? { file: openapi } : openapi;
  const isChosen = include.length === 0 || JSON.stringify(include) === JSON.stringify(named);
  return isChosen && resolve(dirname(existing.definitionPath), file) === document.path;
}

/** Servers, schemes and a default of the document that are none of the definition's to `generate` either. */
function lacks(json: ProviderJson, { services, schemes }: Draft, { api, existing }: PlanInput): readonly SourceIssue[] {
  const definition = normalizeProvider(json);
  const [serviceOf, schemeOf] = [serviceIds(definition), schemeIds(api, definition)];
  const servers = services.services.flatMap(({ id, baseUrl }) => {
    const server = services.origins.get(id);
    return server === undefined || serviceOf(server) !== undefined ? [] : [{ baseUrl, pointer: server.pointer }];
  });
  const other = otherDefault(api, definition, schemeOf, true);
  const lacking = schemes.schemes.filter(({ id }) => schemeOf(id) === undefined);
  return [
    ...servers.map(({ baseUrl, pointer }) => {
      const url = `${citedUrl(baseUrl)}${valuesIn(baseUrl, services)}`;
      const message = `the definition has no service with the base URL ${url}`;
      return remark("SW0708", pointer, message, serviceHint(pointer, definition, existing.definition?.source.file));
    }),
    ...lacking.map(({ id }) => {
      const message = `the definition has no security scheme ${cited(id)}`;
      const hint = "operations that ask for it cannot be called with it";
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
    : `operations that name it use the service ${id}, ${now}; to send them to that server, add one to "services" ${generate}`;
}

/** A base URL may be written as the definition's, and be another by what its variables are. */
function valuesIn(baseUrl: string, { parameters }: Draft["services"]): string {
  const names = baseUrlParameters(baseUrl);
  const values = parameters.flatMap(({ name, default: value }) =>
    value === undefined || !names.includes(name)
      ? []
      : [`${cited(name)} is ${isShownText(value) ? cited(value) : "***"}`],
  );
  return values.length === 0 ? "" : ` where ${values.join(" and ")}`;
}

/** Constant headers that the definition does not send, or sends with another value: the old version of an API. */
function otherHeaders(definition: ProviderJson, { composed }: Draft, api: Api): readonly SourceIssue[] {
  const sent = new Map(
    Object.entries(definition.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const wanted = constantHeaders(api).filter(({ name }) => Object.hasOwn(composed.definition.headers ?? {}, name));
  return wanted.flatMap(({ name, value, pointer }) => {
    const known = sent.get(name.toLowerCase());
    if (known === value) return [];
    const lacking = known === undefined ? "does not send it" : "sends another value";
    const message = `every operation requires the header ${cited(name)} with ${cited(value)}, and the definition ${lacking}`;
    return remark(
      "SW0708",
      pointer,
      message,
      'set it in "headers" of the definition, then run `npx sdkwright generate`',
    );
  });
}

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
