import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareType } from "#generator/diff/compare-type.js";
import { Effort } from "#generator/diff/effort.js";
import { judgeWith, type TypeJudge } from "#generator/diff/type-judge.js";
import { lazily, ofMembers, type Member, type Type } from "#generator/diff/type-members.js";

const test = suite("types within types");

const string = ofMembers([{ kind: "primitive", name: "string" }]);
const number = ofMembers([{ kind: "primitive", name: "number" }]);

const object = (properties: { readonly [name: string]: Type }, isOptional = false): Member => ({
  kind: "object",
  isInterface: false,
  properties: new Map(Object.entries(properties).map(([name, type]) => [name, { isOptional, type }])),
  index: undefined,
});

/** So many objects, each with the next, and the last with the first; the last has another property of the type `leaf`. */
function ring(length: number, leaf: Type, more: readonly Member[] = []): Type {
  const types: Type[] = Array.from({ length }, (_, at) =>
    lazily(() => {
      const next = types[(at + 1) % length] ?? leaf;
      return [object(at === length - 1 ? { next, leaf } : { next, leaf: string }), ...more];
    }),
  );
  return types[0] ?? leaf;
}

const verdicts = ({ gives, reads, stands }: TypeJudge, base: Type, next: Type): readonly string[] => [
  gives(base, next),
  reads(base, next),
  stands(base, next),
];

test("rings whose pairs are more than are looked at within each other are judged all the same", () => {
  const judge = judgeWith(new Effort());
  // 29 and 31 have no factor in common: the first pair comes back after 899.
  assert.equal(verdicts(judge, ring(29, string), ring(31, string)), ["holds", "holds", "holds"]);
  assert.equal(verdicts(judge, ring(700, string), ring(701, string)), ["unclear", "unclear", "unclear"]);
});

test("what differs far within is found, and what was assumed meanwhile is forgotten", () => {
  const judge = judgeWith(new Effort());
  for (const length of [500, 899]) {
    const [base, next] = [ring(length, string), ring(length, number)];
    assert.equal(verdicts(judge, base, next), ["fails", "fails", "fails"]);
    const within = base.members()[0];
    const others = next.members()[0];
    assert.ok(within?.kind === "object" && others?.kind === "object");
    const [one, other] = [within.properties.get("next")?.type ?? string, others.properties.get("next")?.type ?? string];
    assert.equal(verdicts(judge, one, other), ["fails", "fails", "fails"]);
    assert.equal(verdicts(judge, base, ring(length, string)), ["holds", "holds", "holds"]);
  }
});

test("what stands far within, and can no longer be read, is found too", () => {
  const [both, one] = [["x", "y"], ["x"]].map((values) =>
    ofMembers(values.map((value) => ({ kind: "literal", value }) as const)),
  );
  const judge = judgeWith(new Effort());
  const [base, next] = [ring(500, both ?? string), ring(500, one ?? string)];
  assert.is(judge.stands(base, next), "holds");
  assert.equal([judge.reads(base, next), judge.reads(base, next)], ["fails", "fails"]);
});

test("what may be missing is no choice; where there is one, what is too deep stays unclear", () => {
  const [undefined_, choice]: [Member, Member] = [
    { kind: "primitive", name: "undefined" },
    object({ kind: ofMembers([{ kind: "literal", value: "other" }]), leaf: string, next: string }),
  ];
  const judge = judgeWith(new Effort());
  assert.equal(verdicts(judge, ring(29, string, [undefined_]), ring(31, string, [undefined_])).slice(0, 1), ["holds"]);
  assert.is(judge.gives(ring(29, string, [choice]), ring(31, string, [choice])), "unclear");
});

test("of types that all lead to each other, and all changed, no more is told than somebody could read", () => {
  const size = 150;
  const step = [1, 7, 11, 13];
  const net = (leaf: Type, turn: number): readonly Type[] => {
    const types: Type[] = Array.from({ length: size }, (_, at) =>
      lazily(() => {
        const next = step.map(
          (by, place) =>
            [`p${place}`, types[(at + (step[(place + turn) % step.length] ?? by)) % size] ?? leaf] as const,
        );
        return [object({ ...Object.fromEntries(next), leaf })];
      }),
    );
    return types;
  };
  const [base, next] = [net(string, 0)[0] ?? string, net(number, 1)[0] ?? number];
  const subject = {
    who: "callers",
    use: "read",
    name: (way: readonly string[]) => way.join("."),
    place: (way: readonly string[]) => ({ file: { api: "acme" }, path: way }),
  } as const;
  const changes = compareType(subject, base, next, judgeWith(new Effort()));
  assert.ok(changes.length > 2000 && changes.length < 10_000, String(changes.length));
  assert.ok(changes.every((change) => change.class === "breaking"));
});

test.run();
