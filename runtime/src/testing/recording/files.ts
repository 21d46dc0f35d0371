import { wrongUse } from "../wrong-use.js";

/** Where a recording is kept. */
export interface RecordingFiles {
  /** `undefined` where there is none. */
  readonly read: (path: string | URL) => string | undefined;
  readonly write: (path: string | URL, text: string) => void;
}

interface FileSystem {
  readonly existsSync: (path: string | URL) => boolean;
  readonly readFileSync: (path: string | URL, encoding: "utf8") => string;
  readonly writeFileSync: (path: string | URL, text: string) => void;
  readonly mkdirSync: (path: string | URL, options: { readonly recursive: true }) => void;
}

interface Process {
  readonly getBuiltinModule?: (name: "node:fs") => FileSystem | undefined;
}

/** Those of Node, Deno and Bun; asked for when they are needed, so that nothing of Node is imported. */
export function platformFiles(): RecordingFiles {
  const { getBuiltinModule } = (globalThis as { process?: Process }).process ?? {};
  const fs = getBuiltinModule?.("node:fs");
  if (fs === undefined) throw wrongUse("recording() finds no file system here: give it `files`");
  return {
    read: (path) => (fs.existsSync(path) ? fs.readFileSync(path, "utf8") : undefined),
    write: (path, text) => {
      fs.mkdirSync(folderOf(path), { recursive: true });
      fs.writeFileSync(path, text);
    },
  };
}

function folderOf(path: string | URL): string | URL {
  return typeof path === "string" ? path.replace(/[^/\\]*$/, "") || "." : new URL(".", path);
}
