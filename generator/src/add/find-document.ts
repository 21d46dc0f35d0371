import type { Fetched } from "./fetch-document.js";
import { shownUrl } from "./fetch-document.js";

/** A document, and where it was found. */
export type Found = Extract<Fetched, { text: string }> & { readonly url: URL };

/** Paths of the documents of frameworks: FastAPI, NestJS by the path of its page, springdoc, ASP.NET. */
const USUAL = ["openapi.json", "docs-json", "api-json", "v3/api-docs", "openapi/v1.json", "swagger/v1/swagger.json"];

/**
 * Reads the document of a URL. Where that is a page for people, the usual places of the same server are tried, and no other
 * server is asked.
 */
export async function findDocument(
  url: URL,
  fetch: (url: URL) => Promise<Fetched>,
): Promise<Found | Extract<Fetched, { problem: string }>> {
  const first = await fetch(url);
  const isPage = "text" in first ? isHtml(first.text) : first.status === 404 && url.pathname === "/";
  if (!isPage) return "text" in first ? { ...first, url } : first;
  for (const place of placesBeside(url)) {
    const fetched = await fetch(place);
    if ("text" in fetched && isDocument(fetched.text)) return { ...fetched, url: place };
  }
  const what = "text" in first ? "is an HTML page" : "answers 404";
  const problem = `${shownUrl(url)} ${what}; the usual places /openapi.json, /docs-json and /v3/api-docs have no document either`;
  return { problem, hint: "give the URL of the document: documentation usually links to it" };
}

/** A page for people, in place of a document. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<!--[^]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head)\b/i.test(text);
}

function isDocument(text: string): boolean {
  return !isHtml(text) && /["']?\b(?:openapi|swagger)["']?\s*:\s*["']?[23]/.test(text);
}

/** Beside the page, in the folder above, and at the root. */
function placesBeside({ origin, pathname }: URL): readonly URL[] {
  const page = pathname.replace(/\/(?:index\.html)?$/, "");
  const [folder, above] = [parentOf(page), parentOf(parentOf(page))];
  const paths = [
    ...(page === "" ? [] : [`${page}-json`]),
    ...[folder, above, ""].flatMap((base) => USUAL.map((name) => `${base}/${name}`)),
  ];
  return [...new Set(paths)].map((path) => new URL(origin + path));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
