import { isSameCode } from "#generator/emit/render.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("code that differs in its layout alone");

test("lines, spaces, separators at an end, and brackets around a whole type count for nothing", () => {
  for (const [one, other] of [
    ["import { a, b } from 'x';", "import {\n  a,\n  b,\n} from 'x';"],
    [
      "export interface A {\na: string\nb?: ({ c: 1\nd: (1 | 2)\n}[] | undefined)\n}",
      "export interface A {\n  a: string;\n  b?: { c: 1; d: 1 | 2 }[] | undefined;\n}\n",
    ],
    ['type A = "a" | "b";', 'type A =\n  | "a"\n  | "b";\r\n'],
    ["f(/** @x */ a, b)", "f(\n  /** @x */ a,\n  b,\n)"],
  ] as const)
    assert.ok(isSameCode(one, other), other);
});

test("everything else counts", () => {
  for (const [one, other] of [
    ['{ a: "x y" }', '{ a: "x  y" }'],
    ['{ a: "https://a.example" }', '{ a: "https://b.example" }'],
    ["// note\na: 1,", "// note a: 1,"],
    ["/* a */ b", "/* a b */"],
    ["return { a: 1 };", "return\n{ a: 1 };"],
    ["return { a: 1 };", "return\r{ a: 1 };"],
    ["return { a: 1 };", "return\u2028{ a: 1 };"],
    ["{ a: 'x \"y\"' }", "{ a: 'x  \"y\"' }"],
    ["x as const;", "x\nas const;"],
    ["const f = () => ({ a: 1 });", "const f = () => { a: 1 };"],
    ["`a b`", "`a  b`"],
    ["a b", "ab"],
    ["a;", "a; b;"],
    ["[]", "[,]"],
    ["[a]", "[a,,]"],
    ["{ a: (b, c) }", "{ a: b, c }"],
    ["type A = (B | C)[];", "type A = B | C[];"],
  ] as const) {
    assert.not(isSameCode(one, other), other);
    assert.not(isSameCode(other, one), one);
  }
});

test("what nothing ends is gone through once", () => {
  for (const unit of ['\\\\"', "\\\\'", "\\\\`", "/*", '"', "`", "/**/"]) {
    const begin = process.cpuUsage().user;
    isSameCode(unit.repeat(300_000), "a");
    assert.ok(process.cpuUsage().user - begin < 2_000_000, unit);
  }
});

test.run();
