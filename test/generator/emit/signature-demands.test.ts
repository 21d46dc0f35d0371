import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execute } from "#generator/cli/execute.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";

const test = suite("credentials that createClient demands");

const ledger = {
  name: "ledger",
  services: [{ id: "default", baseUrl: "https://ledger.example" }],
  defaultService: "default",
  securitySchemes: [{ id: "signed", type: "signature", headers: ["x-signature"] }],
};
const files = (client: object) => ({
  "package.json": "{}",
  "client/client.json": client,
  "client/providers/ledger.json": ledger,
});

async function emitted(client: object): Promise<string> {
  return withFolder(files(client), async (folder) => {
    await execute({ command: "generate", files: [], options: {} }, folder);
    return readFileSync(join(folder, "src/generated/client.ts"), "utf8");
  });
}

test("a provider that a use-case needs and that signs: nobody but code can give its function", async () => {
  const profile = { version: "1.0.0", providers: { ledger: {} }, defaults: { Book: {} } };
  const text = await emitted({ profiles: { "money/booking": profile }, providers: { ledger: {} } });
  assert.match(text, "  ledger: CredentialsFromCode<LedgerCredentials>;\n");
  assert.match(text, "  credentials: Credentials & OnlyKnown<Credentials, ClientCredentials>;\n");
});

test("one that no use-case needs: its requests compile where code gives it", async () => {
  const text = await emitted({ providers: { ledger: {} } });
  assert.match(text, "  ledger?: PartialCredentials<LedgerCredentials> | undefined;\n");
});

test.run();
