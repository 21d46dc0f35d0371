import { existsSync, realpathSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { looksSecret } from "@sdkwright/runtime/config";
import { Budget } from "../diagnostics/budget.js";
import type { Source, SourceIssue, SourceKind } from "../diagnostics/source.js";
import { ANY_VERSION, filesLike } from "../io/any-version.js";
import { type JsonFlaw, readJson } from "../io/json.js";
import { relativePath } from "../io/paths.js";
import { type Progress, SILENT, sizeText } from "../io/progress.js";
import { MAX_BYTES, readText, type UnreadableReason } from "../io/read-file.js";

/** What a file was found to be. */
export type Reading = { readonly source: Source } | { readonly reason: UnreadableReason };

/** Reads the documents of one project, each once, and keeps what is wrong with them. */
export class Reader {
  readonly issues: SourceIssue[] = [];
  /** The project root, absolute. */
  readonly root: string;
  /** What is told meanwhile. */
  progress: Progress = SILENT;
  readonly budget: Budget = new Budget();
  readonly #readings = new Map<string, Reading>();
  /** `<profile>@*.json`, where no version was found. */
  readonly #versionless = new Set<string>();
  readonly #others: string[] = [];

  constructor(root: string) {
    this.root = root;
  }

  /** Places that were looked at in vain, relative to the project root. */
  get absent(): readonly string[] {
    const missing = Array.from(this.#readings).filter(([, reading]) => "reason" in reading);
    return [...missing.map(([path]) => path), ...this.#versionless].map((path) => this.fileOf(path));
  }

  /** Every place that was looked at, absolute. */
  get places(): readonly string[] {
    return [...this.#readings.keys(), ...this.#versionless, ...this.#others];
  }

  /** Keeps places that somebody else looked at: a change there is a change of the inputs too. */
  noteOthers(paths: readonly string[]): void {
    for (const path of paths) this.#others.push(path);
  }

  /** How many documents were read. */
  get documentCount(): number {
    return Array.from(this.#readings.values()).filter((reading) => "source" in reading).length;
  }

  /** A path as diagnostics and emitted files name it. */
  fileOf(path: string): string {
    return relativePath(this.root, path);
  }

  /** A path for messages, in quotes: one outside the project is given in full, and of a URL no more than that it is one. */
  named(path: string): string {
    const file = this.fileOf(path);
    const named = file.startsWith("../") ? path : file;
    // A key may be given in the place of a path.
    const shown = existsSync(path) ? named : named.replaceAll(/[^/\\]+/g, (step) => (looksSecret(step) ? "***" : step));
    return JSON.stringify(shown.replace(/:\/(?<=[a-z][a-z0-9+.-]+:\/).*/is, ":/***"));
  }

  /** Versions of a profile that have a document, `<path>@<version>.json`. */
  versionsBeside(path: string): readonly string[] {
    const pattern = `${path}${ANY_VERSION}`;
    const versions = filesLike(pattern).map((file) => file.slice(basename(path).length + 1, -".json".length));
    if (versions.length === 0) this.#versionless.add(pattern);
    return versions;
  }

  /** Reads a document; that it is not JSON is kept as an issue. */
  async read(path: string, kind: SourceKind): Promise<Reading> {
    const known = this.#readings.get(path);
    if (known !== undefined) return known;
    const reading = await this.#readOnce(path, kind);
    this.#readings.set(path, reading);
    return reading;
  }

  /** Takes a document as it is about to be written. */
  assume(source: Source): void {
    this.#readings.set(source.path, { source });
  }

  /** What was read, as diagnostics point at it. */
  sourceOf(path: string, kind: SourceKind, text: string, json?: unknown): Source {
    let isKnown: boolean | undefined;
    const isInProject = (): boolean => (isKnown ??= this.#isInProject(path));
    return {
      path,
      file: this.fileOf(path),
      text,
      json,
      kind,
      // Only a diagnostic asks for it, and to follow every link takes longer than to read the file.
      get inProject() {
        return isInProject();
      },
    };
  }

  async #readOnce(path: string, kind: SourceKind): Promise<Reading> {
    if (kind === "openapi") return this.#readOpenapi(path);
    const read = readText(path);
    if ("reason" in read) return read;
    const parsed = readJson(read.text);
    const json = "json" in parsed ? parsed.json : undefined;
    const source = this.sourceOf(path, kind, read.text, json);
    if ("flaw" in parsed) await this.#keepFlaw(source, parsed.flaw);
    return { source };
  }

  /** What is wrong with such a document is kept with it: it depends on who refers to it what that means. */
  async #readOpenapi(path: string): Promise<Reading> {
    const read = readText(path);
    if ("reason" in read) return read;
    const { parseText, parsingTime } = await import("../openapi/parse-json.js");
    this.progress.step(`reading ${this.fileOf(path)} (${sizeText(read.text.length)})`, parsingTime(path, read.text));
    const { json, ...parsed } = await parseText(path, read.text);
    return { source: Object.assign(this.sourceOf(path, "openapi", read.text, json), parsed) };
  }

  async #keepFlaw(source: Source, flaw: JsonFlaw): Promise<void> {
    const { explainFlaw } = await import("./json-flaw.js");
    for (const issue of explainFlaw(source, flaw)) this.issues.push(issue);
  }

  /** Whether the file that a path leads to, links followed, stands in the project; one that has gone does not. */
  #isInProject(path: string): boolean {
    try {
      return realpathSync.native(path).startsWith(join(this.root, sep));
    } catch {
      return false;
    }
  }
}

/** Why a file cannot be a document, as the end of a sentence. */
export function reasonText(reason: UnreadableReason): string {
  switch (reason) {
    case "missing":
      return "does not exist";
    case "folder":
      return "is a folder";
    case "not a regular file":
      return "is not a regular file";
    case "too large":
      return `has more than ${MAX_BYTES / 1024 / 1024} MiB`;
    case "not UTF-8":
      return "is not UTF-8 text";
    case "not readable":
      return "cannot be read";
  }
}
