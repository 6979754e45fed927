/** What the gateway names in English is marked so on pages in other languages. */
import assert from "node:assert/strict";
import { ContentName, ReportLink } from "../../src/client/admin/people/person_page.tsx";
import { ThingName } from "../../src/client/admin/people/thing_name.tsx";

interface Drawn {
  type: unknown;
  props: Record<string, unknown>;
}
const isDrawn = (value: unknown): value is Drawn =>
  typeof value === "object" && value !== null && "type" in value && "props" in value;
/** What a component draws as a name of a thing, with its language. */
function namesIn(drawn: unknown): (readonly [unknown, unknown])[] {
  if (Array.isArray(drawn)) return drawn.flatMap(namesIn);
  if (!isDrawn(drawn)) return [];
  if (drawn.type !== ThingName) return namesIn(drawn.props.children);
  const { props } = ThingName({ kind: String(drawn.props.kind), label: String(drawn.props.label) });
  return [[props.children, props.lang]];
}

Deno.test("a person's page marks the names that the gateway gives; those of people are left alone", () => {
  const log = { kind: "log", label: "found of AB12 by OE1ABC" } as const,
    cache = { kind: "cache", label: "AB12 Mühle" } as const;
  for (const code of [undefined, "AB12"]) {
    const at = code === undefined ? {} : { code };
    assert.deepEqual(namesIn(ContentName({ ...log, ...at })), [[log.label, "en"]]);
    assert.deepEqual(namesIn(ContentName({ ...cache, ...at })), [[cache.label, undefined]]);
  }
  const report = { id: 1, category: "spam" } as const;
  assert.deepEqual(namesIn(ReportLink({ ...report, ...log })), [[log.label, "en"]]);
  assert.deepEqual(namesIn(ReportLink({ ...report, ...cache })), [[cache.label, undefined]]);
});
