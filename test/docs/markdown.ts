import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../tree.js";

/** A page of documentation, as it is committed. */
export interface Page {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  readonly text: string;
}

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
  /** Where it begins, from 1. */
  readonly line: number;
}

const FOLDERS = [".", "docs", "generator", "runtime", "test/mutation"];

/** All pages that the project has; packages get copies of the changelog when they are packed. */
export const pages: readonly Page[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md") && (folder === "." || name !== "CHANGELOG.md"))
    .map((name) => pageOf(join(folder, name))),
);

export function pageOf(file: string): Page {
  return { file, text: readFileSync(join(root, file), "utf8") };
}

/** Relative targets of a page's links, each as a path from the repository and an anchor; both may be empty. */
export function linksOf({ file, text }: Page): readonly { readonly target: string; readonly anchor: string }[] {
  const targets = Array.from(proseOf(text).matchAll(/\]\(([^()\s]+)\)/g), ([, target = ""]) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor = ""] = target.split("#");
      return { target: path === "" ? file : relative(".", join(dirname(file), path)), anchor };
    });
}

/** Anchors of a page's headings, as GitHub makes them. */
export function anchorsOf({ text }: Page): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
      .replaceAll(" ", "-");
    const others = [...anchors].filter((other) => other === anchor || other.startsWith(`${anchor}-`)).length;
    anchors.add(others === 0 || !anchors.has(anchor) ? anchor : `${anchor}-${others}`);
  }
  return anchors;
}

export function codeBlocksOf({ text }: Page): readonly CodeBlock[] {
  return Array.from(text.matchAll(/^```(\w*)\n([^]*?)^```$/gm), ({ index, 1: language = "", 2: code = "" }) => ({
    language,
    code,
    line: text.slice(0, index).split("\n").length + 1,
  }));
}

/** Without code: neither blocks nor comments. */
export function proseOf(text: string): string {
  return text.replaceAll(/^```[^]*?^```$/gm, "").replaceAll(/<!--[^]*?-->/g, "");
}
