// From the URL of a running server to an answer, with the packages as they are published and with nothing edited:
// `init <URL>`, `npm install`, `npm start`.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FRAMEWORKS, serveFramework } from "./framework-server.mjs";

/** Whether the documents of all frameworks come to an answer; what goes wrong is printed. */
export async function comesToAnswers(tarballs) {
  const verdicts = [];
  for (const name of Object.keys(FRAMEWORKS)) verdicts.push(await comesToAnswer(name, tarballs));
  return verdicts.every(Boolean);
}

async function comesToAnswer(name, tarballs) {
  const { page, variable, call, answer } = FRAMEWORKS[name];
  const site = await serveFramework(name, new URL("documents/", import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), `sdkwright-${name}-`));
  try {
    const at = (part) => `file:${tarballs.find((file) => file.includes(part))}`;
    const packages = {
      dependencies: { "@sdkwright/runtime": at("sdkwright-runtime") },
      devDependencies: { sdkwright: at("sdkwright-0") },
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify(packages));
    const install = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"];
    await run(folder, install);
    const said = await run(folder, ["npx", "sdkwright", "init", `${site.origin}${page}`]);
    const next = `npm install\n  ${variable}=test npm start\n`;
    await run(folder, install);
    const started = await run(folder, ["npm", "start", "--silent"], { [variable]: "test" });
    const isCalled = site.asked.some(([url, token]) => url === call && token === "Bearer test");
    const isFine =
      said.includes(next) && isCalled && Object.keys([answer].flat()[0]).every((key) => started.includes(key));
    console.log(`${name}: init, npm install, npm start: ${isFine ? "answered" : `no answer\n${said}\n${started}`}`);
    return isFine;
  } catch (error) {
    console.log(`${name}: ${error.message}`);
    return false;
  } finally {
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(cwd, [command, ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${[command, ...args].join(" ")} ended with ${String(code)}\n${output}`));
    });
  });
}
