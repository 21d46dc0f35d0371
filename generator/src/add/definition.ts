import { parseProvider, pointerSegments, type Issue, type ProviderJson } from "@sdkwright/runtime/config";
import type { Api } from "../openapi/api.js";
import { constantHeaders, isSteering, type ConstantHeader } from "./constant-headers.js";
import { cited, remark } from "./remark.js";
import { defaultRequirements, type Requirement } from "./requirements.js";
import type { SchemeJson } from "./read-scheme.js";
import type { Schemes } from "./schemes.js";
import type { Services } from "./services.js";

/** A definition, and what of the document it does not say. */
export interface Composed {
  readonly definition: ProviderJson;
  /** The schemes that apply by default. */
  readonly security: Requirement;
  readonly issues: readonly Issue[];
}

/** Puts a definition together. What the format itself refuses is left out, for the reason that the format gives. */
export function composeDefinition(
  name: string,
  api: Api,
  { services, parameters }: Pick<Services, "services" | "parameters">,
  { schemes: wanted }: Pick<Schemes, "schemes">,
): Composed {
  const bare = { name, services: [...services], defaultService: services[0]?.id ?? "default" };
  const sound = soundSchemes({ ...bare, parameters: [...parameters] }, wanted);
  const secured = { ...bare, ...(sound.schemes.length > 0 && { securitySchemes: [...sound.schemes] }) };
  const chosen = defaultSecurity(secured, defaultRequirements(api));
  const headers = soundHeaders(secured, constantHeaders(api));
  const definition: ProviderJson = {
    ...secured,
    ...(chosen.security.length > 0 && { security: oneOrMany(chosen.security) }),
    ...(headers.headers.length > 0 && { headers: recordOf(headers.headers) }),
    ...(parameters.length > 0 && { parameters: [...parameters] }),
  };
  const issues = [...sound.issues, ...chosen.issues, ...headers.issues];
  return { definition, security: chosen.security, issues };
}

function oneOrMany(ids: Requirement): string | string[] {
  const [only] = ids;
  return ids.length === 1 && only !== undefined ? only : [...ids];
}

function soundSchemes(
  bare: ProviderJson,
  wanted: readonly SchemeJson[],
): { readonly schemes: readonly SchemeJson[]; readonly issues: readonly Issue[] } {
  const { sound, left } = soundParts(wanted, (schemes) => {
    const problems = problemsIn({ ...bare, securitySchemes: [...schemes] }, "securitySchemes");
    return new Map(Array.from(problems, ([index, problem]) => [Number(index), problem]));
  });
  const issues = left.map(({ part: { id }, problem }) =>
    remark("SW0705", placeOfScheme(id), `the security scheme ${cited(id)} is left out: ${problem}`),
  );
  return { schemes: sound, issues };
}

interface Sound<T> {
  readonly sound: readonly T[];
  readonly left: readonly { readonly part: T; readonly problem: string }[];
}

/**
 * The parts that the format takes; `problemsOf` says what it has against each, by number. All are judged together, and
 * those that are left again: one after the other each would be held against all before it.
 */
function soundParts<T>(
  parts: readonly T[],
  problemsOf: (parts: readonly T[]) => ReadonlyMap<number, string>,
): Sound<T> {
  const problems = problemsOf(parts);
  const left = parts.flatMap((part, index) => {
    const problem = problems.get(index);
    return problem === undefined ? [] : [{ part, problem }];
  });
  if (left.length === 0) return { sound: parts, left };
  const rest = soundParts(
    parts.filter((_, index) => !problems.has(index)),
    problemsOf,
  );
  return { sound: rest.sound, left: [...left, ...rest.left] };
}

function placeOfScheme(id: string): string {
  return `/components/securitySchemes/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The first alternative of schemes that there are, and that can be used together. */
function defaultSecurity(
  secured: ProviderJson,
  requirements: readonly Requirement[],
): { readonly security: Requirement; readonly issues: readonly Issue[] } {
  const ids = new Set(secured.securitySchemes?.map(({ id }) => id));
  const security = requirements.find(
    (requirement) =>
      requirement.every((id) => ids.has(id)) &&
      problemOf({ ...secured, security: [...requirement] }, "/security") === undefined,
  );
  if (security !== undefined || requirements.length === 0) return { security: security ?? [], issues: [] };
  const message = "none of the alternatives of `security` can be carried over: no scheme applies by default";
  return { security: [], issues: [remark("SW0705", "/security", message)] };
}

function soundHeaders(
  secured: ProviderJson,
  wanted: readonly ConstantHeader[],
): { readonly headers: readonly ConstantHeader[]; readonly issues: readonly Issue[] } {
  const steering = wanted.filter(isSteering).map((part) => ({ part, problem: STEERED }));
  const { sound, left } = soundParts(
    wanted.filter((header) => !isSteering(header)),
    (headers) => {
      const problems = problemsIn({ ...secured, headers: recordOf(headers) }, "headers", "warning");
      const names = new Map(headers.map(({ name }, index) => [name, index]));
      return new Map(Array.from(problems, ([name, problem]) => [names.get(name) ?? 0, problem]));
    },
  );
  const issues = [...steering, ...left].map(({ part: { name, pointer }, problem }) =>
    remark("SW0705", pointer, `the constant header ${cited(name)} is left out: ${problem}`),
  );
  return { headers: sound, issues };
}

const STEERED = "servers take the method, the host or the path of a request, or its sender, from it";

function recordOf(headers: readonly ConstantHeader[]): { [name: string]: string } {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** What the format has against the whole of `security`. */
function problemOf(definition: ProviderJson, part: string): string | undefined {
  const { issues } = parseProvider(definition);
  return issues.find(
    ({ pointer, severity }) => (pointer === part || pointer.startsWith(`${part}/`)) && severity === "error",
  )?.message;
}

/** The first that the format has against each member of a part, by its key: errors, and warnings where these count too. */
function problemsIn(
  definition: ProviderJson,
  part: "securitySchemes" | "headers",
  from: "error" | "warning" = "error",
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { pointer, severity, message } of parseProvider(definition).issues) {
    const [first, key] = pointerSegments(pointer);
    const counts = severity === "error" || severity === from;
    if (first === part && key !== undefined && counts && !problems.has(key)) problems.set(key, message);
  }
  return problems;
}
