import { interleave, median } from "../measure/rounds.mjs";
import { makeWorkload } from "../workload/documents.mjs";
import { fromNothing } from "../workload/generators.mjs";

export const rows = ["cold", "scale", "growth", "memory", "linear"];

const heyApi = "hey-api";

/** Whole processes that write everything from nothing: wall time, time per further provider, memory. */
export async function measure({ wants, rounds, note }) {
  const [one, hundred, thousand] = [1, 100, 1000].map((count) => makeWorkload(count));
  const lines = [];
  if (wants("cold")) {
    note("1 provider");
    lines.push(...cold(await interleave(rounds * 2 + 1, overAll(one, fromNothing))));
  }
  if (wants("scale") || wants("growth") || wants("memory")) {
    note("100 providers");
    const small = await interleave(rounds, overAll(hundred, fromNothing));
    note("1000 providers");
    const { openApiTypescript: _, ...gated } = fromNothing;
    const large = await interleave(Math.min(rounds, 3), overAll(thousand, gated));
    lines.push(...scale(100, small, 1 / 6, 1 / 10), ...scale(1000, large, 1 / 8, 1 / 12));
    lines.push(growth(small, large), memory(small, large));
  }
  if (wants("linear")) {
    note("10000 providers");
    lines.push(await linear(thousand));
  }
  return lines.filter(({ row }) => wants(row));
}

function overAll(workload, generators) {
  return Object.fromEntries(Object.entries(generators).map(([name, run]) => [name, () => run(workload)]));
}

function cold({ sdkwright, heyApi: peer, openApiTypescript }) {
  const line = { row: "cold", workload: "1 provider, wall", unit: "ms", ours: wall(sdkwright) };
  return [
    { ...line, yardstick: heyApi, peer: wall(peer), reach: 1 / 4, aim: 1 / 6 },
    { ...line, workload: "1 provider, CPU", ours: cpu(sdkwright), yardstick: heyApi, peer: cpu(peer) },
    { ...line, yardstick: "openapi-typescript (types only)", peer: wall(openApiTypescript) },
  ];
}

function scale(count, { sdkwright, heyApi: peer, openApiTypescript }, reach, aim) {
  const line = { row: "scale", workload: `${count} providers, wall`, unit: "ms", ours: wall(sdkwright) };
  const beside = openApiTypescript && {
    ...line,
    yardstick: "openapi-typescript (types only)",
    peer: wall(openApiTypescript),
  };
  return [
    { ...line, yardstick: heyApi, peer: wall(peer), reach, aim },
    { ...line, workload: `${count} providers, CPU`, ours: cpu(sdkwright), yardstick: heyApi, peer: cpu(peer) },
    ...(beside === undefined ? [] : [beside]),
  ];
}

function growth(small, large) {
  return {
    row: "growth",
    workload: "per further provider, 100 → 1000, wall",
    unit: "ms",
    ours: [perFurther(wall(small.sdkwright), wall(large.sdkwright), 900)],
    yardstick: `${heyApi} per document`,
    peer: [perFurther(wall(small.heyApi), wall(large.heyApi), 900)],
    reach: 1 / 15,
    aim: 1 / 25,
  };
}

/** Ours at 1000 against the peer at 100: ten times the work in less memory. */
function memory(small, large) {
  return {
    row: "memory",
    workload: "1000 providers, largest resident set",
    unit: "bytes",
    ours: rss(large.sdkwright),
    yardstick: `${heyApi}, 100 documents`,
    peer: rss(small.heyApi),
    reach: 0.7,
    aim: 0.5,
  };
}

async function linear(thousand) {
  const hundred = makeWorkload(100);
  const tenThousand = makeWorkload(10_000);
  const { small, middle, large } = await interleave(1, {
    small: () => fromNothing.sdkwright(hundred),
    middle: () => fromNothing.sdkwright(thousand),
    large: () => fromNothing.sdkwright(tenThousand),
  });
  return {
    row: "linear",
    workload: "per further provider, 1000 → 10000, CPU",
    unit: "ms",
    ours: [perFurther(cpu(middle), cpu(large), 9000)],
    yardstick: "itself, 100 → 1000",
    peer: [perFurther(cpu(small), cpu(middle), 900)],
    reach: 1.25,
    aim: 1,
  };
}

function perFurther(few, many, further) {
  return (median(many) - median(few)) / further;
}

const wall = (samples) => samples.map((sample) => sample.wall);
const cpu = (samples) => samples.map((sample) => sample.cpu);
const rss = (samples) => samples.map((sample) => sample.rss);
