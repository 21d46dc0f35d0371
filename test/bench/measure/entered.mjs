import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../workload/bundle.mjs";
import { root } from "../workload/documents.mjs";
import { makeProject } from "../workload/project.mjs";

/** Emitted code on the compiled modules one by one, in place of what is published. */
const onModules = {
  name: "on-modules",
  setup(bundler) {
    bundler.onResolve({ filter: /^@sdkwright\/runtime\// }, ({ path }) => {
      const entry = path.replace("@sdkwright/runtime/", "").replaceAll("/", "-");
      return { path: join(root, "runtime/dist", `${entry}.js`), external: true };
    });
  },
};

/** Files of runtime/dist of which a plain GET runs a function, `answer` until its JSON and `refusal` until a 400 is thrown. */
export async function entered() {
  const folder = await makeProject("https://acme.example/v1", "entered");
  const source = 'export { createAcme as create } from "./generated/providers/acme.js";';
  const outfile = join(folder, "on-modules.mjs");
  await bundle(source, folder, { plugins: [onModules], write: true, outfile });
  const program = fileURLToPath(new URL("entered-main.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, outfile], { encoding: "utf8" });
  if (status !== 0) throw new Error(`entered-main.mjs ended with ${status}\n${stderr}`);
  return JSON.parse(stdout);
}
