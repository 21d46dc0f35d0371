import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { bench, root, tsconfig, write } from "../workload/documents.mjs";
import { documents, makeOperationsWorkload, operationsOf } from "../workload/operations.mjs";
import { fromNothing } from "../workload/generators.mjs";

export const rows = ["operations-types", "operations-completion"];

const compiler = join(root, "node_modules/typescript-5.9/lib/tsc.js");
const yardstick = "openapi-fetch over openapi-typescript";

/** What the compiler and an editor have to do for calls to one large document. */
export async function measure({ wants, note }) {
  const document = documents.openai();
  if (document === undefined) {
    note("OpenAI's document is not here: left out");
    return [];
  }
  const workload = makeOperationsWorkload("openai", document);
  note("generating OpenAI's document with both");
  await fromNothing.sdkwright(workload);
  await fromNothing.openApiTypescript(workload);
  // The peer's library is installed for the bench alone, and a workload stands elsewhere.
  mkdirSync(join(workload.folder, "node_modules"));
  symlinkSync(join(bench, "node_modules/openapi-fetch"), join(workload.folder, "node_modules/openapi-fetch"));
  const operations = operationsOf(document);
  const sources = { ours: ourCalls(operations), peer: theirCalls(operations) };
  const lines = [];
  if (wants("operations-types")) lines.push(...instantiations(workload, sources, operations.length, note));
  if (wants("operations-completion")) lines.push(completion(workload, note));
  return lines;
}

function instantiations({ folder }, sources, count, note) {
  note(`checking ${count} calls`);
  const empty = check(folder, "empty", "export {};\n");
  const [ours, peer] = Object.entries(sources).map(([name, source]) => check(folder, name, source));
  const beyond = (figures) => [figures.instantiations - empty.instantiations];
  const line = { row: "operations-types", yardstick };
  return [
    {
      ...line,
      workload: `${count} calls, instantiations`,
      unit: "",
      ours: beyond(ours),
      peer: beyond(peer),
      reach: 1 / 6,
      aim: 1 / 10,
    },
    { ...line, workload: `${count} calls, check time`, unit: "s", ours: [ours.seconds], peer: [peer.seconds] },
  ];
}

function check(folder, name, source) {
  write(folder, `use/${name}.ts`, source);
  write(folder, `use/${name}.json`, {
    extends: "../tsconfig.json",
    files: [`${name}.ts`],
    compilerOptions: tsconfig.compilerOptions,
  });
  const args = [compiler, "-p", `use/${name}.json`, "--extendedDiagnostics"];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${name} does not compile\n${stdout.slice(0, 2000)}`);
  const figure = (label) => Number(new RegExp(`^${label}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1]);
  return { instantiations: figure("Instantiations"), seconds: figure("Check time") };
}

const OUR_HEAD =
  'import { createOpenai } from "../src/generated/providers/openai.js";\nconst client = createOpenai();\ndeclare const given: never;\n';
const THEIR_HEAD =
  'import createClient from "openapi-fetch";\nimport type { paths } from "../openapi-typescript/openai.js";\nconst client = createClient<paths>();\ndeclare const given: never;\n';

/** The options are of no interest here: what is counted is what path and method come to. */
function ourCalls(operations) {
  const calls = operations.map(({ method, path, hasJson }, index) => {
    const call = `client.${method}(${JSON.stringify(path)}, given)`;
    return `export const a${index} = await ${call}${hasJson ? ".json()" : ""};`;
  });
  return `${OUR_HEAD}${calls.join("\n")}\n`;
}

function theirCalls(operations) {
  const calls = operations.map(
    ({ method, path }, index) =>
      `export const { data: a${index} } = await client.${method.toUpperCase()}(${JSON.stringify(path)}, given);`,
  );
  return `${THEIR_HEAD}${calls.join("\n")}\n`;
}

/** From a program that was just opened to the first list of paths. */
function completion({ folder }, note) {
  note("the first completion of a path");
  const ours = firstCompletion(folder, "complete-ours", `${OUR_HEAD}void client.get("`, '");\n');
  const peer = firstCompletion(folder, "complete-peer", `${THEIR_HEAD}void client.GET("`, '", given);\n');
  return {
    row: "operations-completion",
    workload: "first completion of a path, language service",
    unit: "ms",
    ours: [ours],
    yardstick,
    peer: [peer],
    reach: 1 / 10,
    aim: 1 / 20,
  };
}

function firstCompletion(folder, name, before, after) {
  const file = join(folder, `use/${name}.ts`);
  write(folder, `use/${name}.ts`, before + after);
  const { options } = ts.convertCompilerOptionsFromJson(tsconfig.compilerOptions, folder);
  const host = {
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  };
  const service = ts.createLanguageService(host);
  // Reading and binding the files is the same for both, and is done once by every editor.
  service.getProgram().getTypeChecker();
  const started = performance.now();
  const found = service.getCompletionsAtPosition(file, before.length, {});
  const time = performance.now() - started;
  if (!found?.entries.some((entry) => entry.name.includes("/"))) throw new Error(`${name}: no paths`);
  return time;
}
