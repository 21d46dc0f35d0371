// Writes dist/libraries: three libraries of which a part is used, each as one file, and THIRD-PARTY-NOTICES.txt, with their
// licences. What an installation would bring beside these parts is four times as large.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const generator = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(generator);
const outdir = join(generator, "dist/libraries");
const NOTICES = join(generator, "THIRD-PARTY-NOTICES.txt");

/**
 * By the name that code imports, and what it gets. TypeScript asks where it stands, as CommonJS can; what is CommonJS has
 * `names`.
 */
const LIBRARIES = {
  "ts-morph": { file: "ts-morph", names: ["Node", "Project", "ts"] },
  // It is asked for text that is not laid out yet.
  "json-schema-to-typescript": { file: "json-schema-to-typescript", names: ["compile"], absent: /^prettier$/ },
  "prettier/standalone": { file: "prettier" },
  "prettier/plugins/estree": { file: "prettier-estree" },
  "prettier/plugins/typescript": { file: "prettier-typescript" },
};

/** For the bundle of the CLI: where the libraries stand, seen from its files. */
export const librariesBeside = {
  name: "libraries beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(?:ts-morph|json-schema-to-typescript|prettier(?:\/.*)?)$/ }, ({ path }) => {
      if (!Object.hasOwn(LIBRARIES, path)) throw new Error(`${path} is not among the libraries that are bundled`);
      return { path: `../libraries/${LIBRARIES[path].file}.js`, external: true };
    }),
};

/** Once per version of one of them, and of this file: it takes seconds. */
export async function buildLibraries() {
  const stamp = join(root, ".build", "libraries");
  const wanted = stampText();
  const isThere = [NOTICES, ...Object.values(LIBRARIES).map(({ file }) => join(outdir, `${file}.js`))].every((file) =>
    existsSync(file),
  );
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const inputs = (await Promise.all(Object.entries(LIBRARIES).map(bundled))).flat();
  writeFileSync(NOTICES, noticesOf(packagesOf(inputs)));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function stampText() {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  return hash.update(readFileSync(join(root, "package-lock.json"))).digest("hex");
}

/** The files that went into one. */
async function bundled([name, { file, names, absent }]) {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `export ${names === undefined ? "*" : `{ ${names.join(", ")} }`} from "${name}";`,
      resolveDir: generator,
    },
    outfile: join(outdir, `${file}.${names === undefined ? "js" : "cjs"}`),
    bundle: true,
    format: names === undefined ? "esm" : "cjs",
    platform: "node",
    target: "node20.19",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: absent === undefined ? [] : [without(absent)],
  });
  if (names !== undefined) writeFileSync(join(outdir, `${file}.js`), wrapper(file, names));
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
}

/** Node would read all of a CommonJS file to find the names that an import wants: of the compiler, that takes 150 ms. */
function wrapper(file, names) {
  return `import { createRequire } from "node:module";
export const { ${names.join(", ")} } = createRequire(import.meta.url)("./${file}.cjs");
`;
}

/** An empty module in place of what is never reached. */
function without(absent) {
  return {
    name: "without",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: absent }, ({ path }) => ({ path, namespace: "absent" }));
      onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: "" }));
    },
  };
}

/** The folders of packages, by the files of them. */
function packagesOf(inputs) {
  const folders = inputs.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(folders)].sort((a, b) => (a < b ? -1 : 1)).map((folder) => join(root, folder));
}

function noticesOf(packages) {
  const head = "dist/libraries holds parts of these packages, as their licences allow. Each licence follows.";
  // ts-morph brings the compiler along without its notices.
  const all = [...packages, join(root, "node_modules/typescript-6")];
  return `${[head, ...all.map(noticeOf)].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|third-?party)/i.test(file));
  if (files.length === 0) throw new Error(`${name} has no licence to bring along`);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}
