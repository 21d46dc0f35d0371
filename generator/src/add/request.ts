import { isShownText, type Issue, type ProviderJson } from "@sdkwright/runtime/config";
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

/** Each value as an option of its own. */
export function pairs(option: string, values: { readonly [name: string]: string }): readonly string[] {
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
