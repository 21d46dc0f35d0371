import { suite } from "uvu";
import * as assert from "uvu/assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { withFolder, type Files } from "../folder.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("env");

const pigeon = {
  name: "pigeon",
  services: [{ id: "default", baseUrl: "https://{REGION}.pigeon.example" }],
  defaultService: "default",
  parameters: [{ name: "REGION" }],
  securitySchemes: [
    { id: "login", type: "http", scheme: "basic" },
    { id: "key", type: "apiKey", in: "header", name: "X-Key" },
  ],
};
const profile = {
  name: "send-sms",
  version: "1.0.0",
  usecases: { Send: { input: { type: "object" }, result: {} } },
};
const client = {
  profiles: {
    "send-sms": {
      version: "1.0.0",
      defaults: { Send: { input: { from: "$SENDER", tags: ["plain", "$TAG", "$$NOT_ONE"] } } },
      providers: { pigeon: { defaults: { Send: { input: { note: "$SENDER" } } } } },
    },
  },
  providers: {
    pigeon: {
      security: [
        { id: "login", username: "$PIGEON_USER", password: "" },
        { id: "key", apikey: "$PIGEON_KEY" },
      ],
      parameters: { REGION: "$PIGEON_REGION" },
      services: { default: "$PIGEON_URL" },
    },
  },
};
const project: Files = {
  "package.json": "{}",
  "client/client.json": client,
  "client/providers/pigeon.json": pigeon,
  "client/profiles/send-sms@1.0.0.json": profile,
};

test("lists every variable by provider, scheme and field; set or not, never a value; nothing is generated", async () => {
  await withFolder(project, async (folder) => {
    const run = await sdkwright(folder, ["env"], { PIGEON_KEY: "canary-value", PIGEON_USER: "" });
    assert.equal([run.status, run.stderr], [0, ""]);
    assert.is(
      run.stdout,
      [
        "pigeon",
        "  PIGEON_USER    not set  username of login",
        "  PIGEON_KEY     set      apikey of key",
        "  PIGEON_REGION  not set  parameter REGION",
        "  PIGEON_URL     not set  base URL of the service default",
        "",
        "send-sms",
        "  SENDER         not set  default input /from of Send",
        "  TAG            not set  default input /tags/1 of Send",
        "  SENDER         not set  default input /note of Send with pigeon",
        "",
        "5 of 6 variables are not set: PIGEON_USER, PIGEON_REGION, PIGEON_URL, SENDER, TAG.",
        "",
      ].join("\n"),
    );
    assert.not.ok(existsSync(join(folder, "src")));
  });
});

test("--check exits with 1 where one is not set, with 0 where all are", async () => {
  await withFolder(project, async (folder) => {
    const some = {
      PIGEON_KEY: "k",
      PIGEON_USER: "u",
      PIGEON_REGION: "eu",
      PIGEON_URL: "https://p.example",
      SENDER: "s",
    };
    assert.is((await sdkwright(folder, ["env", "--check"], some)).status, 1);
    const all = await sdkwright(folder, ["env", "--check"], { ...some, TAG: "t" });
    assert.equal([all.status, all.stdout.endsWith("All 6 variables are set.\n")], [0, true]);
  });
});

test("--example prints a file to fill in, each name once; --dotenv counts what stands in one", async () => {
  await withFolder(project, async (folder) => {
    const { stdout } = await sdkwright(folder, ["env", "--example"]);
    assert.equal(stdout.match(/^\w+=$/gm), [
      "PIGEON_USER=",
      "PIGEON_KEY=",
      "PIGEON_REGION=",
      "PIGEON_URL=",
      "SENDER=",
      "TAG=",
    ]);
    assert.match(stdout, "# pigeon\n# username of login\nPIGEON_USER=\n");
  });
  await withFolder({ ...project, ".env": "PIGEON_KEY='canary-value'\nTAG=\n" }, async (folder) => {
    const run = await sdkwright(folder, ["env", "--dotenv", ".env", "--format", "json"]);
    assert.not.match(run.stdout, "canary-value");
    const { missing, variables } = JSON.parse(run.stdout) as { missing: string[]; variables: object[] };
    assert.equal(missing, ["PIGEON_USER", "PIGEON_REGION", "PIGEON_URL", "SENDER", "TAG"]);
    assert.equal(variables[1], {
      name: "PIGEON_KEY",
      isSet: true,
      provider: "pigeon",
      kind: "credential",
      scheme: "key",
      field: "apikey",
    });
    const absent = await sdkwright(folder, ["env", "--dotenv", "nowhere"]);
    assert.equal([absent.status, /--dotenv nowhere does not exist/.test(absent.stderr)], [3, true]);
  });
});

test("a configuration without variables says so, one with a mistake shows it, arguments are refused", async () => {
  await withFolder({ ...project, "client/client.json": { providers: { pigeon: {} } } }, async (folder) => {
    assert.is(
      (await sdkwright(folder, ["env", "--check"])).stdout,
      "The configuration refers to no environment variable.\n",
    );
  });
  await withFolder({ ...project, "client/client.json": { providers: { pigeom: {} } } }, async (folder) => {
    const run = await sdkwright(folder, ["env"]);
    assert.equal([run.status, run.stdout], [2, "1 error; nothing was listed.\n"]);
  });
  await withFolder(project, async (folder) => {
    assert.is((await sdkwright(folder, ["env", "client/client.json"])).status, 3);
    assert.is((await sdkwright(folder, ["check", "--example"])).status, 3);
  });
});

test.run();
