import { spawnSync } from "node:child_process";
import { entered } from "../measure/entered.mjs";
import { root } from "../workload/documents.mjs";

export const rows = ["source", "files-entered"];

/** Counts of the runtime's own code: what is written by hand, and the files of which a GET runs something. */
export async function measure({ wants }) {
  return [...(wants("source") ? written() : []), ...(wants("files-entered") ? await files() : [])];
}

/** As `npm run totals` counts. */
function written() {
  const { stdout } = spawnSync(process.execPath, ["test/totals.mjs"], { cwd: root, encoding: "utf8" });
  const [files, lines, tokens] = /\| \*\*runtime\/src by hand\*\* \| (.*) \|/.exec(stdout)[1].split(" | ").map(Number);
  const line = { row: "source", unit: "" };
  return [
    { ...line, workload: "runtime/src by hand, lines", ours: [lines], reach: 16_000, aim: 14_000 },
    { ...line, workload: "… tokens", ours: [tokens] },
    { ...line, workload: "… files", ours: [files], reach: 150, aim: 120 },
  ];
}

async function files() {
  const { answer, refusal } = await entered();
  const line = { row: "files-entered", unit: "" };
  return [
    { ...line, workload: "by a GET with a key", ours: [answer.length], reach: 20, aim: 14 },
    { ...line, workload: "… until a 400 is thrown", ours: [refusal.length], reach: 28, aim: 20 },
  ];
}
