/** What reading and writing files takes, of Node, Deno and Bun. */
export interface Platform {
  readonly fs: FileSystem;
  readonly path: Paths;
  readonly url: { readonly fileURLToPath: (url: URL) => string };
  readonly process: { readonly cwd: () => string };
}

interface FileSystem {
  readonly lstatSync: (path: string, options: { readonly throwIfNoEntry: false }) => Found | undefined;
  readonly realpathSync: (path: string) => string;
  readonly readFileSync: (path: string, encoding: "utf8") => string;
  readonly writeFileSync: (path: string, text: string, options: { readonly flag: "wx" }) => void;
  readonly renameSync: (from: string, to: string) => void;
  readonly rmSync: (path: string, options: { readonly force: true }) => void;
  readonly mkdirSync: (path: string, options: { readonly recursive: true }) => void;
}

interface Found {
  readonly isFile: () => boolean;
  readonly isSymbolicLink: () => boolean;
}

interface Paths {
  readonly resolve: (path: string) => string;
  readonly dirname: (path: string) => string;
  readonly relative: (from: string, to: string) => string;
  readonly isAbsolute: (path: string) => boolean;
  readonly sep: string;
}

interface Process {
  readonly getBuiltinModule?: (name: string) => unknown;
  readonly cwd: () => string;
}

/** Asked for when it is needed, so that nothing of Node is imported; `undefined` where there is none. */
export function platform(): Platform | undefined {
  const { process } = globalThis as { readonly process?: Process };
  const [fs, path, url] = ["fs", "path", "url"].map((name) => process?.getBuiltinModule?.(`node:${name}`));
  if (process === undefined || [fs, path, url].includes(undefined)) return undefined;
  return { fs, path, url, process } as Platform;
}
