import { type JsonObject, nearest } from "@sdkwright/runtime/config";
import type { Paint } from "../diagnostics/diagnostic.js";
import { keysOf, keyText } from "../emit/operations/keys.js";
import { providerPages } from "../emit/operations/operation-pages.js";
import { type OperationStreams, streamsOf } from "../emit/operations/streams.js";
import type { InputPlaces } from "../io/find-project.js";
import { escapeUnprintable } from "../io/text.js";
import type { Api } from "../openapi/api.js";
import { type ApiPages, operationKey, pagesLine, pagesWords } from "../openapi/pages.js";
import { loadProject } from "../project/load-project.js";
import type { Reader } from "../project/reader.js";
import { type CommandResult, nothingDone } from "./result.js";

/** What is said of an operation of one provider. */
interface Explained {
  readonly provider: string;
  readonly operation: string;
  /** Absent where its pages are not turned. */
  readonly rule?: JsonObject | undefined;
  readonly why: string;
  /** The words for its rule. */
  readonly turned?: string | undefined;
  /** The line that declares it, if something is known of it. */
  readonly line?: JsonObject | undefined;
  /** The place of its key against repetition. */
  readonly key?: string | undefined;
  /** The readers of its streams. */
  readonly streams?: string | undefined;
}

/** `sdkwright explain "GET /v1/customers"`: how its pages are turned, and what says so; its key and its streams. */
export async function explainOperation(places: InputPlaces, reader: Reader, given: string): Promise<CommandResult> {
  const { issues, project } = await loadProject(places, reader);
  const errors = issues.filter(({ severity }) => severity === "error");
  if (project === undefined) return nothingDone(errors, "explained");
  const [, method = "", path = ""] = /^\s*(\S+)\s+(.*?)\s*$/s.exec(given) ?? [];
  const wanted = `${method.toUpperCase()} ${path}`;
  const documented = project.providers.flatMap(({ api, definition }) =>
    api === undefined ? [] : [{ api, definition }],
  );
  const found = documented.flatMap(({ api, definition }) => {
    const operation = api.operations.find((each) => operationKey(each) === wanted);
    if (operation === undefined) return [];
    const pages = explained(definition.name, wanted, providerPages(api, definition).pages);
    const key = keysOf(api, definition).keys.get(operation);
    return [
      { ...pages, key: key && keyText(key), streams: streamsText(streamsOf(operation, api.document, definition)) },
    ];
  });
  return found.length === 0
    ? unknown(
        wanted,
        documented.map(({ api }) => api),
      )
    : result(found);
}

function explained(provider: string, operation: string, { found, missed }: ApiPages): Explained {
  const [pages, miss] = [found.get(operation), missed.get(operation)];
  if (pages !== undefined) {
    const pattern = pages.pattern === undefined ? "" : `, as ${JSON.stringify(pages.pattern)}`;
    const why = `${pages.why}${pattern}`;
    return { provider, operation, rule: { ...pages.rule } as JsonObject, why, turned: pagesWords(pages.rule) };
  }
  if (miss !== undefined) return { provider, operation, why: miss.why, line: miss.line };
  return {
    provider,
    operation,
    why: "no paging parameter, next URL or header that is known, or no list in the answer",
  };
}

function streamsText({ events, lines }: OperationStreams): string | undefined {
  const readers = [...(events === undefined ? [] : [".events()"]), ...(lines === undefined ? [] : [".lines()"])];
  return readers.length === 0 ? undefined : readers.join(", ");
}

function result(found: readonly Explained[]): CommandResult {
  const isTurned = found.some(({ rule }) => rule !== undefined);
  return {
    issues: [],
    summary: isTurned
      ? 'Another rule can be declared in "pages" of the definition.'
      : 'A rule can be declared in "pages" of the definition.',
    exitCode: 0,
    details: {
      json: () => ({ operations: found }),
      pretty: (paint) => found.map((each) => printed(each, paint)).join(""),
      github: () => "",
    },
  };
}

function printed({ provider, operation, rule, turned, why, line, key, streams }: Explained, paint: Paint): string {
  const rows = [
    ["pages", turned === undefined ? "not turned" : `turned by ${turned}`],
    ["why", why],
    ...(rule === undefined ? [] : [["rule", JSON.stringify(rule)]]),
    ...(line === undefined ? [] : [["declare", pagesLine(operation, line)]]),
    ...(key === undefined ? [] : [["key", key]]),
    ...(streams === undefined ? [] : [["streams", streams]]),
  ];
  const lines = rows.map(([name = "", text = ""]) => `  ${name.padEnd(7)}  ${escapeUnprintable(text)}\n`);
  return `${paint.bold(escapeUnprintable(operation))} of ${escapeUnprintable(provider)}\n${lines.join("")}\n`;
}

function unknown(wanted: string, apis: readonly Api[]): CommandResult {
  const near = nearest(
    wanted,
    apis.flatMap(({ operations }) => operations.map(operationKey)),
  );
  const hint =
    near === undefined
      ? 'write method and path as the document does: "GET /charges/{id}"'
      : `did you mean ${JSON.stringify(near)}?`;
  const message = `no document of the project has the operation ${escapeUnprintable(wanted)}`;
  return {
    issues: [{ code: "SW0302", severity: "error", pointer: "", message, hint }],
    summary: "Nothing was explained.",
    exitCode: 3,
  };
}
