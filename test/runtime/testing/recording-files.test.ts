import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"; // prettier-ignore
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
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

test("12: a link is neither read nor written through, though it leads nowhere", async () => {
  await within(async (_, home) => {
    writeFileSync(join(home, "precious"), "precious");
    for (const target of ["precious", "absent"]) {
      symlinkSync(join(home, target), "rec.json");
      for (const settings of [OPEN, ANEW]) {
        for (const path of ["rec.json", pathToFileURL("rec.json")]) refused(path, settings, /rec\.json is a link/);
      }
      rmSync("rec.json");
    }
    assert.equal(readdirSync(home), ["precious"]);
    assert.is(readFileSync(join(home, "precious"), "utf8"), "precious");
  });
});

test("12: so is one that came while it was recorded", async () => {
  await within(async (_, home) => {
    const tape = recording("rec.json", OPEN);
    symlinkSync(join(home, "absent"), "rec.json");
    assert.match((await rejection(record(tape), ConfigurationError)).message, /rec\.json is a link/);
    assert.equal([readdirSync(home), readdirSync(".")], [[], ["rec.json"]]);
  });
});

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

test("12: a device, a folder and a path that no file system takes are refused in our words", async () => {
  await within(async () => {
    mkdirSync("folder");
    writeFileSync("file", "");
    for (const path of ["folder", "/dev/zero", pathToFileURL("/dev/null")]) {
      if (existsSync(path)) refused(path, OPEN, /is not a regular file: remove it, or name another/);
    }
    refused("a\0b", OPEN, /cannot be read \(ERR_INVALID_ARG_VALUE\)/);
    refused(new URL("https://a.test/rec.json"), OPEN, /cannot be read \(ERR_INVALID_URL_SCHEME\)/);
    refused("file/rec.json", OPEN, /^file\/rec\.json cannot be read \(ENOTDIR\)/);
    const tape = recording("later/rec.json", OPEN);
    writeFileSync("later", "");
    assert.match(
      (await rejection(record(tape), ConfigurationError)).message,
      /^later\/rec\.json cannot be read \(E\w+\)/,
    );
  });
});

test("12: nothing is written where a link leads out of the working folder, but for where the path itself is outside", async () => {
  await within(async (repository, home) => {
    symlinkSync(home, "fixtures");
    symlinkSync(join(home, "absent"), "dangling");
    for (const path of ["fixtures/rec.json", "fixtures/deep/rec.json", "dangling/rec.json", join(repository, "fixtures", "rec.json")]) {
      const { message } = await rejection(record(recording(path, OPEN)), ConfigurationError);
      assert.match(message, /leads out of the working folder by a link: nothing is written/);
    } // prettier-ignore
    assert.equal(readdirSync(home), []);
    await record(recording("../home/rec.json", OPEN));
    assert.is(recording("fixtures/rec.json", OPEN).mode, "replay");
  });
});

test("12: a link that stays within is followed, and a file is replaced as a whole", async () => {
  await within(async () => {
    mkdirSync("real");
    symlinkSync("real", "fixtures");
    for (const settings of [OPEN, ANEW]) await record(recording("fixtures/deep/rec.json", settings));
    assert.equal(readdirSync("real/deep"), ["rec.json"]);
    assert.is(recording("real/deep/rec.json", OPEN).mode, "replay");
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
      /pay\.json is there, and is no recording: it is not overwritten/,
    );
    assert.throws(() => open(files, { env: { SDKWRIGHT_RECORD: "1" } }), /is no recording/);
    assert.is(files.texts.get("pay.json"), text);
  }
  const merged = '<<<<<<< ours\n{\n  "recording": 1,\n=======\n';
  for (const text of ["", '{\n  "recording": 9,\n', merged]) {
    const files = drawer();
    files.texts.set("pay.json", text);
    await open(files, { mode: "record" }).done();
    assert.match(files.texts.get("pay.json") ?? "", '"recording": 1');
  }
});

test.run();
