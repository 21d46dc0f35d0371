import type { Clock } from "../../clock.js";
import type { Environment } from "../../config/env.js";
import { isPlainObject, own, type TableOf } from "../../config/options.js";
import { VirtualClock } from "../virtual-clock.js";
import { readSettings, wrongUse } from "../wrong-use.js";
import { platformFiles, type RecordingFiles } from "./files.js";
import { Recorder } from "./record.js";
import { Player } from "./replay.js";
import { looksRecorded, readTape } from "./tape.js";

/** How a recording is made and used. */
export interface RecordingSettings {
  /** `record`: over the network, always. `replay`: never. Default: `replay` where the file is there, else `record`. */
  readonly mode?: "record" | "replay" | undefined;
  /**
   * What may not be in the file, besides the credentials that clients send. Where it is given, an empty list too, requests
   * of others than clients of sdkwright are recorded.
   */
  readonly secrets?: readonly string[] | undefined;
  /** Names of fields in queries and bodies that are other each time, and not compared. */
  readonly ignore?: readonly string[] | undefined;
  /** `all`: bodies of answers are kept too that are neither JSON nor text. Default: of such only the length. */
  readonly bodies?: "all" | undefined;
  /** Sends while it records. Default the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Default `process.env`; `CI` forbids to record, `SDKWRIGHT_RECORD` asks for it. */
  readonly env?: Environment | undefined;
  /** Default the platform's file system. */
  readonly files?: RecordingFiles | undefined;
}

/** Traffic of a file: what clients get is `options`. */
export interface Recording {
  readonly mode: "record" | "replay";
  /** A `fetch`, and where it replays a clock on which pauses take no time. */
  readonly options: { readonly fetch: typeof globalThis.fetch; readonly clock?: Clock };
  /** Writes the file, or throws where not all of it was asked for as it was recorded. */
  done(): Promise<RecordingEnd>;
}

/** What there is to know at the end. */
export interface RecordingEnd {
  /** The path that was given. */
  readonly file: string;
  readonly exchanges: number;
  /** How many values stand as `***` in what was written; 0 in a replay. Look at the file before you commit it. */
  readonly masked: number;
}

/** What is shorter stands in ordinary texts. */
const SHORTEST = 6;

const SETTINGS: TableOf<RecordingSettings> = {
  mode: "a string",
  secrets: "an Array",
  ignore: "an Array",
  bodies: "a string",
  fetch: "a function",
  env: "an Object or a Module",
  files: "an object",
};

/**
 * Records real traffic in a file, and replays it strictly where the file is there: each endpoint in its order, and nothing
 * else. No credential gets into the file. `path` as file systems take it, from the working folder. Never records in CI.
 */
export function recording(path: string | URL, settings: RecordingSettings = {}): Recording {
  const read = readSettings(settings, "recording", SETTINGS);
  const { files = platformFiles(), env = processEnvironment(), secrets = [], ignore = [] } = read;
  requireFunctions(files);
  if (!isPlainObject(env) && env !== processEnvironment())
    throw wrongUse("recording: `env` is an instance, or inherits: give a plain object, as `{ ...it }`");
  requireTexts({ secrets, ignore });
  if (secrets.some(({ length }) => length < SHORTEST))
    throw wrongUse(`recording: \`secrets\` has one of fewer than ${SHORTEST} characters, which any text may hold`);
  if (read.bodies !== undefined && read.bodies !== "all") throw wrongUse('recording: `bodies` takes "all", or nothing');
  const text = files.read(path);
  const mode = modeOf(read.mode, text !== undefined, env);
  const file = String(path);
  if (mode === "replay") {
    if (text === undefined) throw wrongUse(`${file} is not there: nothing can be replayed`);
    const clock = new VirtualClock();
    const player = new Player(file, readTape(text, file), { ignored: new Set(ignore), named: secrets, clock });
    const done = async (): Promise<RecordingEnd> => ({ file, exchanges: player.end(), masked: 0 });
    return { mode, options: { fetch: player.fetch, clock }, done };
  }
  if (isOn(own(env, "CI")))
    throw wrongUse(`${file} would be recorded: not in CI. Record it on your machine, and commit it`);
  if (text !== undefined && !looksRecorded(text))
    throw wrongUse(`${file} is there, and is no recording: it is not overwritten. Name another file, or remove it`);
  const recorder = new Recorder({
    send: read.fetch ?? globalThis.fetch,
    named: secrets,
    takesAny: read.secrets !== undefined,
    keepsBytes: read.bodies === "all",
  });
  let there = text;
  const done = async (): Promise<RecordingEnd> => {
    const tape = await recorder.tape();
    if (files.read(path) !== there)
      throw wrongUse(
        `${file} has changed since the recording began: it is not overwritten. Look at it, and record again`,
      );
    files.write(path, tape.text);
    there = tape.text;
    return { file, exchanges: tape.exchanges, masked: tape.masked };
  };
  return { mode, options: { fetch: recorder.fetch }, done };
}

function requireFunctions({ read, write }: Partial<RecordingFiles>): void {
  if (typeof read !== "function" || typeof write !== "function")
    throw wrongUse("recording: `files` has no functions `read` and `write`");
}

/** A number among them would not be looked for. */
function requireTexts(lists: { readonly [name: string]: readonly unknown[] }): void {
  for (const [name, list] of Object.entries(lists)) {
    if (!list.every((item) => typeof item === "string"))
      throw wrongUse(`recording: \`${name}\` is not a list of texts`);
  }
}

function modeOf(given: string | undefined, isThere: boolean, env: Environment): "record" | "replay" {
  if (given === "record" || given === "replay") return given;
  if (given !== undefined) throw wrongUse('recording: `mode` is neither "record" nor "replay"');
  return isThere && !isOn(own(env, "SDKWRIGHT_RECORD")) ? "replay" : "record";
}

function isOn(value: string | undefined): boolean {
  return !["", "0", "false", undefined].includes(value);
}

function processEnvironment(): Environment {
  return (globalThis as { process?: { env?: Environment } }).process?.env ?? {};
}
