import { median, spread } from "../measure/rounds.mjs";
import { ratioOf, verdictOf } from "./line.mjs";

const header = ["row", "workload", "ours", "yardstick", "", "ratio", "reach", "aim", "met"];

/** The lines as a Markdown table with columns of equal width. */
export function table(lines) {
  const rows = [header, ...lines.map(cells)];
  const widths = header.map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const [head, ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [head, rule, ...body].join("\n");
}

function cells(line) {
  const { row, workload, ours, yardstick, peer, unit } = line;
  return [
    row,
    workload,
    figure(ours, unit),
    yardstick ?? "",
    peer === undefined ? "" : figure(peer, unit),
    peer === undefined ? "" : ratio(ratioOf(line)),
    limit(line, line.reach),
    limit(line, line.aim),
    verdictOf(line),
  ];
}

/** The median and, of several samples, the middle half. */
function figure(samples, unit) {
  if (samples.length === 1) return amount(samples[0], unit);
  return `${amount(median(samples), unit)} (${spread(samples)
    .map((bound) => amount(bound, unit).split(" ")[0])
    .join("–")})`;
}

function limit({ peer, unit }, value) {
  if (value === undefined) return "";
  return peer === undefined ? amount(value, unit) : ratio(value);
}

/** Below one as a fraction, as one says "a sixth". */
function ratio(value) {
  if (value > 0 && value < 0.6) return `1/${significant(1 / value)}`;
  return `${significant(value)}×`;
}

function amount(value, unit) {
  if (unit === "bytes") return value >= 1e6 ? `${significant(value / 1e6)} MB` : `${significant(value / 1e3)} kB`;
  return unit === "" ? significant(value) : `${significant(value)} ${unit}`;
}

function significant(value) {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}
