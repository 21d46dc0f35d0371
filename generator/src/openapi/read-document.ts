import { isPlainObject, own, type Issue, type JsonValue } from "@sdkwright/runtime/config";
import type { ApiDocument } from "./api.js";
import type { Bundle } from "./bundle.js";
import { References } from "./references.js";

/** A document, or why it is none. */
export type DocumentOrIssue = { readonly document: ApiDocument } | { readonly issue: Issue };

/** What kind of document a parsed text is. */
export function readDocument({ root, ...bundle }: Bundle): DocumentOrIssue {
  if (!isPlainObject(root)) return { issue: notOpenApi("not an OpenAPI document, but no object at all") };
  const version = versionOf(own(root, "openapi"));
  if (version === undefined) return { issue: unknownVersion(own(root, "openapi"), own(root, "swagger")) };
  const references = new References(root, version);
  const document: ApiDocument = {
    ...bundle,
    version,
    root,
    resolve: (reference) => references.resolve(reference),
    target: (reference) => references.target(reference),
  };
  return { document };
}

/** YAML makes a number of `3.1`. */
function versionOf(written: JsonValue | undefined): ApiDocument["version"] | undefined {
  if (typeof written !== "string" && typeof written !== "number") return undefined;
  const [, minor = ""] = /^3(?:\.(\d+)(?:\..*)?)?$/.exec(String(written).trim()) ?? [];
  if (minor === "") return undefined;
  return Number(minor) === 0 ? "3.0" : "3.1";
}

function unknownVersion(openapi: JsonValue | undefined, swagger: JsonValue | undefined): Issue {
  if (openapi !== undefined) return notOpenApi("this is no version of OpenAPI 3", "/openapi");
  if (swagger !== undefined) return notOpenApi("a Swagger 2.0 document, which has to be converted", "/swagger");
  return notOpenApi('not an OpenAPI document: it has no "openapi"');
}

function notOpenApi(message: string, pointer = ""): Issue {
  const hint = pointer === "/swagger" ? "`npx sdkwright add <document>` converts it" : undefined;
  return { code: "SW1601", severity: "error", pointer, message, hint };
}
