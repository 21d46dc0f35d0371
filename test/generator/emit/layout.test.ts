import { suite } from "uvu";
import * as assert from "uvu/assert";
import { PRINT_WIDTH } from "#generator/emit/quoting.js";
import { fit, fitsWidth } from "#generator/emit/layout.js";

const test = suite("layout");

test("a list that fits goes on one line, without the last separator", () => {
  assert.is(fit('import {\n  a,\n  type B,\n} from "x";\n'), 'import { a, type B } from "x";\n');
  assert.is(fit("type A = B<\n  C,\n  D\n>;\n"), "type A = B<C, D>;\n");
  assert.is(fit("  f(\n    a,\n  );\n"), "  f(a);\n");
  assert.is(fit("    x: {\n    },\n"), "    x: {},\n");
  assert.is(fit("  x: {\n    a: B;\n    c: D;\n  };\n"), "  x: { a: B; c: D };\n");
});

test("a list that does not fit stays as it is", () => {
  const name = "n".repeat(PRINT_WIDTH);
  const block = `import {\n  ${name},\n} from "x";\n`;
  assert.is(fit(block), block);
});

test("the last column counts", () => {
  const block = (width: number) => `{\n  ${"n".repeat(width - 4)},\n}\n`;
  assert.is(fit(block(PRINT_WIDTH)).split("\n").length, 2);
  assert.is(fit(block(PRINT_WIDTH + 1)).split("\n").length, 4);
});

test("code over the width is found, comments may be longer, wide characters count double", () => {
  assert.ok(fitsWidth("x".repeat(PRINT_WIDTH)));
  assert.not(fitsWidth(`a\n${"x".repeat(PRINT_WIDTH + 1)}\n`));
  assert.ok(fitsWidth(`// ${"x".repeat(PRINT_WIDTH)}\n  /** ${"x".repeat(PRINT_WIDTH)} */`));
  assert.not(fitsWidth("語".repeat(PRINT_WIDTH / 2 + 1)));
});

test.run();
