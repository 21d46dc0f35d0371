// Pages of the examples, of a project whose words are hostile, and of one that has changed.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const bin = join(root, "generator/dist/bundle/bin.cjs");

/** Writes them to `folder`; their paths. */
export function makePages(folder) {
  const examples = ["failover", "maps-in-code", "quickstart", "vendor-document"];
  return [
    ...examples.map((name) => report(join(root, "examples", name), join(folder, `${name}.html`))),
    hostilePage(folder),
    changedPage(folder),
  ];
}

function report(project, file, ...options) {
  sdkwright(project, "report", "--file", file, "--force", ...options);
  return file;
}

const EVIL = `"><script>document.title = 'taken'</script><img src=x onerror=alert(1)><style>*{display:none}</style>`;

/** Everything that a vendor or a colleague can write. */
function hostilePage(folder) {
  const project = join(folder, "hostile");
  write(project, "package.json", {});
  write(project, "client/client.json", { providers: { evil: { parameters: { REGION: EVIL } } } });
  write(project, "client/providers/evil.json", {
    name: "evil",
    services: [{ id: "default", baseUrl: "https://evil.example/'a'" }],
    defaultService: "default",
    parameters: [{ name: "REGION", description: EVIL, default: EVIL }],
    securitySchemes: [{ id: EVIL, type: "apiKey", in: "header", name: "X-Key" }],
    openapi: "../evil.openapi.json",
  });
  write(project, "client/evil.openapi.json", {
    openapi: "3.1.0",
    info: { title: EVIL, version: "1" },
    paths: { "/<b>x</b>": { get: { summary: EVIL, responses: { 200: { description: EVIL } } } } },
  });
  return report(project, join(folder, "hostile.html"));
}

/** The failover example, with another order and another place than when it was generated. */
function changedPage(folder) {
  const project = join(folder, "changed");
  cpSync(join(root, "examples/failover"), project, { recursive: true });
  write(project, "package.json", {});
  sdkwright(project, "generate");
  edit(project, "client/client.json", (client) => {
    client.profiles["communication/send-sms"].priority.reverse();
    client.providers.pigeon.security[0].token = "$PIGEON_LIVE_TOKEN";
  });
  edit(project, "client/providers/pigeon.json", (definition) => {
    definition.services[0].baseUrl = "https://eu.pigeon.example/v2";
  });
  return report(project, join(folder, "changed.html"), "--base", "./src/generated");
}

function write(project, path, content) {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}

function edit(project, path, change) {
  const content = JSON.parse(readFileSync(join(project, path), "utf8"));
  change(content);
  write(project, path, content);
}

function sdkwright(project, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [bin, ...args], { cwd: project, encoding: "utf8" });
  if (status !== 0) throw new Error(`sdkwright ${args.join(" ")} in ${project}: ${String(status)}\n${stderr}`);
}
