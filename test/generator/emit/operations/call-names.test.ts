import { ts } from "ts-morph";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { callNames } from "#generator/emit/operations/call-names.js";
import type { OperationId } from "#generator/openapi/api.js";
import { randomFrom } from "./broken-documents.js";
import { documentOf, emit } from "./documents.js";

const test = suite("names of calls");

/** `GET /a read_a`: method, path and id, which may be absent. */
function operationsOf(lines: readonly string[]): OperationId[] {
  return lines.map((line) => {
    const [method = "", path = "", ...id] = line.split(" ");
    return {
      method: method.toLowerCase() as OperationId["method"],
      path,
      id: id.length === 0 ? undefined : id.join(" "),
    };
  });
}

/** In the order of the lines. */
function namesOf(lines: readonly string[]): (string | undefined)[] {
  const names = callNames(operationsOf(lines));
  return lines.map((line) => names.get(line.split(" ").slice(0, 2).join(" ")));
}

const words: readonly (readonly [id: string, name: string])[] = [
  ["createChatCompletion", "createChatCompletion"],
  ["pets/list", "petsList"],
  ["get_user_by_id", "getUserById"],
  ["list-all.pets (v2)", "listAllPetsV2"],
  ["CatsController_findAll", "catsControllerFindAll"],
  ["ListPets", "listPets"],
  ["URLShorten", "urlShorten"],
  ["OAuthToken", "oAuthToken"],
  ["getAPIKeys", "getAPIKeys"],
  ["ID", "id"],
  ["LIST_ALL_USERS", "listAllUsers"],
  ["list3dModels", "list3dModels"],
  ["  list  pets  ", "listPets"],
  // What cannot be declared, what the module imports, what CommonJS has, and what makes a promise of a module.
  ["delete", "delete_"],
  ["default", "default_"],
  ["await", "await_"],
  ["call", "call_"],
  ["require", "require_"],
  ["then", "then_"],
  ["options", "options"],
  // Digits first, other scripts, accents in either form, what cannot be seen.
  ["2fa_verify", "_2faVerify"],
  ["支付_创建", "支付创建"],
  ["größe_ändern", "größeÄndern"],
  ["cafe\u0301_list", "caféList"],
  ["list\u200bpets", "listPets"],
  ["list\u3164pets", "listPets"],
  ["сохранить-файл", "сохранитьФайл"],
  ["x²", "x"],
];

for (const [id, name] of words)
  test(`an id: ${JSON.stringify(id)} is ${name}`, () => {
    assert.equal(namesOf([`GET /a ${id}`]), [name]);
  });

const documents: readonly (readonly [what: string, operations: readonly string[], names: readonly string[]])[] = [
  [
    "without an id: method and path",
    ["GET /charges/{id}/refund", "GET /", "HEAD /größe/日本", "POST /files/{file.id}#copy", "GET /3d", "PUT /{+path}"],
    ["getChargesByIdRefund", "getRoot", "headGröße日本", "postFilesByFileIdCopy", "get3d", "putByPath"],
  ],
  ["an id without words is none", ["GET /a --", "POST /a  "], ["getA", "postA"]],
  [
    "FastAPI's ids without path and method",
    [
      "GET /items/{item_id} read_item_items__item_id__get",
      "GET / read_root__get",
      "POST /v1/items create_item_v1_items_post",
    ],
    ["readItem", "readRoot", "createItem"],
  ],
  [
    "which are not unique without them",
    ["GET /v1/items list_v1_items_get", "GET /v2/items list_v2_items_get"],
    ["listV1ItemsGet", "listV2ItemsGet"],
  ],
  [
    "which another id is by itself",
    ["GET /items read_items_items_get", "GET /other read_items"],
    ["readItemsItemsGet", "readItems"],
  ],
  ["of which nothing would be left", ["GET /items _items_get"], ["itemsGet"]],
  ["an end that is that of another path", ["GET /users read_user_items__get"], ["readUserItemsGet"]],
  [
    "several of one name: the id that is the name keeps it",
    ["GET /a list_pets", "GET /b listPets", "GET /c list-pets"],
    ["getA", "listPets", "getC"],
  ],
  ["none keeps it, where no id is the name", ["GET /a list_pets", "GET /b list-pets"], ["getA", "getB"]],
  ["nor where two are", ["GET /a listPets", "GET /b listPets"], ["getA", "getB"]],
  ["of reserved words, too", ["GET /a delete", "GET /b Delete"], ["delete_", "getB"]],
  [
    "what goes by its path leaves the ids their names",
    ["GET /users", "GET /people getUsers", "GET /more getUsers2"],
    ["getUsers3", "getUsers", "getUsers2"],
  ],
  ["paths with the same words", ["GET /charge_list", "GET /charge-list"], ["getChargeList2", "getChargeList"]],
];

for (const [what, operations, names] of documents)
  test(what, () => {
    assert.equal(namesOf(operations), [...names]);
    // Whatever the order.
    assert.equal(namesOf([...operations].reverse()), [...names].reverse());
  });

test("whatever ids there are: identifiers, each of them another, whatever the order", () => {
  const random = randomFrom(39);
  const parts = [
    "get",
    "Get",
    "GET",
    "user",
    "_",
    "-",
    "/",
    ".",
    " ",
    "2",
    "\u200b",
    "é",
    "e\u0301",
    "項",
    "𝒜",
    "delete",
  ];
  const textOf = (most: number) =>
    Array.from({ length: random(most) }, () => parts[random(parts.length)] ?? "").join("");
  const all = new Set<string>();
  for (let round = 0; round < 300; round += 1) {
    const operations = Array.from({ length: 12 }, (_, at): OperationId => {
      const path = `/${textOf(3)}${at}`.slice(0, random(2) === 0 ? undefined : -1);
      return { method: random(2) === 0 ? "get" : "put", path, id: random(4) === 0 ? undefined : textOf(5) };
    });
    const known = [...new Map(operations.map((each) => [`${each.method} ${each.path}`, each])).values()];
    const names = callNames(known);
    assert.is(new Set(names.values()).size, known.length);
    for (const name of names.values()) all.add(name);
    assert.equal(new Map([...callNames([...known].reverse())].reverse()), names);
  }
  assert.ok(areIdentifiers(all));
});

function areIdentifiers(names: ReadonlySet<string>): boolean {
  const constants = Array.from(names, (name) => `export const ${name}: 1 = 1;`).join("\n");
  const { diagnostics = [] } = ts.transpileModule(constants, { reportDiagnostics: true });
  return diagnostics.length === 0 && !/[\p{Cc}\p{Cf}]/u.test([...names].join(""));
}

test("39: an id that names no call is a note with the name of the call", () => {
  const paths = { "/a": { get: { operationId: "list_pets" } }, "/b": { get: { operationId: "listPets" } } };
  const { notes = [] } = emit({ ...documentOf({}), paths }) ?? {};
  assert.equal(
    notes.flatMap(({ code, pointer, message }) => (code === "SW1621" ? [[pointer, message]] : [])),
    [
      [
        "/paths/~1a/get/operationId",
        "the named call of this is getA, because another id of the document has the same words",
      ],
    ],
  );
});

test("names do not depend on which operations are chosen", () => {
  const paths = { "/a": { get: { operationId: "list_pets" } }, "/b": { get: { operationId: "listPets" } } };
  const document = { ...documentOf({}), paths };
  const calls = (include: readonly string[]) => emit(document, { include })?.calls.match(/(?<=export const )\w+/g);
  assert.equal(calls(["GET /*"]), ["getA", "listPets"]);
  assert.equal(calls(["GET /a"]), ["getA"]);
});

test.run();
