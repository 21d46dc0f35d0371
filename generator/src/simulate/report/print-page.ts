import { createHash } from "node:crypto";
import compiled, { style } from "./compiled-page.js";
import { MARK } from "./own-page.js";
import { pageHelpers } from "./page-helpers.js";
import type { Page } from "./page.js";

/** The page as one file of HTML: it runs no script, and no browser asks anything of anybody for it. */
export function printPage(page: Page): string {
  const hash = createHash("sha256").update(style).digest("base64");
  const root = {
    ...page,
    style,
    mark: MARK,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  };
  const print = compiled(pageHelpers)["page"];
  if (print === undefined) throw new Error("there is no template of the page");
  return print(root, root);
}
