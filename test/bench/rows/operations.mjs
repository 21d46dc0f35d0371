import { readFileSync } from "node:fs";
import { join } from "node:path";
import { interleave } from "../measure/rounds.mjs";
import { documents, makeOperationsWorkload } from "../workload/operations.mjs";
import { again, fromNothing, nothing } from "../workload/generators.mjs";

export const rows = ["operations", "operations-memory", "operations-unchanged", "operations-lines"];

const titles = { openai: "OpenAI's document, 162 operations", github: "GitHub's document, 1223 operations" };

/** Typed operations of real documents: whole processes, their memory, and what they write. */
export async function measure({ wants, rounds, note }) {
  const lines = [];
  for (const [name, read] of Object.entries(documents)) {
    const document = read();
    if (document === undefined) {
      note(`${titles[name]} is not here: left out`);
      continue;
    }
    note(titles[name]);
    lines.push(...(await measureDocument(name, document, rounds, wants)));
  }
  return lines.filter(({ row }) => wants(row));
}

async function measureDocument(name, document, rounds, wants) {
  const workload = makeOperationsWorkload(name, document);
  return [
    ...(ANEW.some(wants) ? await anew(name, workload, rounds) : []),
    ...(wants("operations-unchanged") ? await unchanged(name, workload, rounds) : []),
  ];
}

const ANEW = ["operations", "operations-memory", "operations-lines"];

async function anew(name, workload, rounds) {
  const samples = await interleave(rounds, await thatCan(workload));
  const { sdkwright, heyApi, openApiTypescript } = samples;
  const time = { row: "operations", unit: "ms" };
  const memory = { row: "operations-memory", workload: `${titles[name]}, largest resident set`, unit: "bytes" };
  return [
    ...["wall", "cpu"].flatMap((figure) => {
      const line = { ...time, workload: `${titles[name]}, ${figure}`, ours: only(sdkwright, figure) };
      const judged = (limits) => (figure === "wall" ? limits : {});
      return [
        heyApi && {
          ...line,
          yardstick: "hey-api (types and SDK)",
          peer: only(heyApi, figure),
          ...judged({ reach: 1 / 3, aim: 1 / 5 }),
        },
        {
          ...line,
          yardstick: "openapi-typescript (types only)",
          peer: only(openApiTypescript, figure),
          ...judged({ reach: 1 / 1.5, aim: 1 / 3 }),
        },
      ];
    }),
    {
      ...memory,
      ours: only(sdkwright, "rss"),
      yardstick: "openapi-typescript",
      peer: only(openApiTypescript, "rss"),
      reach: 1,
      aim: 0.7,
    },
    ...(heyApi === undefined ? [] : linesOf(name, workload)),
  ].filter((line) => line !== undefined);
}

/** Not every peer gets through every document. */
async function thatCan(workload) {
  const able = {};
  for (const [name, run] of Object.entries(fromNothing)) {
    const works = await run(workload).then(
      () => true,
      (error) => (name === "heyApi" ? false : Promise.reject(error)),
    );
    if (works) able[name] = () => run(workload);
  }
  return able;
}

async function unchanged(name, workload, rounds) {
  await fromNothing.sdkwright(workload);
  const samples = await interleave(rounds * 4 + 1, { ours: () => again(workload, "generate"), nothing });
  const line = { row: "operations-unchanged", unit: "ms", yardstick: "node -e 0" };
  const of = (figure) => ({ ours: only(samples.ours, figure), peer: only(samples.nothing, figure) });
  return [
    { ...line, workload: `${titles[name]}, nothing changed, wall`, ...of("wall"), reach: 1.5, aim: 1.3 },
    { ...line, workload: `${titles[name]}, nothing changed, CPU`, ...of("cpu") },
  ];
}

function linesOf(name, { folder }) {
  const ours = readFileSync(join(folder, `src/generated/operations/${name}.ts`), "utf8");
  const peer = readFileSync(join(folder, `hey-api/${name}/types.gen.ts`), "utf8");
  const line = { row: "operations-lines", yardstick: "hey-api", unit: "" };
  return [
    {
      ...line,
      workload: `${titles[name]}, lines of types, comments included`,
      ours: [ours.split("\n").length],
      peer: [peer.split("\n").length],
      reach: 1 / 2,
      aim: 0.45,
    },
    {
      ...line,
      workload: `${titles[name]}, lines of types, code alone`,
      ours: [codeLines(ours)],
      peer: [codeLines(peer)],
      reach: 0.8,
      aim: 0.7,
    },
  ];
}

function codeLines(text) {
  const code = text.replaceAll(/\/\*[^]*?\*\//g, "").split("\n");
  return code.filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length;
}

function only(samples, figure) {
  return samples.map((sample) => sample[figure]);
}
