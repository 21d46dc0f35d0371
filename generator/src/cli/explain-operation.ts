import { type JsonObject, nearest } from "@sdkwright/runtime/config";
import type { Paint } from "../diagnostics/diagnostic.js";
import { callNameOf } from "../emit/operations/call-names.js";
import { keysOf, keyText } from "../emit/operations/keys.js";
import { providerPages } from "../emit/operations/operation-pages.js";
import { type OperationStreams, streamsOf } from "../emit/operations/streams.js";
import type { InputPlaces } from "../io/find-project.js";
import { escapeUnprintable } from "../io/text.js";
import type { Api, OperationId } from "../openapi/api.js";
import { type ApiPages, operationKey, pagesLine, pagesWords } from "../openapi/pages.js";
import { loadProject } from "../project/load-project.js";
import type { Reader } from "../project/reader.js";
import { unknownCode } from "./explain-command.js";
import { type CommandResult, nothingDone } from "./result.js";

/** The explanation of an operation of one provider. */
interface Explained {
  readonly provider: string;
  readonly operation: string;
  /** The name of its function. */
  readonly call: string;
  /** Absent if its pages are not turned. */
  readonly rule?: JsonObject | undefined;
  /** Absent if it could be no list. */
  readonly why?: string | undefined;
  /** The words for its rule. */
  readonly turned?: string | undefined;
  /** The line that declares it, if something is known of it. */
  readonly line?: JsonObject | undefined;
  /** The place of its key against repetition. */
  readonly key?: string | undefined;
  /** The readers of its streams. */
  readonly streams?: string | undefined;
}

/**
 * `sdkwright explain "GET /v1/customers"`: its key and its streams, how its pages are turned, and what says so. A path alone is
 * all its methods; a name is an `operationId` or that of a function.
 */
export async function explainOperation(places: InputPlaces, reader: Reader, given: string): Promise<CommandResult> {
  const [, method, path] = /^\s*(?:([A-Za-z]+)\s+)?(\/.*?)\s*$/s.exec(given) ?? [];
  const { issues, project } = await loadProject(places, reader);
  const errors = issues.filter(({ severity }) => severity === "error");
  if (project === undefined) return path === undefined ? unknownCode(given) : nothingDone(errors, "explained");
  const documented = project.providers.flatMap(({ api, definition }) =>
    api === undefined ? [] : [{ api, definition }],
  );
  const isMeant = (each: OperationId, api: Api): boolean =>
    path === undefined
      ? [each.id, callNameOf(each, api)].includes(given.trim())
      : each.path === path && (method === undefined || each.method === method.toLowerCase());
  const found = documented.flatMap(({ api, definition }) => {
    const keys = new Set(api.ids.filter((each) => isMeant(each, api)).map(operationKey));
    const operations = api.operations.filter((each) => keys.has(operationKey(each)));
    if (operations.length === 0) return [];
    const { pages } = providerPages(api, definition);
    const documentedKeys = keysOf(api, definition).keys;
    return operations.map((operation): Explained => {
      const key = documentedKeys.get(operation);
      return {
        provider: definition.name,
        operation: operationKey(operation),
        call: callNameOf(operation, api),
        ...pagesIn(operation, pages),
        key: key && keyText(key),
        streams: streamsText(streamsOf(operation, api.document, definition)),
      };
    });
  });
  if (found.length > 0) return result(found);
  const apis = documented.map(({ api }) => api);
  if (path !== undefined) return unknown(method === undefined ? path : `${method.toUpperCase()} ${path}`, apis);
  return unknownCode(
    given,
    apis.flatMap((api) => api.operations.map((each) => callNameOf(each, api))),
  );
}

function pagesIn(
  operation: OperationId,
  { found, missed }: ApiPages,
): Pick<Explained, "rule" | "why" | "turned" | "line"> {
  const key = operationKey(operation);
  const [pages, miss] = [found.get(key), missed.get(key)];
  if (pages !== undefined) {
    const pattern = pages.pattern === undefined ? "" : `, as ${JSON.stringify(pages.pattern)}`;
    return { rule: { ...pages.rule } as JsonObject, why: `${pages.why}${pattern}`, turned: pagesWords(pages.rule) };
  }
  if (miss !== undefined) return { why: miss.why, line: miss.line };
  if (operation.method !== "get") return {};
  return { why: "no known paging parameter, next URL or header, or no list in the answer" };
}

function streamsText({ events, lines }: OperationStreams): string | undefined {
  const readers = [...(events === undefined ? [] : [".events()"]), ...(lines === undefined ? [] : [".lines()"])];
  return readers.length === 0 ? undefined : readers.join(", ");
}

function result(found: readonly Explained[]): CommandResult {
  const isTurned = found.some(({ rule }) => rule !== undefined);
  return {
    issues: [],
    summary: found.every(({ why }) => why === undefined)
      ? `${found.length === 1 ? "1 operation was" : `${found.length} operations were`} explained.`
      : `${isTurned ? "Another" : "A"} rule can be declared in "pages" of the definition.`,
    exitCode: 0,
    details: {
      json: () => ({ operations: found }),
      pretty: (paint) => found.map((each) => printed(each, paint)).join(""),
      github: () => "",
    },
  };
}

const KEY_MEANS = "sent with each request, the same in all attempts";

function printed(
  { provider, operation, call, rule, turned, why, line, key, streams }: Explained,
  paint: Paint,
): string {
  const rows = [
    ["call", `${call}()`],
    ...(key === undefined ? [] : [["key", `${key}: ${KEY_MEANS}`]]),
    ...(streams === undefined ? [] : [["streams", `read by ${streams}`]]),
    ...(why === undefined
      ? []
      : [
          ["pages", turned === undefined ? "not turned" : `turned by ${turned}`],
          ["why", why],
        ]),
    ...(rule === undefined ? [] : [["rule", JSON.stringify(rule)]]),
    ...(line === undefined ? [] : [["declare", pagesLine(operation, line)]]),
  ];
  const lines = rows.map(([name = "", text = ""]) => `  ${name.padEnd(7)}  ${escapeUnprintable(text)}\n`);
  return `${paint.bold(escapeUnprintable(operation))} of ${escapeUnprintable(provider)}\n${lines.join("")}\n`;
}

function unknown(wanted: string, apis: readonly Api[]): CommandResult {
  const near = nearest(
    wanted,
    apis.flatMap(({ operations }) =>
      operations.map((each) => (wanted.startsWith("/") ? each.path : operationKey(each))),
    ),
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
