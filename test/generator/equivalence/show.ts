import { generated } from "./equivalence.js";
import { editProject } from "./edits.js";
import { randomProject } from "./projects.js";
import { Random } from "./random.js";
import { createTwoFilesPatch } from "diff";
import { printLock } from "#generator/lock/lock.js";

const random = new Random(Number(process.argv[2]));
for (;;) {
  const before = randomProject(random);
  const base = await generated(before);
  if (base === undefined) continue;
  const { project, edit } = editProject(random, before);
  const next = await generated(project);
  if (next === undefined) continue;
  console.log(edit);
  console.log(createTwoFilesPatch("a", "b", JSON.stringify(before, undefined, 1), JSON.stringify(project, undefined, 1)));
  console.log(createTwoFilesPatch("a", "b", printLock(base.lock), printLock(next.lock)).slice(0,6000));
  break;
}
