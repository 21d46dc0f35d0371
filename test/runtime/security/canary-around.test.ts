import type { Around, ClientEvent } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer, type Answer } from "../../server.js";
import { allCanaries, credentialCanaries, canaryCall, canaryClient, schemeIds } from "./canary-client.js";
import { assertSilent } from "./canary-report.js";

const test = suite("canaries in hooks");

const echo =
  (status: number): Answer =>
  ({ url, headers, body }, response) =>
    response.writeHead(status, { "x-request-id": "1" }).end(`${url} ${JSON.stringify(headers)} ${body}`);
const answers: { readonly [name: string]: Answer } = {
  "200": echo(200),
  "401 that echoes": echo(401),
  "503 that echoes": echo(503),
  "a redirect away": ({ url }, response) =>
    response.writeHead(302, { location: `https://evil.example${url}` }).end(url),
  "a reset": (_, response) => response.destroy(),
};

for (const [name, answer] of Object.entries(answers)) {
  for (const scheme of schemeIds) {
    test(`${name}, ${scheme}: what hooks are given before and afterwards shows no secret`, async () => {
      const before: unknown[] = [];
      const after: unknown[] = [];
      const events: ClientEvent[] = [];
      const around: Around = {
        call: async (what, run) => {
          before.push(what);
          after.push(await run());
        },
        attempt: async (what, run) => {
          before.push(what);
          after.push(await run());
          throw new Error("the hook's own");
        },
      };
      await withServer(answer, async ({ origin }) => {
        const on = (event: ClientEvent) => events.push(event);
        const client = canaryClient(origin, { source: "strings", around, on });
        await canaryCall(client, scheme).catch(() => {});
      });
      assert.equal([before.length, after.length], [2, 2]);
      assertSilent(before, allCanaries);
      // What a server says of the caller's own values is the caller's.
      assertSilent([after, events], credentialCanaries);
    });
  }
}

test.run();
