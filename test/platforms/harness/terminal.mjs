// What happens, for a person: a line that is rewritten on a terminal, nothing of the sort elsewhere.
import process from "node:process";

const isLive = process.stdout.isTTY && process.env.CI === undefined;
const WIDTH = 100;
let timer;

/** Says what is being done, and for how long, until the next line is printed. */
export function progress(what) {
  clearInterval(timer);
  if (!isLive) return;
  const begin = performance.now();
  const show = () => process.stdout.write(`\r\x1b[K  ${what.slice(0, WIDTH)} ${secondsSince(begin)}`);
  show();
  timer = setInterval(show, 1000);
  timer.unref();
}

export function print(line) {
  clearInterval(timer);
  if (isLive) process.stdout.write("\r\x1b[K");
  console.log(line);
}

export function secondsSince(begin) {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}
