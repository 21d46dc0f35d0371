import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { environmentName, makeWorkload, root, tsconfig, write } from "../workload/documents.mjs";
import { fromNothing } from "../workload/generators.mjs";

export const rows = ["type-check"];

const compiler = join(root, "node_modules/typescript-5.9/lib/tsc.js");

/** Type instantiations of a program that makes one call to each of 100 clients, beyond those of an empty program. */
export async function measure({ note }) {
  const workload = makeWorkload(100);
  note("generating 100 clients with both");
  await fromNothing.sdkwright(workload);
  await fromNothing.heyApi(workload);
  note("checking");
  const empty = check(workload.folder, "empty", "export {};\n");
  const ours = check(workload.folder, "sdkwright", oneCallEach(workload.names));
  const peer = check(workload.folder, "hey-api", oneHeyApiCallEach(workload.names));
  const beyond = (figures) => [figures.instantiations - empty.instantiations];
  const line = { row: "type-check", yardstick: "hey-api" };
  const workloadOf = (what) => `100 clients, one call each, ${what}`;
  return [
    {
      ...line,
      workload: workloadOf("instantiations"),
      unit: "",
      ours: beyond(ours),
      peer: beyond(peer),
      reach: 1 / 5,
      aim: 1 / 10,
    },
    { ...line, workload: workloadOf("check time"), unit: "s", ours: [ours.seconds], peer: [peer.seconds] },
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

function oneCallEach(names) {
  const calls = names.map((name) => {
    const create = `create${pascal(name)}`;
    const module = `../src/generated/providers/${name}.js`;
    return `import { ${create} } from "${module}";\nawait ${create}().get("/items", { security: "api-key" }).json();\n`;
  });
  return `${calls.join("")}export {};\n`;
}

function oneHeyApiCallEach(names) {
  const calls = names.map((name) => {
    const alias = `getItem${pascal(name)}`;
    return `import { getItem as ${alias} } from "../hey-api/${name}/index.js";\nawait ${alias}({ auth: process.env.${environmentName(name)} });\n`;
  });
  return `declare const process: { env: { [name: string]: string } };\n${calls.join("")}export {};\n`;
}

function pascal(name) {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
}
