import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Files by path: a text, bytes, or a value that is written as JSON. */
export interface Files {
  readonly [path: string]: unknown;
}

/** Runs `use` with a new temporary folder that has `files`, and removes the folder. */
export async function withFolder<T>(files: Files, use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdkwright-")));
  try {
    writeFiles(folder, files);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    const isRaw = typeof content === "string" || Buffer.isBuffer(content);
    writeFileSync(file, isRaw ? content : JSON.stringify(content, undefined, 2));
  }
}
