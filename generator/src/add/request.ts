import { isShownText, type Issue, type ProviderJson, parseUrl } from "@sdkwright/runtime/config";
import { throughHost } from "../io/through-host.js";

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
  /** Headers with which the document is asked for, with `$NAME`s of variables in their values. */
  readonly headers?: readonly string[] | undefined;
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
  return /^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(target) ? parseUrl(target) : undefined;
}

/** The command that asks for this; for a POSIX shell. */
export function commandOf(
  { command, target, name, services, serverVariables, include, headers, isLink }: AddRequest,
  config: string | undefined,
): string {
  const options = { "--name": name, "--include": include, "--header": headers, "--config": config };
  return [
    `sdkwright ${command ?? "add"} ${shownTarget(target)}`,
    ...optionWords(options),
    ...(isLink ? ["--link"] : []),
    ...optionWords({ "--service": pairs(services), "--server-variable": pairs(serverVariables) }),
  ].join(" ");
}

/** Options with their values; what may be secret, such as a query, is not printed again. */
export function optionWords(options: {
  readonly [option: string]: string | readonly string[] | undefined;
}): readonly string[] {
  return Object.entries(options).flatMap(([option, values]) =>
    [values ?? []].flat().flatMap((value) => [option, isShownText(value) ? shellWord(value) : "'<the same>'"]),
  );
}

export function pairs(values: { readonly [name: string]: string }): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${value}`);
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

export type ParameterJson = NonNullable<ProviderJson["parameters"]>[number];
