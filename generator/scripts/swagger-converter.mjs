// Writes dist/add/swagger-converter.js: swagger2openapi, without what it reads files, YAML and the network with. A
// package that few need does not come with forty others, and cannot leave the document that it is given.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const generator = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const PACKAGES = ["swagger2openapi", "reftools", "oas-schema-walker", "oas-kit-common"];

/** `optionalResolve` does nothing where nothing is to be resolved; the others are never reached. */
const STUBS = { "oas-resolver": "exports.optionalResolve = async (options) => options;" };
const ABSENT = /^(?:fs|yaml|node-fetch-h2|oas-resolver)$/;

const withoutReaders = {
  name: "without readers",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: ABSENT }, ({ path }) => ({ path, namespace: "absent" }));
    onLoad({ filter: /.*/, namespace: "absent" }, ({ path }) => ({ contents: STUBS[path] ?? "" }));
  },
};

await build({
  absWorkingDir: generator,
  stdin: { contents: 'export { convertObj } from "swagger2openapi";', resolveDir: generator },
  outfile: "dist/add/swagger-converter.js",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  // What it has to say it says in the document, or by an exception.
  define: { "console.log": "Boolean", "console.warn": "Boolean", "console.error": "Boolean" },
  banner: {
    js: `/*!\n${PACKAGES.map(licenceOf).join("\n")}*/\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`,
  },
  plugins: [withoutReaders],
  logLevel: "warning",
});

function licenceOf(name) {
  const manifest = require.resolve(`${name}/package.json`);
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  return `${name} ${version}\n\n${readFileSync(join(dirname(manifest), "LICENSE"), "utf8").replaceAll("*/", "* /")}`;
}
