import { existsSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "../add/request.js";

/** Deno's configuration in a folder. */
export function denoFile(folder: string): string | undefined {
  return ["deno.json", "deno.jsonc"].find((file) => existsSync(join(folder, file)));
}

/** A program with no more permissions than a first call needs: the hosts of these URLs, and the variables. */
export function denoRun(program: string, urls: readonly string[], names: readonly string[]): string {
  const hosts = urls.map(hostOf);
  const net = hosts.includes("") ? "--allow-net" : `--allow-net=${[...new Set(hosts)].join(",")}`;
  return ["deno run", net, ...(names.length === 0 ? [] : [`--allow-env=${names.join(",")}`]), shellWord(program)].join(
    " ",
  );
}

/** Nothing that a shell or Deno takes for more than a host: the line is run by whoever types `start`. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** Empty where a parameter decides. */
function hostOf(url: string): string {
  try {
    const { host } = new URL(url);
    return HOST.test(host) ? host : "";
  } catch {
    return "";
  }
}

/** What a project that Deno runs has to say for itself: its files are its owner's. */
export function denoHints(file: string, out: string, hasEndings: boolean): readonly string[] {
  return [
    `${file} is yours: "fmt": { "exclude": [${JSON.stringify(out)}] } keeps \`deno fmt\` from emitted files`,
    ...(hasEndings
      ? []
      : ['Deno imports files as they are named: write "sdkwright": { "importEndings": ".ts" } in package.json']),
  ];
}
