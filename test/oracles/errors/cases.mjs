// What the clients meet: a server on the loopback that answers, refuses, breaks or keeps silent.
import { createServer } from "node:http";

const STATUSES = { 400: {}, 401: {}, 404: {}, 429: { "retry-after": "2" }, 500: {}, 503: {} };
const JSON_TYPE = "application/json";

/** Each answers a request, or does not. */
const answers = {
  ...Object.fromEntries(Object.entries(STATUSES).map(([status, headers]) => [status, says(Number(status), headers)])),
  "503 in HTML": (_request, response) => response.writeHead(503, { "content-type": "text/html" }).end("<p>busy</p>"),
  reset: (request) => request.socket.resetAndDestroy(),
  closed: (request) => request.socket.destroy(),
  cut: (_request, response) => {
    response.writeHead(200, { "content-type": JSON_TYPE, "content-length": "100" }).write('{"a":');
    setTimeout(() => response.destroy(), 20);
  },
  "200 in HTML": (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>hello</p>"),
  "time-out": () => {},
  abort: () => {},
};

export const CASES = ["refused", ...Object.keys(answers)];

function says(status, headers) {
  return ({ headers: { "content-type": type, accept = "" } }, response) => {
    const isXml =
      !accept.includes("json") && /urlencoded/.test(type) && /aws/i.test(response.req.headers["user-agent"] ?? "");
    response.writeHead(status, { "content-type": isXml ? "text/xml" : JSON_TYPE, ...headers });
    response.end(
      isXml
        ? "<ErrorResponse><Error><Type>Sender</Type><Code>Nope</Code><Message>m</Message></Error><RequestId>1</RequestId></ErrorResponse>"
        : JSON.stringify({
            error: { message: "m", type: "t", code: "c" },
            message: "m",
            code: 20404,
            name: "n",
            statusCode: status,
            status,
          }),
    );
  };
}

/** What the call throws, in `{ thrown }`, with how many requests came; without `thrown` where it gives a value. */
export async function meet(call, name) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.on("error", () => {}).resume();
    // It has all of the request before it does anything.
    request.on("end", () => answers[name](request, response));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  if (name === "refused") await new Promise((resolve) => server.close(resolve));
  const controller = new AbortController();
  const timer = name === "abort" ? setTimeout(() => controller.abort(), 60) : undefined;
  const met = (outcome) => ({ ...outcome, requests, aborted: controller.signal.aborted });
  try {
    return await call(origin, controller.signal, name === "time-out" ? 250 : 5000).then(
      () => met({}),
      (thrown) => met({ thrown }),
    );
  } finally {
    clearTimeout(timer);
    server.closeAllConnections();
    server.close();
  }
}
