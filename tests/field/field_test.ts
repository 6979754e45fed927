/** Every case from the field, by area: see `field_case.ts`. */
import assert from "node:assert/strict";
import { appTest } from "../kit/app.ts";
import { AREAS, PLAIN } from "./areas.ts";
import { FIELD_SETTINGS, hold, runCase } from "./field_case.ts";

for (const [area, cases] of Object.entries(AREAS)) {
  for (const [n, one] of cases.entries()) {
    appTest(
      `field, ${area} ${n + 1}, ${one.of}: ${one.right}`,
      FIELD_SETTINGS,
      async (app) => await runCase(app, one),
    );
  }
}

for (const { of, right, does, gives } of PLAIN) {
  Deno.test(`field, plain, ${of}: ${right}`, async () => hold(await does(), gives, of));
}

Deno.test("a case that does not become what is right is seen", () => {
  hold({ list: [{ a: 1, b: 2 }] }, { list: [{ a: 1, c: undefined }] }, "");
  for (const wrong of [{ list: [{ a: 2 }] }, { list: [] }, { list: [{ b: undefined }] }, { other: {} }]) {
    assert.throws(() => hold({ list: [{ a: 1, b: 2 }] }, wrong, ""), assert.AssertionError);
  }
});
