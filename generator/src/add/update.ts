import { dirname, resolve } from "node:path";
import {
  baseUrlParameters,
  isShownText,
  normalizeProvider,
  type ProviderDefinition,
  type ProviderJson,
} from "@sdkwright/runtime/config";
import type { SourceIssue } from "../diagnostics/source.js";
import type { Api } from "../openapi/api.js";
import { otherDefault } from "../operations/root-security.js";
import { schemeIds } from "../operations/wire-security.js";
import { serviceIds } from "../operations/wire-service.js";
import { constantHeaders } from "./constant-headers.js";
import { withValue } from "./edit-json.js";
import type { AddPlan, Draft, PlanInput } from "./plan.js";
import { documentFile, openapiOf, titleIn } from "./plan.js";
import { cited, citedUrl, remark } from "./remark.js";

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
