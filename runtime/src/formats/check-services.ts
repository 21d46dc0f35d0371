import { type BaseUrlProblem, checkBaseUrl, CLEAR_TEXT, isClearText, isHttp } from "../config/base-url.js";
import type { ProviderDefinition } from "../config/definition.js";
import { readEnvText, toPointer } from "../config/env.js";
import { has, mapValues, own } from "../config/options.js";
import type { ProviderSettings } from "./client-json.generated.js";
import { hostLetters } from "./host-letters.js";
import { error, type Issue } from "./issue.js";
import { listed, suggestion } from "./nearest.js";
import { quoted } from "./shown.js";

/** Checks base URLs of client.json against the definitions of their provider (rules C20). No message shows one. */
export function checkServices(
  provider: string,
  settings: ProviderSettings,
  definitions: readonly ProviderDefinition[],
): Issue[] {
  const given = settings.parameters ?? {};
  // A value of client.json that does not fit is told at its own place.
  const parametersOf = new Map(
    definitions.map((definition) => [
      definition,
      mapValues(definition.parameters ?? {}, (parameter, name) => (Object.hasOwn(given, name) ? {} : parameter)),
    ]),
  );
  const ids = [...new Set(definitions.flatMap(({ services }) => Object.keys(services)))];
  return Object.entries(settings.services ?? {}).flatMap(([id, text]) => {
    const pointer = toPointer("providers", provider, "services", id);
    const having = definitions.filter(({ services }) => own(services, id) !== undefined);
    if (having.length === 0) return [unknownService(id, pointer, provider, ids)];
    const read = readEnvText(text);
    if (read.kind !== "literal") return [];
    return having
      .flatMap((definition) =>
        checkText(read.text, pointer, own(definition.services, id), parametersOf.get(definition) ?? {}),
      )
      .slice(0, 1);
  });
}

function unknownService(id: string, pointer: string, provider: string, ids: readonly string[]): Issue {
  const message = `provider ${quoted(provider)} has no service ${quoted(id)}`;
  return error("SW1331", pointer, message, { target: "key", hint: suggestion(id, ids, "services") });
}

function checkText(
  text: string,
  pointer: string,
  service: ProviderDefinition["services"][string] | undefined,
  declared: Parameters<typeof checkBaseUrl>[1],
): Issue[] {
  const checked = checkBaseUrl(text, declared);
  if (has(checked, "problem")) return [problemIssue(checked.problem, pointer, Object.keys(declared))];
  const isHostKnown = !/^[^/]*\/\/[^/]*\{|^\{/.test(text);
  if (!isHostKnown || !isClearText(checked.url) || isHttp(service?.baseUrl ?? ""))
    return hostLetters(text, pointer, checked.url.origin);
  return [error("SW1332", pointer, CLEAR_TEXT, { hint: "write https://, or keep what answers there on this machine" })];
}

function problemIssue({ kind, message }: BaseUrlProblem, pointer: string, names: readonly string[]): Issue {
  const variable = kind === "bare" ? 'write "$NAME" where a variable has it' : undefined;
  if (kind !== "undeclared") return error("SW1205", pointer, message, { hint: variable });
  const hint = names.length === 0 ? "the definition declares no parameters" : `declared: ${listed(names)}`;
  return error("SW1207", pointer, "the base URL has a {parameter} that is not declared", { hint });
}
