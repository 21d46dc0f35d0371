import { interleave } from "../measure/rounds.mjs";
import { startServer } from "../measure/server.mjs";
import { startWorker } from "../measure/worker.mjs";
import { makeOneSdkConfiguration } from "../workload/one-sdk.mjs";
import { address } from "../workload/calls.mjs";
import { makeProject } from "../workload/project.mjs";

export const rows = ["use-case"];

/** As many rounds are run before the first that counts: what V8 optimises is optimised by then. */
const WARM_UP = 5;

const cases = [
  { useCase: "GetLiteral", workload: "one GET, literal map, CPU", calls: 200, reach: 1 / 1.8, aim: 1 / 2 },
  { useCase: "GetItem", workload: "one GET, map with expressions, CPU", calls: 60, reach: 1 / 8, aim: 1 / 10 },
];

/** CPU per use-case call through a map with retry, circuit and failover on. */
export async function measure({ rounds, note }) {
  const server = await startServer();
  try {
    const project = await makeProject(address(server.port));
    const configuration = makeOneSdkConfiguration(server.port);
    const lines = [];
    for (const { useCase, calls, ...line } of cases) {
      note(useCase);
      const ours = await startWorker("use-case", { project, useCase });
      const oneSdk = await startWorker("one-sdk", { configuration, useCase });
      for (const worker of [ours, oneSdk]) await worker.run(calls * WARM_UP, 1);
      const samples = await interleave(rounds * 2 + 1, {
        ours: () => ours.run(calls, 1),
        oneSdk: () => oneSdk.run(calls, 1),
      });
      lines.push({ row: "use-case", unit: "µs", ...line, ...figures(samples) });
      ours.stop();
      oneSdk.stop();
    }
    return lines;
  } finally {
    server.stop();
  }
}

function figures({ ours, oneSdk }) {
  const cpu = (samples) => samples.map((sample) => sample.cpu);
  return { ours: cpu(ours), yardstick: "one-sdk", peer: cpu(oneSdk) };
}
