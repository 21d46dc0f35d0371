import type { Issue } from "@sdkwright/runtime/config";
import type { ImportExtension } from "../io/paths.js";

/** Is told what stands in a text, in its order; offsets are in UTF-16 code units. */
export interface TextFollower {
  open(kind: "object" | "array", offset: number): void;
  close(): void;
  /** `text` is what it says: of a key its name. */
  scalar(offset: number, length: number, text: () => string): void;
}

/** A document that was read: its text and what stands in it. */
export interface Source {
  /** Absolute. */
  readonly path: string;
  /** As named in diagnostics and emitted files: relative to the project root, with `/`. */
  readonly file: string;
  /** Without byte-order mark. */
  readonly text: string;
  /** The parsed JSON; `undefined` where the text is not JSON. */
  readonly json: unknown;
  /** What may be shown of it (rules F2). */
  readonly kind: SourceKind;
  /** A file outside the project root is never shown (rules F2). */
  readonly inProject: boolean;
  /** Where parts of it stand, of a document with a way of its own to find out; the others are JSON. */
  readonly placesOf?: ((pointers: readonly string[]) => Places) | undefined;
  /** Goes through the text once more, without parsing it again (OpenAPI). */
  readonly follow?: ((follower: TextFollower) => void) | undefined;
  /** What was found wrong while an OpenAPI document was parsed. */
  readonly flaws?: readonly SourceIssue[] | undefined;
}

/** Where the keys and values of a text stand. */
export interface Places {
  /** The place of what a JSON pointer names; of its nearest ancestor where it is not there. */
  find(pointer: string, target: "key" | "value"): Span;
}

export type SourceKind = "client" | "definition" | "profile" | "package" | "map" | "openapi";

/** An issue, and the document that it is about; without one, it is about the command line or the folder. */
export interface SourceIssue extends Issue {
  readonly source?: Source | undefined;
  /** The place in the text, where the pointer cannot say it. */
  readonly span?: Span | undefined;
  /** The same of the second place. */
  readonly relatedSpan?: Span | undefined;
  /** `false` where the place says nothing that helps. */
  readonly framed?: false | undefined;
  /** `false` for an error that does not keep the SDK from being written. */
  readonly stops?: false | undefined;
}

/** Codes of what a vendor's document says in a way that no type, or no request, can follow. */
const OF_VENDORS = /^SW(?:16(?!40|42)\d\d|0707)$/;

/** A note about a document that whoever uses it cannot change, nor anything else about it: a warning of nothing. */
export function isVendorNote({ code, severity, hint, source }: SourceIssue): boolean {
  const isConversion = code === "SW0706" && hint === undefined;
  return severity === "note" && source?.kind === "openapi" && (OF_VENDORS.test(code) || isConversion);
}

/** A stretch of a document's text, in UTF-16 code units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** All that a project consists of, read and not yet checked. */
export interface Sources {
  /** The project root, absolute. */
  readonly root: string;
  readonly client?: Source | undefined;
  /** Top-level providers in file order, then definitions given as arguments. */
  readonly definitions: readonly DefinitionSource[];
  /** Profiles in file order. */
  readonly profiles: readonly ProfileSource[];
  /** OpenAPI documents that definitions name. */
  readonly documents: readonly DocumentSource[];
  readonly tsconfig: Tsconfig;
  /** Places that were looked at in vain, relative to the project root: a file there would change the result. */
  readonly absent: readonly string[];
}

/** What tsconfig says that shapes the output, and where it was looked for; paths are relative to the project root. */
export interface Tsconfig {
  readonly importExtension: ImportExtension;
  readonly allowJs: boolean;
  readonly files: readonly TsconfigFile[];
  readonly absent: readonly string[];
}

export interface TsconfigFile {
  readonly file: string;
  readonly text: string;
}

export interface DefinitionSource {
  /** Its key in client.json; absent where it was given as an argument. */
  readonly key?: string | undefined;
  readonly source: Source;
}

/** An OpenAPI document, and what a definition wants of it. */
export interface DocumentSource {
  readonly definition: Source;
  readonly source: Source;
  /** Files beside it that it refers to, by path. */
  readonly neighbours: ReadonlyMap<string, Source>;
  /** Files that it refers to and that were not read, by path: why, as the end of a sentence. */
  readonly refused: ReadonlyMap<string, string>;
  /** Patterns of operations, where the definition has some. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

export interface ProfileSource {
  readonly name: string;
  /** Its version, where client.json pins one. */
  readonly version?: string | undefined;
  readonly document?: Source | undefined;
  /** Map modules, by provider (rules C7). */
  readonly maps: { readonly [provider: string]: MapFile };
  /** Definitions for this profile only, by provider (rules C7). */
  readonly definitions: { readonly [provider: string]: Source };
}

/** A map module: what client.json says of it, and its text. */
export interface MapFile {
  /** Relative to the project root, with `/`. */
  readonly file: string;
  /** Absent where the file cannot be read. */
  readonly source?: Source | undefined;
  /** Where client.json names it. */
  readonly client: Source;
  readonly pointer: string;
}

/** A place as editors count: both from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The lines of one text. */
export interface Lines {
  positionAt(offset: number): Position;
  /** The stretch of the line with this number, without its end. */
  lineAt(number: number): Span;
}

/** Finds the lines of a text once: to look for the ends around each place would go through all of it again. */
export function linesOf(text: string): Lines {
  const starts = [0];
  const ends: number[] = [];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    ends.push(index);
    starts.push(index + end.length);
  }
  ends.push(text.length);
  return {
    positionAt(offset) {
      const line = lastAtMost(starts, offset);
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
    },
    lineAt(number) {
      const offset = starts[number - 1] ?? 0;
      return { offset, length: (ends[number - 1] ?? offset) - offset };
    },
  };
}

/** Index of the last of the ascending `numbers` that is not above `limit`. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
