import type { Clock } from "../../clock.js";
import type { Environment } from "../../config/env.js";
import { isPlainObject, own, type TableOf } from "../../config/options.js";
import { networkError } from "../../http/connection-failure.js";
import { maskerOf } from "../../http/server-answer.js";
import type { Bytes } from "../../http/transport.js";
import { Masking, readContent, receive, type Received } from "../received.js";
import { VirtualClock } from "../virtual-clock.js";
import { readSettings, wrongUse } from "../wrong-use.js";
import { Player } from "./replay.js";
import {
  answerOf,
  cleanResponse,
  isStream,
  type Exchange,
  looksRecorded,
  maskedRequest,
  NO_LABEL,
  plainRequest,
  type RawResponse,
  readTape,
  writeTape,
} from "./tape.js";

/** The place of a recording. */
export interface RecordingFiles {
  /** `undefined` for a file that is not there. */
  readonly read: (path: string | URL) => string | undefined;
  readonly write: (path: string | URL, text: string) => void;
}

/** How a recording is made and used. */
export interface RecordingSettings {
  /** `record`: over the network, always. `replay`: never. Default: `replay` if the file is there, else `record`. */
  readonly mode?: "record" | "replay" | undefined;
  /**
   * Texts that may not be in the file, besides the credentials that clients send. If it is given, an empty list too, requests
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
  /** A `fetch`, and for a replay a clock on which pauses take no time. */
  readonly options: { readonly fetch: typeof globalThis.fetch; readonly clock?: Clock };
  /** Writes the file, or throws if not all of it was asked for as it was recorded. */
  done(): Promise<RecordingEnd>;
}

/** The result of a recording or a replay. */
export interface RecordingEnd {
  /** The path that was given. */
  readonly file: string;
  readonly exchanges: number;
  /** How many values stand as `***` in what was written; 0 in a replay. Look at the file before you commit it. */
  readonly masked: number;
}

const SETTINGS: TableOf<RecordingSettings> = {
  mode: "a string",
  secrets: "an Array",
  ignore: "an Array",
  bodies: "a string",
  fetch: "a function",
  env: "an Object or a Module",
  files: "an object",
};

/** Shorter secrets are words of ordinary texts. */
const SHORTEST = 6;

/**
 * Records real traffic in a file, and replays it strictly if the file is there: each endpoint in its order, and nothing
 * else. No credential gets into the file. `path` as file systems take it, from the working folder. Never records in CI.
 */
export function recording(path: string | URL, settings: RecordingSettings = {}): Recording {
  const read = readSettings(settings, "recording", SETTINGS);
  const { files = platformFiles(), env = processEnvironment(), secrets = [], ignore = [], mode } = read;
  requireKinds({ ...read, files, env });
  const file = String(path);
  const before = files.read(path);
  const isReplay = before !== undefined && !isOn(own(env, "SDKWRIGHT_RECORD"));
  if (mode === "replay" || (mode === undefined && isReplay)) {
    if (before === undefined) throw wrongUse(`${file} does not exist: nothing can be replayed`);
    const clock = new VirtualClock();
    const [exchanges, ignored] = [readTape(before, file), new Set(ignore)];
    const player = new Player({ path: file, exchanges, ignored, secrets: new Set(secrets), clock });
    const done = async (): Promise<RecordingEnd> => ({ file, exchanges: player.end(), masked: 0 });
    return { mode: "replay", options: { fetch: player.fetch, clock }, done };
  }
  if (isOn(own(env, "CI")))
    throw wrongUse(`${file} would be recorded: not in CI. Record it on your machine, and commit it`);
  if (before !== undefined && !looksRecorded(before))
    throw wrongUse(`${file} exists and is not a recording: it is not overwritten. Name another file, or remove it`);
  const recorder = recorderOf(read);
  let there = before;
  const done = async (): Promise<RecordingEnd> => {
    const { text, exchanges, masked } = await recorder.tape();
    if (files.read(path) !== there)
      throw wrongUse(
        `${file} has changed since the recording began: it is not overwritten. Look at it, and record again`,
      );
    files.write(path, text);
    there = text;
    return { file, exchanges, masked };
  };
  return { mode: "record", options: { fetch: recorder.fetch }, done };
}

/** Refuses settings that would be ignored: a number in `secrets` is not looked for, an inherited `CI` not read. */
function requireKinds({ files, env, secrets = [], ignore = [], mode, bodies }: RecordingSettings): void {
  const refuse = (is: boolean, problem: string): void => {
    if (is) throw wrongUse(`recording: ${problem}`);
  };
  const isNo = (kind: string, ...values: readonly unknown[]): boolean => values.some((value) => typeof value !== kind);
  refuse(isNo("function", files?.read, files?.write), "`files` has no functions `read` and `write`");
  refuse(
    !isPlainObject(env) && env !== processEnvironment(),
    "`env` is an instance, or inherits: pass a plain object, as `{ ...it }`",
  );
  for (const [name, texts] of Object.entries({ secrets, ignore }))
    refuse(isNo("string", ...texts), `\`${name}\` is not a list of texts`);
  const isShort = secrets.some(({ length }) => length < SHORTEST);
  refuse(isShort, `\`secrets\` has one of fewer than ${SHORTEST} characters, which may be in any text`);
  refuse(!["all", undefined].includes(bodies), '`bodies` takes "all", or nothing');
  refuse(!["record", "replay", undefined].includes(mode), '`mode` is neither "record" nor "replay"');
}

function isOn(value: string | undefined): boolean {
  return !["", "0", "false", undefined].includes(value);
}

interface Taken {
  readonly received: Received;
  /** Rejects as the connection failed. */
  readonly tap: Promise<Tap>;
}

/** The most bytes of answers that are kept: a file in a repository is no archive. */
const MOST = 8 * 1024 * 1024;

interface Recorder {
  readonly fetch: typeof globalThis.fetch;
  /** The content of the file, and how many values are masked in it. */
  readonly tape: () => Promise<{ readonly text: string; readonly exchanges: number; readonly masked: number }>;
}

/** Sends and keeps requests and answers. They are cleaned at the end, when all credentials are known. */
function recorderOf({ secrets, bodies, fetch: send }: RecordingSettings): Recorder {
  const all: Taken[] = [];
  let left = MOST;
  return {
    fetch: async (input, init) => {
      const received = await receive(input, init);
      const { method, url, headers, bytes, signal = null } = received;
      const body = method === "GET" || method === "HEAD" ? {} : { body: bytes };
      const sent = (send ?? globalThis.fetch)(url.href, { ...init, method, headers, signal, ...body });
      const tap = sent.then((response) => tapped(response, (size) => (left -= size) >= 0));
      all.push({ received, tap });
      return (await tap).response;
    },
    tape: async () => {
      if (left < 0) throw wrongUse(`more than ${MOST / 2 ** 20} MiB: nothing is written. Record less at a time`);
      if (secrets === undefined && all.some(({ received }) => !received.isKnown))
        throw wrongUse(
          "a request came without the signal that its client gave to `fetch`, so its credentials are not known: nothing is " +
            "written. Pass `init` on to `tape.options.fetch` unchanged, or name its credentials in `secrets`",
        );
      const mask = maskerOf(new Set([...(secrets ?? []), ...all.flatMap(({ received }) => [...received.secrets])]));
      const exchanges: Exchange[] = [];
      let masked = 0;
      for (const taken of all) {
        const masking = new Masking(taken.received.secrets, mask);
        exchanges.push(await exchangeOf(taken, masking, bodies === "all"));
        masked += masking.count;
      }
      return { text: writeTape(exchanges), exchanges: exchanges.length, masked };
    },
  };
}

async function exchangeOf({ received, tap }: Taken, masking: Masking, keepsBytes: boolean): Promise<Exchange> {
  const request = maskedRequest(plainRequest(received, await readContent(received)), masking);
  let raw: RawResponse;
  try {
    raw = await (await tap).read();
  } catch (error) {
    const failure = FAILURES[networkError(error, NO_LABEL).code] ?? "reset";
    return { request, failure: received.signal?.aborted === true ? "timeout" : failure };
  }
  return { request, response: cleanResponse(raw, masking, keepsBytes) };
}

/** Kinds of failure, as fakes have them. */
const FAILURES: { readonly [code: string]: string } = {
  "network-unreached": "refused",
  "network-tls": "tls",
  "network-malformed": "malformed",
  "network-reset": "reset",
};

/** An answer on its way to the client, of which a copy is kept. */
interface Tap {
  readonly response: Response;
  /** Gives what the client has read, or throws as the connection broke. */
  readonly read: () => Promise<RawResponse>;
}

/**
 * Reads nothing that the client does not read: the copy ends where the client ends, and an answer without end is no more
 * work here than there. `keeps` is asked if so many bytes more are kept.
 */
function tapped(source: Response, keeps: (size: number) => boolean): Tap {
  const { status, headers, url, type, redirected } = source;
  const reader: ReadableStreamDefaultReader<Bytes> | undefined = source.body?.getReader();
  const chunks: Bytes[] = [];
  let isWhole = reader === undefined;
  let broken: { readonly error: unknown } | undefined;
  const read = async (): Promise<RawResponse> => {
    const isOfItems = isStream(headers);
    if (broken !== undefined && !isOfItems) throw broken.error;
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    const sizes = isOfItems ? chunks.map(({ length }) => length) : undefined;
    return { status, headers, isWhole, bytes, sizes, isCut: broken !== undefined };
  };
  if (reader === undefined) return { response: source, read };
  const pull = async (controller: ReadableStreamDefaultController<Bytes>): Promise<void> => {
    const { done, value } = await reader.read().catch((error: unknown) => {
      broken = { error };
      throw error;
    });
    if (done) {
      isWhole = true;
      return controller.close();
    }
    if (keeps(value.byteLength)) chunks.push(value.slice());
    controller.enqueue(value);
  };
  const cancel = async (reason: unknown): Promise<void> => reader.cancel(reason).catch(() => {});
  const response = answerOf(status, source, new ReadableStream({ pull, cancel }, { highWaterMark: 0 }));
  // Clients look at them to see how the answer came.
  for (const [name, value] of Object.entries({ url, type, redirected }))
    Object.defineProperty(response, name, { value });
  return { response, read };
}

interface Process {
  readonly env?: Environment;
  readonly getBuiltinModule?: (name: string) => unknown;
}

const { process } = globalThis as { readonly process?: Process };

function processEnvironment(): Environment {
  return process?.env ?? {};
}

/** Functions for files that Node, Deno and Bun have. */
interface FileSystem {
  readonly readFileSync: (path: string | URL, encoding: "utf8") => string;
  readonly writeFileSync: (path: string | URL, text: string) => void;
  readonly mkdirSync: (path: string | URL, options: { readonly recursive: true }) => void;
}

/** Files of Node, Deno and Bun. Asked for when they are needed, so that nothing of Node is imported. */
function platformFiles(): RecordingFiles {
  const fs = process?.getBuiltinModule?.("node:fs") as FileSystem | undefined;
  const paths = process?.getBuiltinModule?.("node:path") as { readonly dirname: (path: string) => string } | undefined;
  if (fs === undefined || paths === undefined) throw wrongUse("recording() finds no file system here: pass `files`");
  return {
    read: (path) => attempt(path, "read", () => fs.readFileSync(path, "utf8")),
    write: (path, text) =>
      attempt(path, "written", () => {
        fs.mkdirSync(typeof path === "string" ? paths.dirname(path) : new URL(".", path), { recursive: true });
        fs.writeFileSync(path, text);
      }),
  };
}

/** Says in our words what the file system says; `undefined` for a file that is not there. */
function attempt<T>(path: string | URL, done: "read" | "written", use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (done === "read" && code === "ENOENT") return undefined;
    throw wrongUse(`${String(path)} cannot be ${done} (${typeof code === "string" ? code : "refused"})`);
  }
}
