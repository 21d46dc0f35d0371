import { dirname, resolve, sep } from "node:path";

/** What a tsconfig says of its files, with what it extends. */
export interface FilesOfTsconfig {
  /** The tsconfig, absolute. */
  readonly path: string;
  readonly config: {
    readonly files?: unknown;
    readonly include?: unknown;
    readonly exclude?: unknown;
    readonly compilerOptions?: { readonly outDir?: unknown; readonly declarationDir?: unknown };
  };
}

/** Segments of a path, or of a pattern that names paths. */
type Segments = readonly string[];

/** Any number of segments. */
const ACROSS = "**";

/** What no wildcard of `include` means. */
const PACKAGES: ReadonlySet<string> = new Set(["node_modules", "bower_components", "jspm_packages"]);

/**
 * Whether a TypeScript file, absolute, is one of a project's, by its `files`, `include` and `exclude` with what TypeScript
 * takes where they are not said. Patterns are somebody's text: as a regular expression, one of a few stars takes for ever.
 */
export function contains({ path, config }: FilesOfTsconfig, file: string): boolean {
  const [target, base] = [file.split(sep), dirname(path)];
  const files = textsIn(config.files);
  if (files?.some((each) => resolve(base, each) === file) === true) return true;
  const { outDir, declarationDir } = config.compilerOptions ?? {};
  const include = textsIn(config.include) ?? (files === undefined ? [ACROSS] : []);
  const exclude = textsIn(config.exclude) ?? textsIn([outDir, declarationDir]) ?? [];
  return (
    include.some((each) => isIncluded(target, withContents(segmentsOf(each, base)))) &&
    !exclude.some((each) => isExcluded(target, segmentsOf(each, base)))
  );
}

function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}

function segmentsOf(pattern: string, base: string): Segments {
  const segments = resolve(base, pattern)
    .replace(/[\\/]$/, "")
    .split(sep);
  return segments.filter((segment, index) => segment !== ACROSS || segments[index - 1] !== ACROSS);
}

/** A name without a dot and without a wildcard is that of a folder. */
function withContents(pattern: Segments): Segments {
  return /[.*?]/.test(pattern.at(-1) ?? "") ? pattern : [...pattern, ACROSS];
}

function isIncluded(path: Segments, pattern: Segments): boolean {
  const reached = placesIn(path, pattern, isVisible).at(-1);
  return reached?.has(pattern.length) ?? false;
}

/** With all that is below what it names. */
function isExcluded(path: Segments, pattern: Segments): boolean {
  return placesIn(path, pattern, () => true).some((places) => places.has(pattern.length));
}

function isVisible(segment: string): boolean {
  return !segment.startsWith(".") && !PACKAGES.has(segment);
}

/** Where a pattern may stand behind each segment of a path. All ways are followed at once: their number counts for nothing. */
function placesIn(path: Segments, pattern: Segments, isMeant: (segment: string) => boolean): ReadonlySet<number>[] {
  let places = withSkips(new Set([0]), pattern);
  return path.map((segment) => {
    const after = new Set<number>();
    for (const place of places) {
      const part = pattern[place];
      if (part === ACROSS && isMeant(segment)) after.add(place);
      if (part === segment || (part !== undefined && isNamedBy(part, segment, isMeant))) after.add(place + 1);
    }
    places = withSkips(after, pattern);
    return places;
  });
}

/** With the places behind what may be left out; the set grows while it is walked. */
function withSkips(places: Set<number>, pattern: Segments): Set<number> {
  for (const place of places) if (pattern[place] === ACROSS) places.add(place + 1);
  return places;
}

/** A hidden name is meant only where its dot is written, be it behind a star. */
function isNamedBy(part: string, name: string, isMeant: (segment: string) => boolean): boolean {
  if (part === ACROSS || !/[*?]/.test(part)) return false;
  if (isMeant(name)) return isMatch(part, name);
  return name.startsWith(".") && !part.startsWith("?") && isMatch(part.replace(/^\*/, ""), name);
}

/** `*` is any text, `?` any character. Of several stars only the last is tried again: it can take what those before it leave. */
function isMatch(pattern: string, name: string): boolean {
  let [at, star, taken] = [0, -1, 0];
  for (let index = 0; index < name.length;) {
    if (pattern[at] === "*") {
      star = at++;
      taken = index;
    } else if (pattern[at] === "?" || pattern[at] === name[index]) {
      at++;
      index++;
    } else if (star !== -1) {
      at = star + 1;
      index = ++taken;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
