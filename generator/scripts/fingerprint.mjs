// Writes dist/io/fingerprint.js: a hash of everything of ours that shapes the output. An upgrade that changes none of
// it leaves every lock as it is.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** All of it, but for what has no say in what is emitted or refused: so a new rule cannot be forgotten here. */
const CODE = ["templates", "generator/dist", "runtime/dist/config", "runtime/dist/formats"];
const WITHOUT_SAY =
  /^generator\/dist\/(?:bin\.js$|index\.js$|vite(?:-results)?\.js$|add\/|bundle\/|cli\/|diff\/|diagnostics\/explanations\.js$|init\/|schemas\/|libraries\/|io\/fingerprint\.js$)/;
const SHAPING_LIBRARIES = ["get-tsconfig", "json-schema-to-typescript", "prettier"];

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "generator/package.json"), "utf8"));
const versions = { ...devDependencies, ...dependencies };
const hash = createHash("sha256");
for (const library of SHAPING_LIBRARIES) hash.update(`${library} ${versions[library]}\n`);
for (const file of CODE.flatMap(filesIn).sort((a, b) => (a < b ? -1 : 1))) {
  hash.update(`${file}\n${shapeOf(file)}\n`);
}
const target = join(root, "generator/dist/io/fingerprint.js");
mkdirSync(dirname(target), { recursive: true });
const fingerprint = `export const FINGERPRINT = "${hash.digest("hex")}";\n`;
if (!existsSync(target) || readFileSync(target, "utf8") !== fingerprint) writeFileSync(target, fingerprint);

/** A comment in our code shapes nothing; one in a template does. */
function shapeOf(file) {
  const text = readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n");
  return file.endsWith(".js") ? transformSync(text, { minifyWhitespace: true, legalComments: "none" }).code : text;
}

/** Code and templates, by path from the root with `/`; declarations do not shape anything. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|hbs|json)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((file) => !WITHOUT_SAY.test(file));
}
