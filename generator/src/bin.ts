#!/usr/bin/env node
import { writeSync } from "node:fs";
import { ignoreBrokenPipe } from "./cli/broken-pipe.js";
import { answerFromLock, type LockAnswer } from "./cli/answer-from-lock.js";

// This file and what it imports statically are bundled by themselves: most runs of a build find nothing to do, and need
// nothing else.
const args = process.argv.slice(2);
const answer = tryLock();
if (answer.kind === "current") printAtOnce(answer.text);
else void import("./cli/main.js").then(({ main }) => main(args, answer.kind));

/** To load the stream that is stdout takes longer than all that is left to do; it gets what a full pipe does not take. */
function printAtOnce(text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    written = writeSync(1, bytes);
  } catch {
    // The stream waits, or says what is wrong.
  }
  if (written === bytes.length) return;
  ignoreBrokenPipe(process.stdout);
  process.stdout.write(bytes.subarray(written));
}

/** What fails here fails again where it can be told. */
function tryLock(): LockAnswer {
  try {
    return answerFromLock(args, process.cwd());
  } catch {
    return { kind: "unknown" };
  }
}
