import { join } from "node:path";
import { normalizeClient, parseClient } from "@sdkwright/runtime/config";
import type { AddPlan, PlannedFile } from "../add/plan.js";
import type { InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-file.js";
import { exampleFile, unlistedNames } from "../variables/variables-text.js";
import { variableUses, type VariableUse } from "../variables/variables.js";
import { appendLines } from "./append-lines.js";

/** `.env.example` as it becomes; `left` says what its owner has to add. */
export interface ExamplePlan {
  readonly files: readonly PlannedFile[];
  readonly left: readonly string[];
}

const NOTHING: ExamplePlan = { files: [], left: [] };

/** Writes the variables of the whole configuration, as it will be, or adds those of a new provider to what we wrote. */
export function examplePlan(plan: AddPlan, places: InputPlaces, isWritten: boolean): ExamplePlan {
  const { root, isNextApp } = places;
  const path = join(root, ".env.example");
  const read = readText(path);
  const uses = usesIn(plan, places);
  if ("reason" in read) {
    if (!isWritten || read.reason !== "missing" || uses.length === 0) return NOTHING;
    const after = `${exampleFile(uses, isNextApp)}\n`;
    return { files: [{ path, after, what: "the variables, to fill in" }], left: [] };
  }
  const absent = unlistedNames(read.text, plan.added?.variables.map(({ name }) => name) ?? []);
  if (absent.length === 0) return NOTHING;
  if (!HEAD.test(read.text))
    return { files: [], left: [`.env.example is there already: add ${absent.map((name) => `${name}=`).join(" ")}`] };
  const [, ...sections] = exampleFile(uses.filter(({ name }) => absent.includes(name))).split("\n\n");
  const after = appendLines(read.text, ["", ...sections.join("\n\n").split("\n")]);
  return { files: [{ path, before: read.text, after, what: "its variables, to fill in" }], left: [] };
}

/** The first line of what we write; with any other the file is its owner's. */
const HEAD = /^# Copy this to \.env/;

function usesIn({ files }: AddPlan, { config }: InputPlaces): readonly VariableUse[] {
  const read = readText(config);
  const text = files.find(({ path }) => path === config)?.after ?? ("text" in read ? read.text : "{}");
  const { value } = parseClient(JSON.parse(text));
  return value === undefined ? [] : variableUses(normalizeClient(value));
}
