import {
  baseUrlParameters,
  fillBaseUrl,
  isShownText,
  type Issue,
  listed,
  own,
  type ProviderJson,
  quoted,
  standInsFor,
} from "@sdkwright/runtime/config";
import { throughHost } from "../io/through-host.js";
import type { Existing } from "./existing.js";
import type { Draft } from "./plan.js";
import { nameMistake } from "./questions.js";

/** What the command line asks of `add`. */
export interface AddRequest {
  /** The command that asks. */
  readonly command?: "init" | undefined;
  /** A file or URL, as it was given. */
  readonly target: string;
  readonly name?: string | undefined;
  /** Base URLs by service id. */
  readonly services: { readonly [id: string]: string };
  /** Values of parameters of base URLs. */
  readonly serverVariables: { readonly [name: string]: string };
  readonly include: readonly string[];
  /** Whether the definition is to name the document where it is. */
  readonly isLink: boolean;
}

/** Why nothing can be added, for one person to read. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** 2: something is wrong with what there is; 3: with how it was asked for. */
  readonly exitCode: 2 | 3;
  /** What a person could be asked instead, with what to propose. */
  readonly asks?: { readonly name?: string | undefined; readonly baseUrl?: string | undefined } | undefined;
}

/** The URL that a target is; `undefined` where it is a file. */
export function urlOf(target: string): URL | undefined {
  if (!/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(target)) return undefined;
  try {
    return new URL(target);
  } catch {
    return undefined;
  }
}

/** The command that was run, with more options; for a POSIX shell. */
export function commandWith(request: AddRequest, config: string | undefined, more: readonly string[]): string {
  const given = [
    ...(request.name === undefined ? [] : ["--name", request.name]),
    ...pairs("--service", request.services),
    ...pairs("--server-variable", request.serverVariables),
    ...request.include.flatMap((pattern) => ["--include", pattern]),
    ...(request.isLink ? ["--link"] : []),
    ...(config === undefined ? [] : ["--config", config]),
  ];
  return [
    "sdkwright",
    request.command ?? "add",
    shownTarget(request.target),
    ...[...given, ...more].map(shellWord),
  ].join(" ");
}

function pairs(option: string, values: { readonly [name: string]: string }): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => [option, `${name}=${value}`]);
}

/** The query of a URL may be secret: it is not printed again. */
export function shownTarget(target: string): string {
  const url = urlOf(target);
  const isSecret = url !== undefined && (url.search !== "" || url.username !== "" || url.password !== "");
  return isSecret ? "'<the same URL>'" : shellWord(target);
}

/** One word for a shell, whatever it holds. */
export function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** What is wrong with the options, before anything is read. */
export function usageMistake({ name, isLink, target, services }: AddRequest, isUrl: boolean): Refusal | undefined {
  const misnamed = name === undefined ? undefined : nameMistake(name, "--name");
  if (misnamed !== undefined) return misnamed;
  if (Object.keys(services).some((id) => !/[_A-Za-z]/.test(id)))
    return usage("--service takes <id>=<URL>, the id with a letter");
  if (isLink && isUrl)
    return usage("--link refers to a file in the project, and this is a URL", "without --link it is copied");
  return target === "" ? usage("add takes an OpenAPI document, a file or a URL") : undefined;
}

export function usage(message: string, hint = "`sdkwright --help` lists commands and options"): Refusal {
  return { code: "SW0302", message, hint, exitCode: 3 };
}

/** Options about things that stay as they are: a definition, and an entry of client.json. */
export function existingMistake(
  { services, serverVariables }: AddRequest,
  { definition, isNamed }: Existing,
): Refusal | undefined {
  const hasValues = Object.keys(serverVariables).length > 0;
  if (definition !== undefined && (hasValues || Object.keys(services).length > 0)) {
    const hint = `add services to ${JSON.stringify(definition.source.file)}, and values to "parameters" in client.json`;
    return usage("--service and --server-variable are for a new provider, and this one has a definition", hint);
  }
  if (!isNamed || !hasValues) return undefined;
  const hint = 'give the value there: "parameters" of the provider';
  return usage("--server-variable: client.json has an entry for the provider, which stays as it is", hint);
}

/** What is wrong with base URLs and their values on the command line. */
export function valueMistake({ serverVariables }: AddRequest, { services, composed }: Draft): Refusal | undefined {
  const [refused] = Object.entries(services.refused);
  if (refused !== undefined) return usage(`--service ${refused[0]}: ${refused[1]}`);
  const { parameters = [], services: bases } = composed.definition;
  const names = parameters.map(({ name }) => name);
  const unknown = Object.keys(serverVariables).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? "no base URL has a variable" : `variables: ${listed(names)}`;
    return usage(`--server-variable ${quoted(unknown)}: there is no such variable`, known);
  }
  return bases.flatMap(({ baseUrl }) => unfit(baseUrl, serverVariables, parameters) ?? [])[0];
}

function unfit(
  baseUrl: string,
  values: AddRequest["serverVariables"],
  parameters: NonNullable<ProviderJson["parameters"]>,
): Refusal | undefined {
  if (!baseUrlParameters(baseUrl).some((name) => Object.hasOwn(values, name))) return undefined;
  const standIn = standInsFor(baseUrl);
  const filled = fillBaseUrl(
    baseUrl,
    (name) => own(values, name) ?? parameters.find((each) => each.name === name)?.default ?? standIn(name),
  );
  return "problem" in filled ? usage(`--server-variable: ${filled.problem.message}`) : undefined;
}

/** Codes of what `add` says of a document. */
export type RemarkCode = "SW0705" | "SW0706" | "SW0707" | "SW0708";

/** A part of the document that is not carried over, or otherwise than it is written. */
export function remark(code: RemarkCode, pointer: string, message: string, hint?: string): Issue {
  return { code, severity: "note", pointer, message, ...(hint !== undefined && { hint }) };
}

/** A text of the document for messages: in quotes, cut; printing escapes it. */
export function cited(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A URL of the document for messages, without what may be secret; the host is where something goes, and is always shown. */
export function citedUrl(url: string): string {
  const [head, rest] = throughHost(url);
  if (isShownText(rest)) return `${head}${rest}`;
  return `${head}${rest.startsWith("/") ? "/" : ""}***`;
}

export type SchemeJson = NonNullable<ProviderJson["securitySchemes"]>[number];

/** What becomes of one scheme of a document. */
export interface ReadScheme {
  readonly scheme?: SchemeJson;
  readonly issues: readonly Issue[];
}
