import { statSync } from "node:fs";
import { realPathOf } from "./output-folder.js";

/** What is the same for every path to one file: through links, and in a case that its file system does not tell apart. */
export function fileKey(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return realPathOf(path).normalize("NFC").toLowerCase();
  }
}
