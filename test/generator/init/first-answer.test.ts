import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("from nothing to an answered request");

/** What `npm install` would do with the package.json that `init` wrote, without a network. */
function install(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly dependencies: object;
    readonly devDependencies: object;
  };
  const names = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  for (const name of names) link(join(root, "node_modules", name), join(folder, "node_modules", name));
  link(join(root, "generator/dist/bundle/bin.cjs"), join(folder, "node_modules/.bin/sdkwright"));
  link(join(root, "node_modules/.bin/tsc"), join(folder, "node_modules/.bin/tsc"));
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

function npmStart(folder: string, env: NodeJS.ProcessEnv): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["start", "--silent"], {
      cwd: folder,
      env: { ...process.env, ...env },
      timeout: 60_000,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      resolve({ status, output });
    });
  });
}

/** What npm 11 writes, and the package that was installed to run `npx sdkwright init`. */
const NPM_INIT = {
  name: "my-app",
  version: "1.0.0",
  description: "",
  main: "index.js",
  scripts: { test: 'echo "Error: no test specified" && exit 1' },
  keywords: [],
  author: "",
  license: "ISC",
  type: "commonjs",
  devDependencies: { sdkwright: "^0.1.0" },
};

for (const { beginning, files, isInFile } of [
  { beginning: "an empty folder, the key in the environment", files: {}, isInFile: false },
  { beginning: "npm init -y, the key in .env", files: { "package.json": NPM_INIT }, isInFile: true },
])
  test(`${beginning}: init, npm install, npm start; the key is sent, and the answer printed`, async () => {
    const keys: unknown[] = [];
    const server = createServer((request, response) => {
      keys.push([request.url, request.headers["x-api-key"]]);
      response.end("answered");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      await withFolder(files, async (folder) => {
        const args = ["init", "acme", "--base-url", `http://127.0.0.1:${port}/v2`, "--auth", "header=X-Api-Key"];
        const { stdout } = await sdkwright(folder, args);
        assert.match(stdout, "Next:\n  npm install\n  ACME_API_KEY=test npm start\n");
        install(folder);
        const example = readFileSync(join(folder, ".env.example"), "utf8");
        if (isInFile) writeFileSync(join(folder, ".env"), example.replace("ACME_API_KEY=", "ACME_API_KEY=key-of-it"));
        const { status, output } = await npmStart(folder, isInFile ? {} : { ACME_API_KEY: "key-of-it" });
        assert.is(status, 0, output);
        assert.match(output, /^answered$/m);
        assert.equal(keys, [["/v2/", "key-of-it"]]);
      });
    } finally {
      server.close();
    }
  });

const packages = pathToFileURL(join(root, "test/packages/framework-server.mjs"));
const { FRAMEWORKS, serveFramework } = (await import(packages.href)) as {
  readonly FRAMEWORKS: { readonly [name: string]: Framework };
  readonly serveFramework: (name: string, folder: URL) => Promise<RunningServer>;
};

interface Framework {
  readonly document: string;
  readonly page: string;
  readonly variable: string;
  readonly call: string;
  readonly answer: object;
}

interface RunningServer {
  readonly origin: string;
  readonly asked: readonly (readonly [url: string, authorization: string | undefined])[];
  readonly close: () => void;
}

for (const [name, { document, page, variable, call, answer }] of Object.entries(FRAMEWORKS))
  test(`the document of a running server, as ${name} writes it: init, npm install, npm start, with nothing edited`, async () => {
    const site = await serveFramework(name, new URL("documents/", packages));
    try {
      const path = name === "nestjs" ? page : document;
      await withFolder({}, async (folder) => {
        const { status, stdout, stderr } = await sdkwright(folder, ["init", `${site.origin}${path}`]);
        assert.is(status, 0, stderr);
        assert.match(stdout, `New credential destinations, the services:\n  default  ${site.origin}  (`);
        assert.match(stdout, `Next:\n  npm install\n  ${variable}=test npm start\n`);
        install(folder);
        const started = await npmStart(folder, { [variable]: "test" });
        assert.is(started.status, 0, started.output);
        for (const key of Object.keys([answer].flat()[0] ?? {})) assert.match(started.output, key);
        assert.equal(site.asked.at(-1), [call, "Bearer test"]);
      });
    } finally {
      site.close();
    }
  });

test.run();
