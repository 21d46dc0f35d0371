import { isDeepStrictEqual } from "node:util";
import { isPlainObject, namesIn, own, type ProviderJson, referencedVariable, valueAt } from "@sdkwright/runtime/config";
import { refused, type Stopped } from "../add/add.js";
import { callerOf } from "../add/caller.js";
import { type Existing, findExisting } from "../add/existing.js";
import { callText } from "../add/first-call.js";
import { type AddPlan, clientFile, definitionFile, destinationsOf } from "../add/plan.js";
import { clashing, usage } from "../add/questions.js";
import type { SchemeJson } from "../add/request.js";
import { credentialEntries, variablesOf } from "../add/schemes.js";
import { camelCase } from "../emit/names.js";
import { objectKey } from "../emit/quoting.js";
import type { InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { loadTsconfig } from "../project/load-tsconfig.js";
import type { Reader } from "../project/reader.js";
import { definitionOf, isBare, parameterValues, problemIn, readAuthentication, schemeHint } from "./authentication.js";
import type { InitRequest } from "./request.js";

type Request = InitRequest & { readonly name: string };

/** What becomes of a provider that is described by options: a plan as `add` has it, or why there is none. */
export type ProviderOutcome =
  { readonly kind: "plan"; readonly plan: AddPlan; readonly untaken: readonly string[] } | Stopped;

/** A definition and an entry in client.json. What is there already stays as it is. */
export async function planProvider(request: Request, places: InputPlaces, reader: Reader): Promise<ProviderOutcome> {
  const { name, services, serverVariables } = request;
  const existing = await findExisting(name, places, reader);
  if (existing.issues.length > 0) return { kind: "mistakes", issues: existing.issues };
  const { question } = clashing({ name }, existing.names);
  if (question !== undefined) return refused(usage(question, "choose another name"));
  const read = readAuthentication(request.auth ?? "none", request.keyPrefix);
  if ("mistake" in read) return refused(usage(read.mistake, read.hint));
  // Of a provider that is there, options are judged without those that a new one needs.
  const baseUrl = request.baseUrl ?? (existing.definition === undefined ? undefined : "https://api.example.com");
  const bases = { ...(baseUrl !== undefined && { default: baseUrl }), ...services };
  const asked = definitionOf(name, bases, read.schemes);
  const problem = problemIn(asked);
  if (problem !== undefined) {
    const bare = Object.values(bases).find((url) => isBare(url));
    return refused(usage(problem, bare === undefined ? "correct --base-url, --service or --auth" : schemeHint(bare)));
  }
  const definition = existing.definition?.json ?? asked;
  const { importExtension } = await loadTsconfig(places, reader);
  const names = new Map([...existing.variables, ...namesIn(serverVariables)]);
  const security = [definition.security ?? []].flat();
  const chosen = existing.isNamed ? [] : credentialEntries(definition, names).filter(({ id }) => security.includes(id));
  const parameters = existing.isNamed ? {} : parameterValues(definition, serverVariables, names);
  const plan: AddPlan = {
    name,
    title: undefined,
    issues: [],
    isNamed: true,
    files: [
      ...(existing.definition === undefined ? [definitionFile(existing.definitionPath, definition)] : []),
      ...clientFile({ name, config: places.config, existing }, parameters, chosen),
    ],
    added: {
      services: { services: definition.services, origins: new Map() },
      security,
      headers: {},
      tokenUrls: {},
      ...destinationsOf(definition, parameters),
      variables: [
        ...variablesOf(chosen),
        ...Object.entries(parameters).flatMap(([parameter, text]) => {
          const variable = referencedVariable(text);
          return variable === undefined ? [] : [{ name: variable, holds: `${parameter} of the base URL` }];
        }),
      ],
      others: [],
      missing: [],
      call: callText({ definition, caller: callerOf(places), importExtension }, codeOptions(definition), {
        comment: 'Replace "/" with a path of the API, below its base URL.',
        expression: `${camelCase(name)}.get("/")`,
        answer: "text",
      }),
    },
  };
  return { kind: "plan", plan, untaken: untakenOptions(request, read.schemes, existing, places) };
}

/** A signature comes from code alone: a function to fill in. */
function codeOptions({ security, securitySchemes = [] }: ProviderJson): string {
  const scheme = securitySchemes.find(({ id }) => id === security);
  if (scheme?.type !== "signature") return "";
  const headers = scheme.headers.map((header) => `${objectKey(header)}: "computed from the request"`).join(", ");
  return `{ credentials: { ${objectKey(scheme.id)}: { sign: () => ({ ${headers} }) } } }`;
}

/** Options that say something else than the definition and the entry which are there: these stay as they are. */
function untakenOptions(
  { name, baseUrl, auth, services, serverVariables }: Request,
  asked: readonly SchemeJson[],
  { definition, definitionPath, client, isNamed }: Existing,
  { root, config }: InputPlaces,
): readonly string[] {
  const told = (options: readonly string[], path: string): readonly string[] =>
    options.length === 0
      ? []
      : [`${relativePath(root, path)} already exists and differs from ${options.join(" and ")}: edit that file`];
  const inDefinition: string[] = [];
  if (definition !== undefined) {
    const { services: present, defaultService, securitySchemes = [] } = definition.json;
    const differs = (id: string, url: string) => present.find((each) => each.id === id)?.baseUrl !== url;
    if (baseUrl !== undefined && differs(defaultService, baseUrl)) inDefinition.push("--base-url");
    if (Object.entries(services).some(([id, url]) => differs(id, url))) inDefinition.push("--service");
    // A definition may name a scheme otherwise than we would.
    const isThere = (scheme: SchemeJson) =>
      securitySchemes.some((each) => isDeepStrictEqual({ ...each, id: "" }, { ...scheme, id: "" }));
    const isSame = asked.length > 0 ? asked.every(isThere) : securitySchemes.length === 0;
    if (auth !== undefined && !isSame) inDefinition.push("--auth");
  }
  const values = isPlainObject(client?.json) ? valueAt(client.json, ["providers", name, "parameters"]) : undefined;
  const isOther = Object.entries(serverVariables).some(
    ([key, value]) => (isPlainObject(values) ? own(values, key) : undefined) !== value,
  );
  return [...told(inDefinition, definitionPath), ...told(isNamed && isOther ? ["--server-variable"] : [], config)];
}
