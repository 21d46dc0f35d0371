import { fileURLToPath, pathToFileURL } from "node:url";
import { runNode } from "../measure/process.mjs";
import { interleave } from "../measure/rounds.mjs";
import { startServer } from "../measure/server.mjs";
import { address } from "../workload/calls.mjs";
import { makeProject } from "../workload/project.mjs";

export const rows = ["first-call", "import"];

const entry = fileURLToPath(new URL("../measure/first-call.mjs", import.meta.url));

/** Processes: to the first answer from a server on loopback beyond what plain fetch takes, and to import a client. */
export async function measure({ wants, rounds, note }) {
  const server = await startServer();
  try {
    const baseUrl = address(server.port);
    const project = await makeProject(baseUrl);
    const lines = [];
    if (wants("first-call")) {
      note("a provider's first GET");
      const subjects = {
        provider: () => firstCall("provider", { project }),
        fetch: () => firstCall("fetch", { baseUrl }),
      };
      const { provider, fetch } = await interleave(rounds * 5, subjects);
      const line = { row: "first-call", unit: "ms" };
      lines.push(
        {
          ...line,
          workload: "import and first answer beyond fetch, CPU",
          ...beyond(provider, fetch),
          reach: 18,
          aim: 12,
        },
        { ...line, workload: "fetch alone", ours: fetch },
      );
    }
    if (wants("import")) {
      note("createClient");
      const client = `import ${JSON.stringify(pathToFileURL(`${project}/generated/client.js`).href)};`;
      const { ours, nothing } = await interleave(rounds * 5, {
        ours: () => module(client),
        nothing: () => module("0"),
      });
      const line = { row: "import", unit: "ms" };
      lines.push(
        { ...line, workload: "createClient beyond an empty module, CPU", ...beyond(ours, nothing), reach: 45, aim: 34 },
        { ...line, workload: "an empty module", ours: nothing },
      );
    }
    return lines;
  } finally {
    server.stop();
  }
}

async function firstCall(subject, options) {
  const { output } = await runNode([entry, subject, JSON.stringify(options)]);
  return JSON.parse(output).cpu;
}

async function module(source) {
  return (await runNode(["--input-type=module", "--eval", source])).cpu;
}

/** Less what the other took in the same round. */
function beyond(ours, other) {
  return { ours: ours.map((cpu, round) => cpu - other[round]) };
}
