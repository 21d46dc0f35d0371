import { nearest } from "@sdkwright/runtime/config";
import { OPTIONS, type CommandName } from "../quick/options.js";

/** What people call an option who know other tools, as one word. */
const ELSEWHERE: { readonly [word: string]: string } = {
  output: "out",
  outdir: "out",
  url: "base-url",
  server: "base-url",
  header: "auth header=<name>",
  apikey: "auth header=<name>",
  bearer: "auth bearer",
  token: "auth bearer",
  json: "format json",
  silent: "quiet",
  debug: "verbose",
};

/** What an unknown option was probably meant to be; those of the command come first. */
export function meantOption(name: string, command: CommandName): string | undefined {
  const own = Object.entries(OPTIONS).flatMap(([option, { commands }]) =>
    commands?.includes(command) === false ? [] : [option],
  );
  if (name.length === 1) return longForms(name, own);
  const meant = meantAmong(name, own) ?? meantAmong(name, Object.keys(OPTIONS));
  return meant === undefined ? undefined : `did you mean --${meant}?`;
}

function longForms(letter: string, known: readonly string[]): string | undefined {
  const long = known.filter((option) => option.startsWith(letter.toLowerCase()));
  return long.length === 0 ? undefined : `did you mean --${long.join(" or --")}? Short forms are -h and -v alone`;
}

/** Hyphens are forgotten first; `--dry` and `--output` are the beginning of an option, or have one as theirs. */
function meantAmong(name: string, known: readonly string[]): string | undefined {
  const usual = Object.entries(ELSEWHERE).filter(([, option]) => known.includes(option.split(" ")[0] ?? ""));
  const words = new Map([...known.map((option) => [squeezed(option), option] as const), ...usual]);
  const near = nearest(squeezed(name), [...words.keys()]);
  if (near !== undefined) return words.get(near);
  return known.find((option) => name.length > 2 && (option.startsWith(name) || name.startsWith(option)));
}

function squeezed(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, "");
}
