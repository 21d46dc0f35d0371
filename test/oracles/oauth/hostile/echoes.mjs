// Bodies that repeat what was sent, as servers of several languages write them.

/** A secret that is held against everything that is told afterwards. */
export const CANARY = 'Canary/+ü "quoted" & 100% <secret>';

/** By name, the body of an answer to a request. */
export const echoes = {
  "of the secret": () => body(`the secret ${CANARY} is wrong`),
  "with slashes escaped": () => body(CANARY).replaceAll("/", "\\/"),
  "in ASCII": () => body(CANARY).replaceAll(/[^ -~]/g, escaped),
  "with every character escaped": () =>
    `{"error":"invalid_request","error_description":"${CANARY.replaceAll(/./g, escaped)}"}`,
  "of markup": () => body(CANARY.replaceAll(/[&"<>]/g, (each) => `&${ENTITIES[each]};`)),
  "of the header": ({ headers }) => body(`the header was ${headers.authorization}`),
  "of the header, decoded": ({ headers }) => body(`it said ${decoded(headers.authorization ?? "")}`),
  "of the body": (request) => body(`the body was ${request.body()}`),
  "in the code": () => JSON.stringify({ error: `bad ${CANARY}` }),
  "percent-encoded": () => body(encodeURIComponent(CANARY)),
};

const ENTITIES = { "&": "amp", '"': "quot", "<": "lt", ">": "gt" };

function body(description) {
  return JSON.stringify({ error: "invalid_request", error_description: description });
}

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function decoded(header) {
  return Buffer.from(header.slice("Basic ".length), "base64").toString();
}
