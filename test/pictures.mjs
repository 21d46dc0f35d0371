// Makes the pictures of README and docs from what the built command line prints about examples with a change.
// Usage: npm run pictures
import { execFile, spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { browserPath, installBrowsers } from "./browsers.mjs";
import { terminalSvg } from "./terminal-svg.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const images = join(root, "docs", "images");
const bin = join(root, "generator/dist/bundle/bin.cjs");

/** The pictures of a terminal, by path. */
export async function terminalPictures() {
  const [mistake, diff] = await Promise.all([mistakeText(), diffText()]);
  return {
    [join(images, "terminal-mistake.svg")]: terminalSvg("sdkwright generate finds two mistakes in a file", mistake),
    [join(images, "diff.svg")]: terminalSvg("sdkwright diff lists four changes", diff),
  };
}

/** A misspelt name and a misspelt key. */
async function mistakeText() {
  const project = copyOf("failover", "mistake");
  const file = join(project, "client/client.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace('"raven"]', '"ravn"]').replace("maxContiguousRetries", "maxContiguousRetires"));
  return sdkwright(project, "generate");
}

/** A vendor's next document, and another base URL. */
async function diffText() {
  const project = copyOf("vendor-document", "diff");
  const tsconfig = { extends: "../../../tsconfig.json", compilerOptions: { types: [] }, include: ["main.ts"] };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(tsconfig));
  moveUploads(project, "https://upload.parcel-post.example");
  await sdkwright(project, "generate");
  moveUploads(project, "https://upload.parcel-post.example/v2");
  edit(project, "client/openapi/parcel-post.json", ({ paths }) => {
    delete paths["/parcels/{id}"].delete;
    paths["/parcels/{id}/events"].get.operationId = "listEvents";
    paths["/parcels"].get.parameters.push({ name: "limit", in: "query", schema: { type: "integer" } });
  });
  return sdkwright(project, "diff", "./src/generated");
}

/** Gives a service its base URL, in the definition and in the document. */
function moveUploads(project, baseUrl) {
  edit(project, "client/providers/parcel-post.json", ({ services }) => {
    services.find(({ id }) => id === "uploads").baseUrl = baseUrl;
  });
  edit(project, "client/openapi/parcel-post.json", ({ paths }) => {
    paths["/parcels/{id}/photos"].post.servers = [{ url: baseUrl }];
  });
}

function copyOf(example, name) {
  const project = join(root, ".build", "pictures", name);
  rmSync(project, { recursive: true, force: true });
  cpSync(join(root, "examples", example), project, { recursive: true });
  return project;
}

function edit(project, path, change) {
  const file = join(project, path);
  const content = JSON.parse(readFileSync(file, "utf8"));
  change(content);
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** The command, and what it prints in color. */
async function sdkwright(project, ...args) {
  const env = { ...process.env, NO_COLOR: "", FORCE_COLOR: "1" };
  const printed = await new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], { cwd: project, env }, (_error, stdout, stderr) =>
      resolve(stderr + stdout),
    );
  });
  return `\u001B[2m$\u001B[22m \u001B[1mnpx sdkwright ${args.join(" ")}\u001B[22m\n${printed}`;
}

/** Hides all of the report but its title, one use-case, and the drawing of one failure. */
const EXCERPT =
  "nav, h2, .warning, .order, .overview, .legend, .legend + .note, .same, h5 ~ h5, h5 ~ h5 ~ * { display: none }";

/** Photographs the report of the failover example: its title, and what happens when the first provider is down. */
function photographReport(chromium) {
  const folder = join(root, ".build", "pictures");
  const file = join(folder, "report.html");
  run(process.execPath, [bin, "report", "--file", file, "--force", "--quiet"], join(root, "examples/failover"));
  const page = readFileSync(file, "utf8");
  // The page's policy allows no style but its own.
  const open = page.replace(/<meta http-equiv="Content-Security-Policy".*>/, "");
  writeFileSync(file, open.replace("</head>", `<style>${EXCERPT}</style></head>`));
  run(chromium, [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    `--user-data-dir=${join(folder, "profile")}`,
    "--window-size=880,584",
    "--force-device-scale-factor=1.2",
    `--screenshot=${join(images, "report.png")}`,
    pathToFileURL(file).href,
  ]);
}

function run(command, args, cwd = root) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}\n${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, svg] of Object.entries(await terminalPictures())) writeFileSync(file, svg);
  installBrowsers("chromium");
  const chromium = browserPath("chromium");
  if (chromium === undefined)
    console.log("report.png is as before: no Chromium; install it, or name it with CHROME_PATH");
  else photographReport(chromium);
}
