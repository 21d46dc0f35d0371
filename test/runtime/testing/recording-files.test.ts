import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"; // prettier-ignore
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ConfigurationError, SdkError } from "@sdkwright/runtime";
import { recording, type Recording, type RecordingSettings } from "@sdkwright/runtime/testing";
import { acmeClient, rejection } from "../acme.js";
import { drawer, open } from "./tapes.js";

const test = suite("12: where recordings are read and written");

const fetch = async (): Promise<Response> => new Response("told");

const OPEN: RecordingSettings = { env: {}, fetch };
const ANEW: RecordingSettings = { env: { SDKWRIGHT_RECORD: "1" }, fetch };

async function record(tape: Recording): Promise<void> {
  await acmeClient("https://a.test", tape.options).get("/x");
  await tape.done();
}

/** A repository in which tests run, and beside it what is none of theirs. */
async function within(use: (repository: string, home: string) => Promise<void>): Promise<void> {
  const before = process.cwd();
  const top = realpathSync(mkdtempSync(join(tmpdir(), "recording-")));
  for (const name of ["repository", "home"]) mkdirSync(join(top, name));
  process.chdir(join(top, "repository"));
  try {
    await use(join(top, "repository"), join(top, "home"));
  } finally {
    process.chdir(before);
    rmSync(top, { recursive: true });
  }
}

function refused(path: string | URL, settings: RecordingSettings, words: RegExp): void {
  try {
    recording(path, settings);
  } catch (error) {
    assert.instance(error, SdkError);
    return assert.match((error as Error).message, words);
  }
  assert.unreachable(`${String(path)} was taken`);
}

test("12: a file that came, or changed, while it was recorded is left as it is", async () => {
  await within(async () => {
    for (const settings of [OPEN, ANEW]) {
      const tape = recording("rec.json", settings);
      writeFileSync("rec.json", "somebody's");
      assert.match((await rejection(record(tape), ConfigurationError)).message, /rec\.json has changed since/);
      assert.is(readFileSync("rec.json", "utf8"), "somebody's");
      rmSync("rec.json");
      await record(recording("rec.json", OPEN));
    }
  });
});

test("12: what cannot be read or written is told in our words", async () => {
  await within(async () => {
    mkdirSync("folder");
    writeFileSync("file", "");
    refused("folder", OPEN, /^folder cannot be read \(EISDIR\)/);
    refused("a\0b", OPEN, /cannot be read \(ERR_INVALID_ARG_VALUE\)/);
    refused("file/rec.json", OPEN, /^file\/rec\.json cannot be read \(ENOTDIR\)/);
    refused(new URL("https://a.test/rec.json"), OPEN, /cannot be read \(ERR_INVALID_URL_SCHEME\)/);
    const tape = recording("later/rec.json", OPEN);
    writeFileSync("later", "");
    assert.match(
      (await rejection(record(tape), ConfigurationError)).message,
      /^later\/rec\.json cannot be \w+ \(E\w+\)/,
    );
  });
});

test("12: what is no recording is not recorded over; one that cannot be read is", async () => {
  for (const text of [
    "my notes",
    '{"my":"notes"}',
    "[]",
    '{"recording":"concert.wav"}',
    '{"recording":2,"exchanges":[]}',
  ]) {
    const files = drawer();
    files.texts.set("pay.json", text);
    assert.throws(
      () => open(files, { mode: "record" }),
      /pay\.json exists and is not a recording: it is not overwritten/,
    );
    assert.throws(() => open(files, { env: { SDKWRIGHT_RECORD: "1" } }), /is not a recording/);
    assert.is(files.texts.get("pay.json"), text);
  }
  const merged = '<<<<<<< ours\n{\n  "recording": 1,\n=======\n';
  for (const text of ["", '{\n  "recording": 1,\n', merged]) {
    const files = drawer();
    files.texts.set("pay.json", text);
    await open(files, { mode: "record" }).done();
    assert.match(files.texts.get("pay.json") ?? "", '"recording": 1');
  }
});

test.run();
