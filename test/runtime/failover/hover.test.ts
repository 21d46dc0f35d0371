import { join } from "node:path";
import ts from "typescript-5.9";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";

// The editor's text over a function of functions.
const test = suite("hover of failover()");

test("over `send` stands one line: what goes in, what comes out, and who does it", () => {
  const file = join(root, "test/types/failover.ts");
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
    lib: ["lib.es2022.d.ts"],
  };
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
  });
  const text = ts.sys.readFile(file) ?? "";
  const shown = service.getQuickInfoAtPosition(file, text.indexOf("send = failover("))?.displayParts ?? [];
  assert.is(
    shown.map((part) => part.text).join(""),
    'const send: Failover<Sms & Text, number | Receipt, "pigeon" | "raven">',
  );
});

test.run();
