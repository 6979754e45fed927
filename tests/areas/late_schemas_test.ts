import assert from "node:assert/strict";
import { z } from "#schemas";
import * as zod from "npm:zod@4.6.7";
import { given, later } from "../../src/zod/later.ts";

Deno.test("a declaration makes its schema when it is first asked something, and once", () => {
  let made = 0;
  const declared = later(() => {
    made++;
    return zod.string();
  });
  const further = declared.min(2).optional().describe("A name");
  assert.equal(made, 0);
  assert.equal(further.parse("ab"), "ab");
  assert.equal(declared.safeParse("").success, true);
  assert.equal(made, 1);
});

Deno.test("members of an object are put into another one, and a schema is named, before either is made", () => {
  let made = 0;
  const counted = later(() => {
    made++;
    return zod.string();
  });
  const Part = z.object({ a: counted, b: z.number() });
  const Whole = z.strictObject({
    ...Part.shape,
    ...Part.extend({ c: z.boolean() }).pick({ b: true, c: true }).partial().shape,
    d: Part.shape.a.min(2).meta({ id: "late-d", examples: ["ab"] }),
  });
  assert.equal(made, 0);
  assert.deepEqual(Whole.parse({ a: "", d: "ab" }), { a: "", d: "ab" });
  assert.deepEqual(Whole.parse({ a: "", b: 1, c: true, d: "ab" }), { a: "", b: 1, c: true, d: "ab" });
  for (const wrong of [{ d: "ab" }, { a: "", d: "a" }, { a: "", d: "ab", c: 1 }, { a: "", d: "ab", e: 1 }]) {
    assert.equal(Whole.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
  assert.equal(made, 1);
  assert.deepEqual(Whole.shape.d.meta(), { id: "late-d", examples: ["ab"] });
  assert.equal(given(Part.shape.a), given(counted));
});

Deno.test("declarations check and are described as zod's own schemas", () => {
  const declare = (from: typeof zod) => {
    const Place = from.object({ lat: from.number().min(-90).max(90), grid: from.string().nullable() });
    const Node = from.looseObject({
      kind: from.enum(["a", "b"]).default("a"),
      place: Place.extend({ id: from.int() }).optional().describe("Where"),
      names: from.record(from.string(), from.array(from.string().max(3))),
      either: from.union([from.literal(1), Place.pick({ lat: true })]),
      get children() {
        return from.array(Node).optional();
      },
    });
    return Node;
  };
  const [late, own] = [declare(z as typeof zod), declare(zod)];
  assert.deepEqual(z.toJSONSchema(late), zod.toJSONSchema(own));
  for (
    const value of [
      { names: {}, either: 1 },
      { names: { x: ["abc"] }, either: { lat: 3 }, children: [{ names: {}, either: 1, kind: "b" }] },
      { names: { x: ["abcd"] }, either: 2, place: { lat: 91, grid: null, id: 1.5 } },
      { names: {}, either: 1, children: [{ kind: "c" }] },
    ]
  ) {
    const [a, b] = [late.safeParse(value), own.safeParse(value)];
    assert.deepEqual(a.data, b.data);
    assert.deepEqual(a.error?.issues, b.error?.issues);
  }
  assert(late instanceof z.ZodObject);
});

Deno.test("what a schema is made of holds no declaration, however it was chained", () => {
  const Part = z.object({ a: z.string() }).loose();
  const whole = given(Part.extend({ b: z.array(Part).min(1), c: z.tuple([z.number(), Part]).nullable() }));
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    assert.equal(given(value), value);
    const { _zod } = value as { _zod?: { def: Record<string, unknown> } };
    for (const one of Object.values(_zod ? { ..._zod.def, ...(_zod.def.shape ?? {}) } : value)) walk(one);
  };
  walk(whole);
});
