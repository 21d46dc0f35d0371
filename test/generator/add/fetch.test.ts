import { MAX_BYTES } from "#generator/io/read-file.js";
import {
  type Connect,
  connect,
  fetchDocument,
  type Fetched,
  PATIENCE,
  reachOf,
} from "#generator/add/fetch-document.js";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect as connectTcp, createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { once } from "node:events";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addIn, documentOf } from "./adding.js";
import { withFolder } from "../folder.js";
import { sdkwright, spawnSdkwright } from "../sdkwright.js";

const test = suite("add: URL");

/** What was asked of a server, and how to reach it. */
interface Site {
  readonly origin: string;
  readonly port: number;
  readonly asked: { readonly url: string; readonly headers: { readonly [name: string]: unknown } }[];
}

async function withSite<T>(answer: RequestListener, use: (site: Site) => Promise<T>): Promise<T> {
  const asked: Site["asked"] = [];
  const server: Server = createServer((request, response) => {
    asked.push({ url: request.url ?? "", headers: request.headers });
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    return await use({ origin: `http://127.0.0.1:${port}`, port, asked });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Every host is the server at `port`; it stands at the address that the test gives it. TLS is left out. */
function connectTo(port: number, addresses: { readonly [host: string]: string }): Connect {
  return async ({ hostname }) => {
    const stream = connectTcp({ host: "127.0.0.1", port });
    await once(stream, "connect");
    return { address: addresses[hostname] ?? "93.184.215.14", stream };
  };
}

function fetched(url: string, options: Partial<Parameters<typeof fetchDocument>[1]> = {}): Promise<Fetched> {
  return fetchDocument(new URL(url), { connect, signal: new AbortController().signal, maxBytes: 1000, ...options });
}

function problemOf(result: Fetched): string {
  return "problem" in result ? result.problem : `read ${result.text}`;
}

const redirectTo =
  (targets: { readonly [path: string]: string }): RequestListener =>
  ({ url = "" }, response) => {
    const location = targets[url];
    if (location === undefined) response.end("text");
    else response.writeHead(302, { location }).end();
  };

test("addresses: who can be reached", () => {
  const cases = {
    loopback: ["127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::", "::ffff:127.0.0.1", "no address", ""],
    "link-local": ["169.254.169.254", "fe80::1", "::ffff:169.254.1.1"],
    private: [
      "10.1.2.3",
      "172.31.0.1",
      "192.168.1.1",
      "100.64.0.1",
      "fd00::1",
      "fc00::1",
      "::ffff:10.0.0.1",
      "224.0.0.1",
      "64:ff9b::a00:1",
    ],
    public: ["93.184.215.14", "172.32.0.1", "2606:2800:21f::1", "::ffff:8.8.8.8", "100.128.0.1", "64:ff9b::808:808"],
  };
  for (const [reach, addresses] of Object.entries(cases)) {
    for (const address of addresses) assert.is(reachOf(address), reach, address);
  }
});

test("a document is asked for once, without credentials", async () => {
  await withSite(
    (_, response) => response.end("\uFEFFhello"),
    async ({ origin, asked }) => {
      assert.equal(await fetched(`${origin}/api.json?x=1#f`), { text: "hello", redirects: [], isLocal: true });
      assert.equal(
        asked.map(({ url }) => url),
        ["/api.json?x=1"],
      );
      const { authorization, cookie, "accept-encoding": encoding } = asked[0]?.headers ?? {};
      assert.equal([authorization, cookie, encoding], [undefined, undefined, "gzip, br"]);
    },
  );
});

test("only https is read, and http on this machine, whatever a name leads to", async () => {
  await withSite(
    (_, response) => response.end("text"),
    async ({ port, asked }) => {
      const inside = { connect: connectTo(port, { localhost: "10.0.0.1" }) };
      assert.match(problemOf(await fetched("http://example.com/a", inside)), /only https/);
      assert.match(problemOf(await fetched("ftp://example.com/a", inside)), /only https/);
      assert.match(problemOf(await fetched("http://localhost/a", inside)), /only https/);
      assert.match(problemOf(await fetched("https://user:secret@example.com/a", inside)), /^a URL with a user name/);
      assert.equal(asked.length, 0);
      assert.is(
        problemOf(
          await fetched("https://intranet.example/a", { connect: connectTo(port, { "intranet.example": "10.0.0.1" }) }),
        ),
        "read text",
      );
    },
  );
});

test("no part of a URL that may be secret is told", async () => {
  await withSite(
    (_, response) => response.writeHead(404).end(),
    async ({ origin }) => {
      const problem = problemOf(await fetched(`${origin}/ghp_0123456789abcdefABCDEF/api.json?token=t0ken#f`));
      assert.is(problem, `${origin}/*** answers 404`);
    },
  );
});

test("a document has a minute, and 64 MiB", () => {
  assert.equal([PATIENCE, MAX_BYTES], [60_000, 64 * 1024 * 1024]);
});

test("redirects: five are followed and named, a sixth is not", async () => {
  const chain = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`/${index}`, `/${index + 1}`]));
  await withSite(redirectTo(chain(5)), async ({ origin }) => {
    const result = await fetched(`${origin}/0`);
    const redirects = [1, 2, 3, 4, 5].map((step) => `${origin}/${step}`);
    assert.equal(result, { text: "text", redirects, isLocal: true });
  });
  await withSite(redirectTo(chain(6)), async ({ origin, asked }) => {
    assert.match(problemOf(await fetched(`${origin}/0`)), /redirected more than 5 times/);
    assert.is(asked.length, 6);
  });
});

const refusedRedirects: readonly (readonly [location: string, problem: RegExp])[] = [
  ["http://a.example/b", /redirects from https to http:\/\/a\.example\/b/],
  ["http://localhost/b", /redirects from https/],
  ["https://inside.example/b", /public address redirects to https:\/\/inside\.example\/b, which is a private address/],
  ["https://meta.example/b?token=x", /https:\/\/meta\.example\/b, which is a link-local address/],
  ["https://self.example/b", /which is a loopback address/],
  ["https://u:p@a.example/b", /^a URL with a user name/],
  ["file:///etc/passwd", /redirects from https/],
  ["https://", /redirects without a location/],
];

for (const [location, problem] of refusedRedirects) {
  test(`redirects: from a public address to ${location} is refused before anything is asked there`, async () => {
    await withSite(redirectTo({ "/a": location }), async ({ port, asked }) => {
      const addresses = { "inside.example": "192.168.0.1", "meta.example": "169.254.169.254", "self.example": "::1" };
      assert.match(problemOf(await fetched("https://a.example/a", { connect: connectTo(port, addresses) })), problem);
      assert.equal(
        asked.map(({ url }) => url),
        ["/a"],
      );
    });
  });
}

test("this machine is where a document was read only under a name of its own", async () => {
  await withSite(redirectTo({}), async ({ origin, port }) => {
    const isLocal = async (url: string): Promise<boolean> => {
      const addresses = { "docs.example": "127.0.0.1", localhost: "127.0.0.1" };
      const result = await fetched(url, { connect: connectTo(port, addresses) });
      return "text" in result && result.isLocal;
    };
    assert.ok(await isLocal("http://localhost/a"));
    assert.ok(await isLocal("https://localhost/a"));
    assert.not(await isLocal("https://docs.example/a"));
    assert.ok("text" in (await fetched(`${origin}/a`)));
  });
});

test("redirects: within a private network they are followed, and public ones to public ones", async () => {
  await withSite(redirectTo({ "/a": "https://b.example/b" }), async ({ port }) => {
    const inside = connectTo(port, { "a.example": "10.0.0.1", "b.example": "10.0.0.2" });
    assert.is(problemOf(await fetched("https://a.example/a", { connect: inside })), "read text");
    assert.is(problemOf(await fetched("https://a.example/a", { connect: connectTo(port, {}) })), "read text");
  });
});

test("an answer is bounded after decompression", async () => {
  const large = Buffer.alloc(2000, "x");
  const bodies: readonly (readonly [headers: { [name: string]: string }, body: Buffer])[] = [
    [{}, large],
    [{ "content-encoding": "gzip" }, gzipSync(large)],
    [{ "content-encoding": "br" }, brotliCompressSync(large)],
  ];
  for (const [headers, body] of bodies) {
    await withSite(
      (_, response) => response.writeHead(200, headers).end(body),
      async ({ origin }) => {
        assert.match(problemOf(await fetched(`${origin}/a`)), /has more than/);
        assert.is(problemOf(await fetched(`${origin}/a`, { maxBytes: 2000 })), `read ${large.toString()}`);
      },
    );
  }
});

test("what is no answer is said: a status, a broken connection, bytes that are no text, time that is up", async () => {
  const answers: readonly (readonly [answer: RequestListener, problem: RegExp])[] = [
    [(_, response) => response.writeHead(404).end("no"), /answers 404/],
    [(_, response) => response.writeHead(304).end(), /answers 304/],
    [(_, response) => response.writeHead(302).end(), /redirects without a location/],
    [(_, response) => response.end(Buffer.from([0xff])), /not UTF-8/],
    [(request) => request.socket.destroy(), /cannot be read \(ECONNRESET\)/],
    [
      (_, response) => response.writeHead(200, { "content-length": "10" }).write("x", () => response.destroy()),
      /cannot be read/,
    ],
    [
      (_, response) => response.writeHead(200, { "content-encoding": "zstd" }).end("x"),
      /compression that was not requested/,
    ],
    [(_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"), /cannot be read/],
  ];
  for (const [answer, problem] of answers) {
    await withSite(answer, async ({ origin }) =>
      assert.match(problemOf(await fetched(`${origin}/secret?token=x`)), problem),
    );
  }
  // Its end is that of the connection, which may have come too soon.
  const open: RequestListener = (request) => {
    request.socket.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nopenapi: 3.1.0");
    setTimeout(() => request.socket.resetAndDestroy(), 200);
  };
  await withSite(open, async ({ origin }) => assert.match(problemOf(await fetched(`${origin}/a`)), /cannot be read/));
  const late = new AbortController();
  const silent: RequestListener = (request) => {
    request.socket.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nopenapi: 3.1.0");
    setTimeout(() => late.abort(), 200);
  };
  await withSite(silent, async ({ origin }) =>
    assert.match(problemOf(await fetched(`${origin}/a`, { signal: late.signal })), /took too long/),
  );
  const slow = new AbortController();
  await withSite(
    () => slow.abort(),
    async ({ origin }) => {
      assert.match(problemOf(await fetched(`${origin}/a`, { signal: slow.signal })), /took too long/);
    },
  );
});

test("a server that switches protocols, or only closes, is an error, and does not end the process in silence", async () => {
  const closing = "HTTP/1.1 100 Continue\r\n\r\n";
  for (const head of ["", "Upgrade: x\r\nConnection: upgrade\r\n"]
    .map((more) => `HTTP/1.1 101 x\r\n${more}\r\n`)
    .concat(closing)) {
    await withSite(
      ({ socket }) => socket.end(head),
      async ({ origin }) => {
        const document = `${origin}/a.json`;
        await withFolder({ "package.json": "{}" }, async (folder) => {
          const { status, stderr, stdout } = await sdkwright(folder, ["add", document, "--name", "acme"]);
          assert.is(status, 2, head);
          assert.match(`${stdout}${stderr}`, /cannot be read \(|answers 101/);
        });
      },
    );
  }
});

test("a command that nothing is left to wait for, and that has not said what came of it, says so", async () => {
  await withFolder({ "package.json": "{}", "stub.cjs": STUB }, async (folder) => {
    const env = { NODE_OPTIONS: `--require ${join(folder, "stub.cjs")}` };
    const { status, stderr } = await spawnSdkwright(
      folder,
      ["add", "http://127.0.0.1:9/a.json", "--name", "acme"],
      env,
    );
    assert.is(status, 70);
    assert.match(stderr, /before it was done/);
    assert.not.match(stderr, /^ {4}at /m);
  });
});

/** Connections neither come about nor fail. */
const STUB = `require("node:net").connect = () => new (require("node:events"))();`;

test("a handshake that nobody answers is ended in time, without a crash", async () => {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => sockets.push(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const signal = AbortSignal.timeout(300);
  assert.match(problemOf(await fetched(`https://localhost:${port}/a`, { signal })), /took too long/);
  for (const socket of sockets) socket.destroy();
  server.close();
});

test("add of an address in place of a name: the handshake names nobody, and Node says nothing of that", async () => {
  const firsts: Buffer[] = [];
  const server = createTcpServer((socket) =>
    socket
      .on("error", () => undefined)
      .once("data", (bytes) => {
        firsts.push(bytes);
        socket.destroy();
      }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const told = await withFolder({ "package.json": "{}" }, (folder) =>
    sdkwright(folder, ["add", `https://127.0.0.1:${port}/a.json`]),
  );
  server.close();
  assert.is(told.status, 2, told.stderr);
  assert.not.match(told.stderr, /DEP0123|Warning/);
  assert.equal(
    firsts.map((bytes) => bytes.includes("127.0.0.1")),
    [false],
  );
});

test("a connection is closed as soon as its answer is refused", async () => {
  const answers: readonly RequestListener[] = [
    (_, response) => response.writeHead(200, { "content-encoding": "zstd" }).write("x"),
    (_, response) => response.writeHead(200).write("x".repeat(2000)),
    (_, response) => response.writeHead(404).write("x"),
  ];
  for (const answer of answers) {
    const closed: Promise<unknown>[] = [];
    await withSite(
      (request, response) => {
        closed.push(once(request.socket, "close"));
        answer(request, response);
      },
      async ({ origin }) => {
        assert.match(
          problemOf(await fetched(`${origin}/a`)),
          /compression that was not requested|has more than|answers 404/,
        );
        const isClosed = Promise.all(closed).then(() => "closed");
        assert.is(await Promise.race([isClosed, sleep(10_000, "open", { ref: false })]), "closed");
      },
    );
  }
});

test("add of a URL: the document is written, references to others are notes, and no query is printed", async () => {
  const paths = {
    "/a": { get: { responses: { 200: { $ref: "./answers.json#/ok" }, 404: { $ref: "https://b.example/x.json" } } } },
  };
  const document = JSON.stringify(documentOf({ paths }));
  await withSite(redirectTo({ "/acme.json?token=secret": "/real.json" }), async ({ origin }) => {
    await withFolder({ "package.json": "{}" }, async (folder) => {
      const { result } = await addIn(folder, `${origin}/acme.json?token=secret`);
      assert.equal([result.exitCode, result.issues[0]?.code], [2, "SW0101"]);
      assert.not.match(JSON.stringify(result.issues.map(({ message, hint }) => [message, hint])), /secret/);
    });
  });
  await withSite(
    (_, response) => response.end(document),
    async ({ origin, asked }) => {
      await withFolder({ "package.json": "{}" }, async (folder) => {
        const { result, diagnostics, json } = await addIn(folder, `${origin}/acme.json?token=secret`);
        assert.is(result.exitCode, 0);
        assert.is(asked.length, 1);
        assert.equal(
          diagnostics.map(({ code }) => code),
          ["SW0707", "SW0707"],
        );
        const { "x-sdkwright-add": _, ...written } = json("client/openapi/acme-pay.json") as { [key: string]: unknown };
        assert.equal(written, JSON.parse(document));
        assert.not.match(`${result.summary}${JSON.stringify(diagnostics)}`, /secret/);
      });
    },
  );
});

test.run();
