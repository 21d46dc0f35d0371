import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { brief, diagnosticsOf, sdkwright } from "../sdkwright.js";
import { documentOf } from "./adding.js";

const test = suite("hosts that are not ASCII");

const CYRILLIC = "\u0430pi.zed.example";
const ASCII = new URL(`https://${CYRILLIC}`).host;
const SLASH = "https://api.zed.example\u2044v2.evil.example";

const flows = { clientCredentials: { tokenUrl: `https://${CYRILLIC}/t?k=v`, scopes: {} } };
const vendor = documentOf({
  servers: [{ url: `https://${CYRILLIC}/v1` }, { url: SLASH }],
  components: { securitySchemes: { o: { type: "oauth2", flows } } },
  security: [{ o: [] }],
});

test("add, its JSON, and generate name the host that requests go to", async () => {
  await withFolder({ "package.json": "{}", "vendor.json": vendor }, async (folder) => {
    const json = await sdkwright(folder, ["add", "vendor.json", "--dry-run", "--format", "json"]);
    const { provider } = JSON.parse(json.stdout) as { provider: { services: object[]; tokenEndpoints: object } };
    assert.equal(provider.services[0], { id: "default", baseUrl: `https://${ASCII}/v1` });
    assert.equal(provider.tokenEndpoints, { o: `https://${ASCII}/t?k=v` });
    const { stdout } = await sdkwright(folder, ["add", "vendor.json"]);
    assert.match(stdout, `https://${ASCII}/v1`);
    assert.match(stdout, `tokens come from https://${ASCII}/t?***`);
    assert.not.match(stdout, /[\u0430\u2044]/);
    const { stderr, status } = await sdkwright(folder, ["generate"]);
    assert.is(status, 0);
    assert.match(stderr, `warning SW1221`);
    assert.match(stderr, `the host is not ASCII: requests go to https://${ASCII}`);
  });
});

test("numbers of other scripts, too: a label is an IPv4 address only where all of the host is", async () => {
  const shown = async (host: string): Promise<unknown> => {
    const url = `https://${host}/v1`;
    return withFolder({ "package.json": "{}", "v.json": documentOf({ servers: [{ url }] }) }, async (folder) => {
      const { stdout } = await sdkwright(folder, ["add", "v.json", "--dry-run", "--format", "json"]);
      return (JSON.parse(stdout) as { provider: { services: object[] } }).provider.services[0];
    });
  };
  for (const host of ["①②③.example", "①.evil.example", "①②③", "０x7f.1", "evil。①.example:8443"]) {
    const { host: requested } = new URL(`https://${host}`);
    assert.equal(await shown(host), { id: "default", baseUrl: `https://${requested}/v1` });
  }
});

test("beside a placeholder a label that is a number stays one", async () => {
  await withFolder({}, async (folder) => {
    const url = "https://{region}.①②.evil.example";
    const { stdout } = await sdkwright(folder, ["init", "zed", "--base-url", url, "--auth", "bearer"]);
    assert.match(stdout, "https://{region}.12.evil.example");
    assert.not.match(stdout, "0.0.0.12");
  });
});

test("init shows it too", async () => {
  await withFolder({}, async (folder) => {
    const { stdout } = await sdkwright(folder, [
      "init",
      "zed",
      "--base-url",
      `https://${CYRILLIC}`,
      "--auth",
      "bearer",
    ]);
    assert.match(stdout, `https://${ASCII}`);
  });
});

test("of a base URL of client.json and of a parameter's default; what is ASCII is silent", async () => {
  const told = async (baseUrl: string, more: object = {}, services: object = {}): Promise<readonly string[]> => {
    const definition = { name: "zed", services: [{ id: "default", baseUrl }], defaultService: "default", ...more };
    const files = {
      "client/client.json": { providers: { zed: { services } } },
      "client/providers/zed.json": definition,
    };
    return (await diagnosticsOf(files)).map((each) => `${brief(each).replace(/ .* /, " ")} ${each.message}`);
  };
  const message = `the host is not ASCII: requests go to https://${ASCII}`;
  assert.equal(await told("https://ok.example", {}, { default: `https://${CYRILLIC}` }), [
    `SW1221 /providers/zed/services/default ${message}`,
  ]);
  assert.equal(await told("https://%D0%B0pi.zed.example"), [`SW1221 /services/0/baseUrl ${message}`]);
  const parameters = [{ name: "BASE", default: `https://${CYRILLIC}` }];
  assert.equal(await told("{BASE}/v1", { parameters }), ["SW1221 /services/0/baseUrl the host is not ASCII"]);
  for (const url of [`https://${ASCII}`, "https://API.zed.example:8443/\u0430", "http://[::1]:80"])
    assert.equal(await told(url), []);
});

test.run();
