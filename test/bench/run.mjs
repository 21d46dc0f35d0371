// npm run bench [-- --only <row> --rounds <n> --before <checkout> --json --gate --list]; see BENCHMARKS.md.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { installOnce } from "../install.mjs";
import { key } from "./workload/calls.mjs";
import { bench, root } from "./workload/documents.mjs";
import { machine } from "./report/machine.mjs";
import { failsGate, ratioOf } from "./report/line.mjs";
import { table } from "./report/table.mjs";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    rounds: { type: "string", default: "5" },
    // A built checkout of an earlier commit, to compare the policy with.
    before: { type: "string" },
    json: { type: "boolean", default: false },
    gate: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
});

const modules = [
  "generate",
  "unchanged",
  "types",
  "request",
  "use-case",
  "policy",
  "first-call",
  "source",
  "concurrency",
  "size",
  "operations",
  "operations-types",
];

install();
// For the clients of workload/project.mjs, in processes that inherit it.
process.env["ACME_KEY"] = process.env["OTHER_KEY"] = key;
const loaded = await Promise.all(modules.map((name) => import(`./rows/${name}.mjs`)));
const known = loaded.flatMap(({ rows }) => rows);
if (options.list) console.log(known.join("\n"));
else process.exitCode = await run(options.only ?? known);

async function run(wanted) {
  const unknown = wanted.filter((row) => !known.includes(row));
  if (unknown.length > 0) return complain(`no row ${unknown.join(", ")}; there are: ${known.join(", ")}`, 3);
  const context = { wants: (row) => wanted.includes(row), rounds: Number(options.rounds), before: options.before };
  const lines = [];
  const failures = [];
  for (const { rows, measure } of loaded.filter(({ rows }) => rows.some(context.wants))) {
    const note = (text) => process.stderr.write(`${rows.filter(context.wants).join(", ")}: ${text}\n`);
    try {
      lines.push(...(await measure({ ...context, note })));
    } catch (error) {
      failures.push({ rows, error: error.message });
    }
  }
  report(lines, failures);
  if (failures.length > 0) return 1;
  return options.gate && lines.some(failsGate) ? 1 : 0;
}

function report(lines, failures) {
  const figures = lines.map((line) => ({ ...line, ratio: ratioOf(line) }));
  if (options.json) console.log(JSON.stringify({ machine: machine(), lines: figures, failures }, null, 2));
  else console.log(`${machine()}\n\n${table(lines)}`);
  for (const { rows, error } of failures) console.error(`\nnot measured: ${rows.join(", ")}\n${error}`);
  if (!options.gate) return;
  for (const line of lines.filter(failsGate))
    console.error(`gate: ${line.row}, ${line.workload}: twice the reach or more`);
}

/** The peers are nobody's dependency. */
function install() {
  installOnce(bench);
  command(process.execPath, ["test/run.mjs", "--build"], root);
}

function command(name, args, cwd) {
  const { status } = spawnSync(name, args, { cwd, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(complain(`${name} ${args.join(" ")} failed`, 1));
}

function complain(message, status) {
  console.error(message);
  return status;
}
