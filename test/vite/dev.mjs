// What a dev server serves and tells its pages.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { definitionOf, DEFINITION, makeProject, MODULE, read, write } from "./project.mjs";

const mistaken = { ...definitionOf("one"), defaultService: "oen" };

export const devTests = [
  [
    "the SDK is made at the start, and again when a definition changes",
    (place) =>
      serving(place, {}, async (dev) => {
        assert.match(await dev.module(), /one\.example/);
        write(place.folder, { [DEFINITION]: definitionOf("two") });
        await dev.until(async () => /two\.example/.test(await dev.module()));
      }),
  ],
  [
    "what is emitted again is served, and told to pages, where the watcher misses it",
    (place) =>
      serving(place, {}, async (dev) => {
        assert.match(await dev.module(), /one\.example/);
        dev.miss(MODULE);
        const page = await dev.open();
        write(place.folder, { [DEFINITION]: definitionOf("two") });
        await page.next("update", "full-reload");
        await dev.until(async () => /two\.example/.test(await dev.module()));
      }),
  ],
  [
    "a mistake is in the overlay of every page, with its place; the server goes on",
    (place) =>
      serving(place, {}, async (dev) => {
        const page = await dev.open();
        write(place.folder, { [DEFINITION]: mistaken });
        const { err } = await page.next("error");
        assert.equal(err.plugin, "sdkwright");
        assert.match(err.message, /^error SW1203 {2}.*"oen" is not a service/);
        assert.match(err.loc.file, /client\/providers\/acme\.json$/);
        assert.equal(err.loc.line, 9);
        assert.match(err.stack, /client\/providers\/acme\.json:9:\d+/);
        const later = await dev.open();
        assert.equal((await later.next("error")).err.message, err.message);
        assert.match(await dev.module(), /one\.example/);
        assert.doesNotMatch(dev.told(), /mended/);
        write(place.folder, { [DEFINITION]: definitionOf("one") });
        await later.next("full-reload");
        await dev.until(() => dev.told().endsWith("\nsdkwright: the error is fixed"));
        const healthy = await dev.open();
        write(place.folder, { [DEFINITION]: definitionOf("three") });
        await healthy.next("update", "full-reload");
        assert.deepEqual(healthy.types("error"), []);
      }),
  ],
  [
    "a project that has a mistake from the start, and no SDK, gets a server too",
    async (place) => {
      makeProject(place.folder);
      write(place.folder, { [DEFINITION]: mistaken });
      await serve(place, async (dev) => {
        const page = await dev.open();
        await page.next("error");
        write(place.folder, { [DEFINITION]: definitionOf("one") });
        await dev.until(async () => /one\.example/.test(await dev.module()));
      });
    },
  ],
  [
    "several projects of package.json: each is made, a mistake in one is told",
    (place) =>
      serving(place, several(), async (dev) => {
        assert.match(read(place.folder, "src/billing/providers/bill.definition.ts"), /bill\.example/);
        const page = await dev.open();
        const wrong = { ...billing, defaultService: "none" };
        write(place.folder, { "billing/bill.json": wrong, [DEFINITION]: definitionOf("two") });
        assert.match((await page.next("error")).err.loc.file, /billing\/bill\.json$/);
        await dev.until(async () => /two\.example/.test(await dev.module()));
      }),
  ],
  [
    "a folder that a definition names in place of a document is not watched, nor is a path that no system takes",
    (place) =>
      serving(place, {}, async (dev) => {
        const outside = `${place.folder}-outside`;
        write(outside, { "deep/file.json": {} });
        const page = await dev.open();
        for (const openapi of [`../../../${basename(outside)}`, `${"a/".repeat(30_000)}x.json`]) {
          write(place.folder, { [DEFINITION]: { ...definitionOf("one"), openapi } });
          await page.next("error");
        }
        write(place.folder, { [DEFINITION]: definitionOf("two") });
        await dev.until(async () => /two\.example/.test(await dev.module()));
        await dev.until(() => dev.watched().length > 0);
        const isOutside = (path) => path.startsWith(outside);
        assert.deepEqual(dev.watched().filter(isOutside), []);
      }),
  ],
  [
    "Vitest runs what is there, and says where it is not current",
    async (place) => {
      makeProject(place.folder);
      process.env.VITEST = "true";
      try {
        await serve(place, async (dev) => {
          assert.equal(existsSync(join(place.folder, MODULE)), false);
          assert.match(dev.told(), /^sdkwright: the SDK is not current: run `npx sdkwright generate`/m);
        });
      } finally {
        delete process.env.VITEST;
      }
    },
  ],
];

const billing = { ...definitionOf("bill"), name: "bill" };

function several() {
  const projects = [{}, { config: "billing/client.json", out: "src/billing" }];
  return {
    "package.json": { type: "module", sdkwright: projects },
    "billing/client.json": { providers: { bill: { file: "bill.json" } } },
    "billing/bill.json": billing,
  };
}

function serving(place, more, use) {
  makeProject(place.folder, {}, more);
  return serve(place, use);
}

/** A dev server of a project, on a port of its own, closed at the end. */
async function serve({ folder, major }, use) {
  const { createServer } = await import(`vite-${major}`);
  const told = [];
  const tell = (text) => told.push(text);
  const customLogger = {
    info: tell,
    warn: tell,
    warnOnce: tell,
    error: tell,
    clearScreen() {},
    hasErrorLogged: () => false,
  };
  const server = await createServer({
    root: folder,
    configFile: `${folder}/vite.config.js`,
    customLogger,
    server: { host: "127.0.0.1", port: 0 },
  });
  try {
    await server.listen();
    await use(new Dev(server, told));
  } finally {
    await server.close();
  }
}

class Dev {
  #port;
  #told;
  #watcher;

  constructor(server, told) {
    this.#port = server.httpServer.address().port;
    this.#told = told;
    this.#watcher = server.watcher;
  }

  /** The watcher tells of this file no more, as when a change falls into the moment in which it is added. */
  miss(path) {
    const emit = this.#watcher.emit.bind(this.#watcher);
    // What the watcher itself has seen comes with what it knows of the file.
    this.#watcher.emit = (event, ...told) => {
      const isSeen = event === "all" || told.length > 1;
      return isSeen && told.some((value) => String(value).endsWith(path)) ? false : emit(event, ...told);
    };
  }

  /** Folders that the watcher has. */
  watched() {
    return Object.keys(this.#watcher.getWatched());
  }

  /** What the terminal has. */
  told() {
    return this.#told.join("\n");
  }

  /** The text of the emitted definition, as a page gets it. */
  async module() {
    return (await this.#get(MODULE)).text();
  }

  /** A page: the socket that Vite's client opens, with what it is told. */
  async open() {
    const client = await (await this.#get("@vite/client")).text();
    const [, token = ""] = /wsToken = "([^"]+)"/.exec(client) ?? [];
    const socket = new WebSocket(`ws://127.0.0.1:${String(this.#port)}/?token=${token}`, "vite-hmr");
    const page = new Page(socket);
    await page.next("connected");
    return page;
  }

  async until(isSo) {
    for (let times = 0; times < 300; times += 1) {
      if (await isSo()) return;
      await sleep(100);
    }
    assert.fail("it did not come to that");
  }

  #get(path) {
    return fetch(`http://127.0.0.1:${String(this.#port)}/${path}`);
  }
}

class Page {
  #socket;
  #payloads = [];
  #seen = 0;

  constructor(socket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#payloads.push(JSON.parse(String(data))));
  }

  /** The next payload of one of these types, whatever comes before. */
  async next(...types) {
    for (;;) {
      const payload = this.#payloads[this.#seen];
      if (payload === undefined) await this.#message(types);
      else this.#seen += 1;
      if (payload !== undefined && types.includes(payload.type)) return payload;
    }
  }

  async #message(types) {
    const told = JSON.stringify(this.#payloads);
    const late = setTimeout(() => this.#socket.emit("error", new Error(`no ${types.join(", ")}, but ${told}`)), 30_000);
    await once(this.#socket, "message");
    clearTimeout(late);
  }

  types(...types) {
    return this.#payloads.filter(({ type }) => types.includes(type));
  }
}
