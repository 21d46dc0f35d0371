import type { Change } from "#generator/diff/change.js";
import type { Output } from "#generator/output/plan.js";
import { join } from "node:path";
import type { Program } from "typescript-5.9";
import { withFolder } from "../../generator/folder.js";
import { changesBetween, outputFor } from "../../generator/io/run.js";
import { callersOf, type CallerSubject } from "./callers.js";
import { editProject } from "./edits.js";
import { imagined, mistakesIn, programOf } from "./judge.js";
import { filesOf, mapFile, randomProject, type Project } from "./projects.js";
import { Random } from "./random.js";

/** A project before and after an edit. */
export interface Case {
  readonly name: string;
  readonly before: Project;
  readonly after: Project;
}

/** What `diff` says about a case, and what the compiler says. */
export interface Verdict {
  readonly name: string;
  readonly changes: readonly Change[];
  /** What does not compile any more of the code that did. */
  readonly mistakes: readonly string[];
  /** What should not be: code made for the base that does not compile with the base. */
  readonly faults: readonly string[];
}

/** A random project, and a random edit of it. Both are valid. */
export async function randomCase(seed: number): Promise<Case> {
  const random = new Random(seed);
  for (;;) {
    const before = randomProject(random);
    if ((await generated(before)) === undefined) continue;
    for (let tries = 0; tries < 10; tries += 1) {
      const { project: after, edit } = editProject(random, before);
      if ((await generated(after)) !== undefined) return { name: `${String(seed)}: ${edit}`, before, after };
    }
  }
}

interface Emitted extends Case {
  readonly base: Output;
  readonly next: Output;
}

type Side = "base" | "next";

/** Judges cases, all of them in one program. */
export async function judge(cases: readonly Case[]): Promise<Verdict[]> {
  const all: Emitted[] = [];
  for (const each of cases) {
    const [base, next] = [await generated(each.before), await generated(each.after)];
    if (base === undefined || next === undefined) throw new Error(`${each.name} is not valid`);
    all.push({ ...each, base, next });
  }
  const texts = new Map(
    all.flatMap((each, index) => [...emittedFiles(each, index, "base"), ...emittedFiles(each, index, "next")]),
  );
  const bare = programOf(texts);
  for (const [index, each] of all.entries()) addCallers(texts, bare, each, index);
  const program = programOf(texts, bare);
  const changes = await Promise.all(all.map(({ base, next }) => changesBetween(base, next)));
  return all.map(({ name }, index) => ({
    name,
    changes: changes[index] ?? [],
    mistakes: mistakesOf(program, texts, index, "next"),
    faults: mistakesOf(program, texts, index, "base"),
  }));
}

const known = new WeakMap<Project, Output>();

/** What is emitted for a project; `undefined` where it has mistakes. */
async function generated(project: Project): Promise<Output | undefined> {
  const output = known.get(project) ?? (await withFolder(filesOf(project), async (folder) => outputFor(folder)));
  if (output !== undefined) known.set(project, output);
  return output;
}

function emittedFiles(each: Emitted, index: number, side: Side): [string, string][] {
  return each[side].files.map(({ path, text }) => [placeOf(index, side, "src", "generated", path), text]);
}

/** The same callers for both sides, made from the base alone; a map that is newly named is written along with the edit. */
function addCallers(texts: Map<string, string>, program: Program, { before, after }: Case, index: number): void {
  const at = (path: string) => placeOf(index, "base", "src", "generated", path);
  const { maps, caller } = callersOf({ program, at, ...subjectOf(before) });
  const newMaps = Object.values(subjectOf(after).profiles).flatMap((files) => Object.values(files));
  for (const side of ["base", "next"] as const) {
    texts.set(placeOf(index, side, "src", "caller.ts"), caller);
    for (const path of newMaps) texts.set(placeOf(index, side, path), ANY_MAP);
    for (const [path, text] of Object.entries(maps)) texts.set(placeOf(index, side, path), text);
  }
}

const ANY_MAP = "const map: never = null as never;\nexport default map;\n";

function mistakesOf(program: Program, texts: ReadonlyMap<string, string>, index: number, side: Side): string[] {
  const own = [...texts.keys()].filter((file) => file.startsWith(placeOf(index, side, "")));
  return own.flatMap((file) => mistakesIn(program, file));
}

function placeOf(index: number, side: Side, ...path: string[]): string {
  return join(imagined, `${String(index)}-${side}`, ...path);
}

function subjectOf({ providers, client }: Project): Pick<CallerSubject, "providers" | "profiles"> {
  const profiles = Object.entries(client.profiles).map(([profile, { providers: settings }]) => {
    const mapped = Object.keys(settings).filter((provider) => settings[provider]?.file?.endsWith(".ts"));
    return [
      profile,
      Object.fromEntries(mapped.map((provider) => [provider, mapFile(profile, provider).slice("../".length)])),
    ];
  });
  return { providers: Object.keys(providers), profiles: Object.fromEntries(profiles) as CallerSubject["profiles"] };
}
