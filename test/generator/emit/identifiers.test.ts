import { suite } from "uvu";
import * as assert from "uvu/assert";
import { camelCase, isPlainIdentifier, pascalCase, profileFile, providerFile } from "#generator/emit/names.js";

const test = suite("identifiers");

test("words become one, by capitals", () => {
  assert.is(pascalCase("ibm-cloud-text-to-speech"), "IbmCloudTextToSpeech");
  assert.is(camelCase("communication/send-sms"), "communicationSendSms");
  assert.is(camelCase("a__b-"), "aB");
  assert.is(pascalCase("send2fa_code"), "Send2FaCode");
});

test("hostile-text: reserved words and the emitted parameter get a trailing _", () => {
  for (const word of ["delete", "import", "new", "default", "await", "options", "undefined"]) {
    assert.is(camelCase(word), `${word}_`);
  }
  assert.is(camelCase("global-this"), "globalThis_");
});

test("only plain ASCII identifiers go without quotes", () => {
  assert.ok(["a", "_a1", "$"].every(isPlainIdentifier));
  assert.not(["", "1a", "a-b", "é", "a b", "a\u200d"].some(isPlainIdentifier));
});

test("name-unverified: the folder is part of the path", () => {
  assert.is(providerFile("unverified/foo"), "providers/unverified/foo.ts");
});

test("12.13: names that Windows keeps for devices get a leading _, which no name has", () => {
  for (const word of ["con", "prn", "aux", "nul", "com1", "lpt9"]) {
    assert.is(providerFile(word), `providers/_${word}.ts`);
    assert.is(providerFile(word, ".definition.ts"), `providers/_${word}.definition.ts`);
    assert.is(profileFile(`${word}/${word}`), `profiles/_${word}/_${word}.ts`);
  }
  for (const word of ["cons", "com", "com10", "a-nul"]) assert.is(providerFile(word), `providers/${word}.ts`);
});

test.run();
