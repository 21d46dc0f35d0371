import { weights, weightWithOperations } from "../measure/weights.mjs";

export const rows = ["size"];

const kB = 1000;

/** In bytes, without ky. */
const limits = {
  "provider, start": { reach: 12 * kB, aim: 8 * kB },
  "provider, first failure": { reach: 8 * kB, aim: 5 * kB },
  "provider, one file": { reach: 32 * kB, aim: 26 * kB },
  "operation of OpenAI's, start": { reach: 13 * kB, aim: 9 * kB },
  "client with failover, start": { reach: 24 * kB, aim: 16 * kB },
};

/** Bytes, minified and gzipped; nothing here varies from run to run. */
export async function measure({ note }) {
  note("bundling");
  const operation = await weightWithOperations();
  const lines = { ...namedBy("", await weights()) };
  if (operation !== undefined) Object.assign(lines, named("operation of OpenAI's", "", operation));
  Object.assign(lines, namedBy(", with ky 1.14", await weights({ external: [] })));
  Object.assign(lines, namedBy(", with ky 2.1", await weights({ external: [], alias: { ky: "ky-2" } })));
  return Object.entries(lines).map(([workload, bytes]) => {
    return { row: "size", workload, unit: "bytes", ours: [bytes], ...limits[workload] };
  });
}

function namedBy(suffix, { provider, client }) {
  return { ...named("provider", suffix, provider), ...named("client with failover", suffix, client) };
}

function named(subject, suffix, { start, failure, file }) {
  return {
    [`${subject}, start${suffix}`]: start,
    ...(suffix === "" ? { [`${subject}, first failure`]: failure } : {}),
    [`${subject}, one file${suffix}`]: file,
  };
}
