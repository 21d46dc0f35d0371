import type { Change } from "#generator/diff/change.js";
import type { Output } from "#generator/write/plan.js";
import { join } from "node:path";
import { withFolder } from "../folder.js";
import { changesBetween, outputFor } from "../lock/run.js";
import { callersOf } from "./callers.js";
import { editProject } from "./edits.js";
import { imagined, mistakesIn, programOf } from "./judge.js";
import { filesOf, mapFile, randomProject, type Project } from "./projects.js";
import { Random } from "./random.js";

/** One edit of one project: what `diff` says, and what the compiler says. */
export interface Verdict {
  readonly seed: number;
  readonly edit: string;
  readonly changes: readonly Change[];
  /** What does not compile any more of the code that did. */
  readonly mistakes: readonly string[];
  /** What should not be: code for the base that did not compile with the base. */
  readonly faults: readonly string[];
}

interface Case {
  readonly seed: number;
  readonly edit: string;
  readonly before: Project;
  readonly after: Project;
  readonly base: Output;
  readonly next: Output;
}

/** Judges one edit for each seed. */
export async function judge(seeds: readonly number[]): Promise<Verdict[]> {
  const cases: Case[] = [];
  for (const seed of seeds) cases.push(await caseOf(seed));
  return verdicts(cases);
}

async function caseOf(seed: number): Promise<Case> {
  const random = new Random(seed);
  for (;;) {
    const before = randomProject(random);
    const base = await generated(before);
    if (base === undefined) continue;
    for (let tries = 0; tries < 10; tries += 1) {
      const { project, edit } = editProject(random, before);
      const next = await generated(project);
      if (next !== undefined) return { seed, edit, before, after: project, base, next };
    }
  }
}

/** What is emitted for a project; `undefined` where it has mistakes. */
export async function generated(project: Project): Promise<Output | undefined> {
  return withFolder(filesOf(project), async (folder) => outputFor(folder));
}

function verdicts(cases: readonly Case[]): Verdict[] {
  const texts = new Map(cases.flatMap((each) => [...emitted(each, "base"), ...emitted(each, "next")]));
  const bare = programOf(texts);
  for (const each of cases) {
    const { maps, caller } = callersOf({
      program: bare,
      at: (path) => placeOf(each, "base", "src", "generated", path),
      ...subjectOf(each.before),
    });
    for (const side of ["base", "next"] as const) {
      texts.set(placeOf(each, side, "src", "caller.ts"), caller);
      for (const path of mapFilesOf(each.after)) texts.set(placeOf(each, side, path), "const map: never = null as never;\nexport default map;\n");
      for (const [path, text] of Object.entries(maps)) texts.set(placeOf(each, side, path), text);
    }
  }
  const program = programOf(texts, bare);
  return cases.map((each) => ({
    seed: each.seed,
    edit: each.edit,
    changes: changesBetween(each.base, each.next),
    faults: sideMistakes(program, texts, each, "base"),
    mistakes: sideMistakes(program, texts, each, "next"),
  }));
}

function sideMistakes(program: ReturnType<typeof programOf>, texts: ReadonlyMap<string, string>, each: Case, side: "base" | "next"): string[] {
  const own = [...texts.keys()].filter((file) => file.startsWith(placeOf(each, side, "")));
  return own.flatMap((file) => mistakesIn(program, file));
}

function placeOf({ seed }: Case, side: string, ...path: string[]): string {
  return join(imagined, `${String(seed)}-${side}`, ...path);
}

function emitted(each: Case, side: "base" | "next"): [string, string][] {
  return each[side].files.map(({ path, text }) => [placeOf(each, side, "src", "generated", path), text]);
}

/** A map that client.json newly names is written along with the edit. */
function mapFilesOf(project: Project): readonly string[] {
  return Object.values(subjectOf(project).profiles).flatMap((files) => Object.values(files));
}

function subjectOf({ providers, client }: Project): {
  readonly providers: readonly string[];
  readonly profiles: { readonly [profile: string]: { readonly [provider: string]: string } };
  readonly hasClient: boolean;
} {
  const profiles = Object.entries(client.profiles).map(([profile, settings]) => {
    const named = Object.keys(settings.providers).filter((provider) => settings.providers[provider]?.file?.endsWith(".ts"));
    const files = named.map((provider) => [provider, mapFile(profile, provider).slice("../".length)] as const);
    return [profile, Object.fromEntries(files)] as const;
  });
  return { providers: Object.keys(providers), profiles: Object.fromEntries(profiles), hasClient: true };
}
