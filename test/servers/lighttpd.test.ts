import { RedirectError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { wire } from "../runtime/auth/digest/wire.js";
import { account } from "./accounts.js";
import { countingFetch } from "./counting.js";
import { type Daemon, startDaemon, testsOf } from "./daemon.js";
import { lighttpd } from "./lighttpd.js";

const test = suite("lighttpd mod_auth");
const run = testsOf(lighttpd, test);
const answers = [
  ["md5", /algorithm=MD5,/],
  ["sha256", /algorithm=SHA-256,/],
  ["sha512256", /algorithm=SHA-512-256,/],
  ["both", /algorithm=SHA-256,/],
  ["userhash", /algorithm=SHA-256,.*userhash=true/],
] as const;

for (const [space, form] of answers) {
  run(`${space}: answered in the form that was asked for, one challenge for two requests`, async () => {
    await serve(async ({ origin, log }) => {
      const { fetch, count } = countingFetch();
      const client = wire(origin, { ...account, fetch });
      assert.is((await client.get(`/${space}/items`)).body, `${space}\n`);
      assert.is((await client.get(`/${space}/items?a=%22b%22&c=d+e`)).body, `${space}\n`);
      const [asked, ...answered] = await log(count());
      assert.is(asked, "401 -");
      assert.is(answered.length, 2);
      for (const line of answered) assert.match(line, form);
    });
  });

  run(`${space}: a wrong password is rejected after two requests`, async () => {
    await serve(async ({ origin }) => {
      const { fetch, count } = countingFetch();
      const result = await wire(origin, { ...account, password: "wrong", fetch }).get(`/${space}/items`);
      assert.equal([result.status, result.refusal, count()], [401, "rejected", 2]);
    });
  });
}

run("a server that offers Basic only gets no password from a digest scheme", async () => {
  await serve(async ({ origin, log }) => {
    assert.is((await wire(origin, account).get("/basic/items")).refusal, "unsupportedChallenge");
    assert.equal(await log(1), ["401 -"]);
  });
});

run("redirects: here they are followed and answered, elsewhere refused", async () => {
  await serve(async ({ origin }) => {
    const client = wire(origin, account);
    assert.is((await client.get("/moved-here")).body, "md5\n");
    assert.instance(await client.get("/moved-away").catch((thrown: unknown) => thrown), RedirectError);
  });
});

test.run();

async function serve(use: (daemon: Daemon) => Promise<void>): Promise<void> {
  const daemon = await startDaemon(lighttpd);
  try {
    await use(daemon);
  } finally {
    await daemon.stop();
  }
}
