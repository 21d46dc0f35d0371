import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { hasTerminal, inTerminal } from "../terminal.js";

const test = suite("init in a terminal");

const ENTER = "\r";
const DOWN = "\u001b[B";
const INTERRUPT = "\u0003";

const inTerminalOnly = (name: string, run: () => Promise<void>): void => {
  if (hasTerminal) test(name, run);
};

inTerminalOnly("asks for name, base URL and how it authenticates, with arrow keys and defaults", async () => {
  await withFolder({}, async (folder) => {
    const { status, screen } = await inTerminal(
      folder,
      ["init"],
      [
        ["First provider", `acme-pay${ENTER}`],
        ["Base URL of its API", `https://api.acme-pay.example/v2${ENTER}`],
        ["How does it authenticate?", ENTER],
        ["Name of the header", ENTER],
      ],
    );
    assert.is(status, 0, screen);
    const definition = JSON.parse(readFileSync(join(folder, "client/providers/acme-pay.json"), "utf8")) as object;
    assert.equal((definition as { securitySchemes: object }).securitySchemes, [
      { id: "api-key", type: "apiKey", in: "header", name: "X-Api-Key" },
    ]);
    assert.match(screen, "Provider acme-pay is added.");
  });
});

inTerminalOnly("an answer that cannot be is asked again; arrow keys choose", async () => {
  await withFolder({}, async (folder) => {
    const { status, screen } = await inTerminal(
      folder,
      ["init", "--base-url", "https://a.example"],
      [
        ["First provider", `Acme Pay${ENTER}`],
        ["a name starts with a lowercase letter", `${"\u007f".repeat(8)}acme${ENTER}`],
        ["How does it authenticate?", `${DOWN}${ENTER}`],
      ],
    );
    assert.is(status, 0, screen);
    assert.match(readFileSync(join(folder, "client/providers/acme.json"), "utf8"), '"bearer"');
  });
});

inTerminalOnly("a document that stands there is proposed", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Parcels", version: "1" },
    paths: { "/parcels": { get: { responses: { "200": { description: "ok" } } } } },
  };
  await withFolder({ "openapi.json": document }, async (folder) => {
    const { status, screen } = await inTerminal(
      folder,
      ["init"],
      [
        ["openapi.json", ENTER],
        ["Base URL of its API", `${"\u007f".repeat(40)}https://parcels.example${ENTER}`],
      ],
    );
    assert.is(status, 0, screen);
    assert.match(readFileSync(join(folder, "client/providers/parcels.json"), "utf8"), "https://parcels.example");
  });
});

inTerminalOnly("with everything said nothing is asked; Ctrl+C writes nothing and shows the command", async () => {
  await withFolder({}, async (folder) => {
    const ended = await inTerminal(folder, ["init", "acme"], [["Base URL", INTERRUPT]]);
    assert.is(ended.status, 3, ended.screen);
    assert.match(ended.screen, "sdkwright init acme --base-url https://api.acme.example --auth header=X-Api-Key");
    assert.not.ok(existsSync(join(folder, "client")));
    const said = ["init", "acme", "--base-url", "https://a.example", "--auth", "none"];
    assert.is((await inTerminal(folder, said, [])).status, 0);
  });
});

test.run();
