import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const OUT = "src/generated";
const LOCK = `${OUT}/sdkwright.lock.json`;

/** Edits a file as text. */
export function edit(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(path, text.replaceAll(from, to));
}

/** Edits an emitted file, and puts its new hash into the lock. */
export function forgeFile(folder: string, path: string, from: string, to: string): void {
  const hash = () =>
    createHash("sha256")
      .update(readFileSync(join(folder, OUT, path)))
      .digest("hex");
  const before = hash();
  edit(folder, `${OUT}/${path}`, from, to);
  edit(folder, LOCK, before, hash());
}

/** Edits the model that the lock holds. */
export function forgeModel(folder: string, from: string, to: string): void {
  edit(folder, LOCK, from, to);
}

/** Edits an emitted file, and takes it out of the lock. */
export function forgeList(folder: string, path: string, from: string, to: string): void {
  edit(folder, `${OUT}/${path}`, from, to);
  const lock = JSON.parse(readFileSync(join(folder, LOCK), "utf8")) as { files: { [path: string]: string } };
  delete lock.files[path];
  writeFileSync(join(folder, LOCK), `${JSON.stringify(lock, undefined, 2)}\n`);
}
