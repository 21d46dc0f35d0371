import { wrongUse } from "../wrong-use.js";

/** Where a recording is kept. */
export interface RecordingFiles {
  /** `undefined` where there is none. */
  readonly read: (path: string | URL) => string | undefined;
  readonly write: (path: string | URL, text: string) => void;
}

/** What reading and writing files takes, of Node, Deno and Bun. */
interface FileSystem {
  readonly readFileSync: (path: string | URL, encoding: "utf8") => string;
  readonly writeFileSync: (path: string | URL, text: string) => void;
  readonly mkdirSync: (path: string | URL, options: { readonly recursive: true }) => void;
}

interface Paths {
  readonly dirname: (path: string) => string;
}

interface Process {
  readonly getBuiltinModule?: (name: string) => unknown;
}

/** Those of Node, Deno and Bun. Asked for when they are needed, so that nothing of Node is imported. */
export function platformFiles(): RecordingFiles {
  const { process } = globalThis as { readonly process?: Process };
  const fs = process?.getBuiltinModule?.("node:fs") as FileSystem | undefined;
  const paths = process?.getBuiltinModule?.("node:path") as Paths | undefined;
  if (fs === undefined || paths === undefined) throw wrongUse("recording() finds no file system here: give it `files`");
  return {
    read: (path) => told(path, "read", () => fs.readFileSync(path, "utf8")),
    write: (path, text) =>
      told(path, "written", () => {
        fs.mkdirSync(typeof path === "string" ? paths.dirname(path) : new URL(".", path), { recursive: true });
        fs.writeFileSync(path, text);
      }),
  };
}

/** What the file system says, in words of ours; `undefined` for a file that is not there. */
function told<T>(path: string | URL, done: "read" | "written", use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (done === "read" && code === "ENOENT") return undefined;
    throw wrongUse(`${String(path)} cannot be ${done} (${typeof code === "string" ? code : "refused"})`);
  }
}
