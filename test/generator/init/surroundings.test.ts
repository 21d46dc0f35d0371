import { initCommand } from "#generator/cli/init-command.js";
import { findBeginning } from "#generator/io/find-project.js";
import { Reader } from "#generator/project/reader.js";
import { inputPlacesOf } from "#generator/project/places.js";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { documentOf } from "../add/adding.js";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("init and what is around it");

const KEY = ["init", "acme", "--base-url", "https://api.acme.example", "--auth", "header=X-Api-Key"];

const schemaIn = (folder: string, file: string): string => {
  const { $schema } = JSON.parse(readFileSync(join(folder, file), "utf8")) as { $schema: string };
  return resolve(join(folder, file), "..", $schema);
};

test("JSON that it writes names its JSON Schema, where the installation puts it", async () => {
  await withFolder({}, async (folder) => {
    assert.is((await sdkwright(folder, KEY)).status, 0);
    const schemas = join(folder, "node_modules/sdkwright/dist/schemas");
    assert.is(schemaIn(folder, "client/client.json"), join(schemas, "client.schema.json"));
    assert.is(schemaIn(folder, "client/providers/acme.json"), join(schemas, "provider.schema.json"));
    const shipped = join(root, "generator/dist/schemas");
    for (const format of ["client", "provider"]) assert.ok(existsSync(join(shipped, `${format}.schema.json`)));
    const second = await sdkwright(folder, ["init", "other", "--base-url", "https://other.example", "--auth", "none"]);
    assert.is(second.status, 0, second.stderr);
    assert.match(readFileSync(join(folder, "client/client.json"), "utf8"), /^\{\n {2}"\$schema"[^]*"other": \{\}/);
  });
});

test("a tsconfig with which tsc refuses modules in the package is named, and what to write", async () => {
  const verbatim = (module: string) => ({ compilerOptions: { module, verbatimModuleSyntax: true } });
  const refused = /not changed:\n[^]*"verbatimModuleSyntax": true[^\n]*TS1295[^\n]*set it to false/i;
  for (const [type, module, isTold] of [
    ["commonjs", "nodenext", true],
    [undefined, "node20", true],
    ["module", "CommonJS", true],
    ["module", "nodenext", false],
    ["commonjs", "preserve", false],
  ] as const) {
    await withFolder({ "package.json": { type }, "tsconfig.json": verbatim(module) }, async (folder) => {
      const { stdout } = await sdkwright(folder, KEY);
      assert.is(refused.test(stdout), isTold, stdout);
    });
  }
});

test("where a package with code has no tsconfig, it is told what to write", async () => {
  for (const [more, isTold] of [
    [{}, true],
    [{ "tsconfig.json": {} }, false],
    [{ "deno.json": {} }, false],
  ] as const) {
    await withFolder({ "package.json": {}, "index.js": "", ...more }, async (folder) => {
      const { stdout } = await sdkwright(folder, KEY);
      assert.is(stdout.includes('write one, such as {"compilerOptions":{"module":"nodenext"'), isTold, stdout);
    });
  }
});

test("in a workspace the JSON Schema is where sdkwright is installed, above", async () => {
  const installed = { "node_modules/sdkwright/dist/schemas/client.schema.json": "{}" };
  await withFolder({ ...installed, "packages/api/package.json": {} }, async (folder) => {
    const api = join(folder, "packages/api");
    assert.is((await sdkwright(api, KEY)).status, 0);
    const schemas = join(folder, "node_modules/sdkwright/dist/schemas");
    assert.is(schemaIn(api, "client/client.json"), join(schemas, "client.schema.json"));
  });
});

test("before anything is installed, that is where the package manager will put it", async () => {
  for (const [above, isHoisted] of [
    [{ "package.json": { workspaces: ["packages/*"] } }, true],
    [{ "package.json": { workspaces: { packages: ["./packages/**"] } } }, true],
    [{ "package.json": { workspaces: ["packages/*"] }, "pnpm-workspace.yaml": "packages: [packages/*]" }, false],
    [{ "package.json": "not JSON" }, false],
  ] as const) {
    await withFolder({ ...above, "packages/api/x": "" }, async (folder) => {
      const api = join(folder, "packages/api");
      rmSync(join(api, "x"));
      assert.is((await sdkwright(api, KEY)).status, 0);
      const schemas = join(isHoisted ? folder : api, "node_modules/sdkwright/dist/schemas");
      assert.is(schemaIn(api, "client/client.json"), join(schemas, "client.schema.json"), JSON.stringify(above));
    });
  }
});

for (const [agent, steps] of [
  ["pnpm/9.1.0 npm/? node/v20.19.0 linux x64", "pnpm install\n  ACME_API_KEY=test pnpm start"],
  ["yarn/4.2.0 npm/? node/v20.19.0 linux x64", "yarn install\n  ACME_API_KEY=test yarn start"],
  ["bun/1.1.0 npm/? node/v20.19.0 linux x64", "bun install\n  ACME_API_KEY=test bun run start"],
  ["constructor/1", "npm install\n  ACME_API_KEY=test npm start"],
] as const) {
  test(`the package manager that runs it is the one that it names: ${agent.split("/")[0] ?? ""}`, async () => {
    await withFolder({}, async (folder) => {
      const { stdout } = await sdkwright(folder, KEY, { npm_config_user_agent: agent });
      assert.match(stdout, `Next:\n  ${steps}\n`);
      assert.not.match(readFileSync(join(folder, "package.json"), "utf8"), "npm run");
    });
  });
}

test("a lock file says more than who runs it", async () => {
  await withFolder({ "package.json": {}, "yarn.lock": "", "index.js": "" }, async (folder) => {
    const { stdout } = await sdkwright(folder, KEY, { npm_config_user_agent: "pnpm/9.1.0" });
    assert.match(stdout, "yarn run generate");
  });
});

test("the first call says that its path is a stand-in", async () => {
  await withFolder({}, async (folder) => {
    await sdkwright(folder, KEY);
    assert.match(readFileSync(join(folder, "src/main.ts"), "utf8"), '// Replace "/" with a path of the API');
  });
});

const next = { "package.json": { dependencies: { next: "16" } }, "app/page.tsx": "" };

test("in a Next.js app the first call is a route, variables stand in .env.local, and imports have no endings", async () => {
  for (const [files, route, sdk] of [
    [next, "app/first-call/route.ts", "../../src/generated"],
    [{ ...next, "src/app/page.tsx": "" }, "src/app/first-call/route.ts", "../../generated"],
  ] as const) {
    await withFolder(files, async (folder) => {
      const { status, stdout } = await sdkwright(folder, KEY);
      assert.is(status, 0);
      assert.match(
        stdout,
        [
          `A first call, to paste into ${route}:\n`,
          `  import { createAcme } from "${sdk}/providers/acme";\n`,
          "  export async function GET() {",
          "    const acme = createAcme();",
          '    // Replace "/" with a path of the API, below its base URL.',
          '    return new Response(await acme.get("/").text());',
          "  }\n",
        ].join("\n"),
      );
      assert.match(
        readFileSync(join(folder, ".env.example"), "utf8"),
        /^# Copy this to \.env\.local, .*Next\.js only reads it/,
      );
      assert.match(stdout, "if you keep values of variables in .env.local, add the line .env*.local to .gitignore");
    });
  }
});

test("in a Next.js app, add shows a route too; what answers nothing says so", async () => {
  const answers = { paths: { "/ping": { get: { operationId: "ping", responses: { 204: { description: "" } } } } } };
  await withFolder({ ...next, "acme.json": documentOf(answers) }, async (folder) => {
    const { stdout, stderr } = await sdkwright(folder, ["add", "acme.json"]);
    assert.match(stdout, 'await ping(acmePay);\n    return Response.json("done");\n  }', stderr);
    assert.match(stdout, "a first call, to paste into app/first-call/route.ts:");
    await sdkwright(folder, []);
    assert.match((await sdkwright(folder, ["env", "--example"])).stdout, /^# Copy this to \.env\.local/);
  });
});

for (const [name, files, lines, said] of [
  ["what create-next-app writes hides .env.example", next, ".env*\n", [false, true]],
  ["a line that brings it back", next, ".env*\n!.env.example\n", [false, false]],
  ["the other order does not", next, "!.env.example\n.env*\n", [false, true]],
  ["names of Next.js", next, "/node_modules\n.env*.local\r\n", [false, false]],
  ["one file of Next.js", next, "**/.env.local\n", [false, false]],
  ["in a Next.js app .env alone is not enough", next, ".env\n", [true, false]],
  ["elsewhere it is", { "package.json": {} }, "/.env\n", [false, false]],
  ["other lines", next, ".envrc\n[.]env.local\n# .env.local\n", [true, false]],
] as const) {
  test(`.gitignore: ${name}`, async () => {
    await withFolder({ ...files, ".gitignore": lines }, async (folder) => {
      const { stdout } = await sdkwright(folder, KEY);
      const values = stdout.includes("if you keep values of variables in");
      assert.equal([values, stdout.includes("add the line !.env.example after it")], said, stdout);
    });
  });
}

test("a document at a URL is read once, questions or not", async () => {
  let requests = 0;
  const text = JSON.stringify(documentOf({ servers: undefined, info: { title: "Ácme", version: "1" } }));
  const server = createServer((_, response) => {
    requests += 1;
    response.end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await withFolder({ "package.json": "{}" }, async (folder) => {
      const asked: string[] = [];
      const ask = (question: { readonly message: string; readonly initial?: string | undefined }) => {
        asked.push(question.message);
        return Promise.resolve(question.initial);
      };
      const project = findBeginning(folder);
      const invocation = { command: "init", files: [], options: {} } as const;
      const places = inputPlacesOf(invocation, {}, project, folder);
      const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/openapi.json`;
      const asker = () => Promise.resolve({ text: ask, select: () => Promise.resolve(undefined) });
      const { exitCode, summary } = await initCommand(places, new Reader(folder), url, {}, project, asker);
      assert.is(exitCode, 0, summary);
      assert.equal(asked, ["Name of the provider"]);
      assert.is(requests, 1);
      assert.match(readFileSync(join(folder, "client/providers/acme.json"), "utf8"), new URL(url).origin);
    });
  } finally {
    server.close();
  }
});

test.run();
