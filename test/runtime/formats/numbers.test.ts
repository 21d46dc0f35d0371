import { parseClient } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("numbers of client.json");

test("12: a whole number of which not all digits are kept is an error at its place", () => {
  const withInput = (text: string): unknown =>
    JSON.parse(`{"profiles":{"p":{"version":"1.0.0","defaults":{"Send":{"input":{"to":[{"id":${text}}]}}}}}}`);
  for (const text of ["1146123456789012345", "-9007199254740993", "1e300"]) {
    const { issues } = parseClient(withInput(text));
    assert.equal(
      issues.map(({ code, pointer }) => [code, pointer]),
      [["SW1109", "/profiles/p/defaults/Send/input/to/0/id"]],
    );
  }
  for (const text of ["9007199254740991", "-5", "0.5", "1e15", '"1146123456789012345"'])
    assert.equal(parseClient(withInput(text)).issues, []);
});

test.run();
