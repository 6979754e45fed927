/** Why a find is worth what it is, in the reader's language: made of codes and values, as the gateway gives them. */
import assert from "node:assert/strict";
import { judge } from "../../src/caches/rules/tier.ts";
import type { Why } from "../../src/caches/mod.ts";
import { sayOf } from "../../src/client/evidence/evidence_words.tsx";
import { language, languageOf, say } from "../../src/client/ui/say.ts";
import { evidence, fix, heard, living, PEERS, reading, T } from "../kit/evidence.ts";

/** What a verdict and its candidates say in a language. */
function inLanguage(code: string, { said, candidates }: Why): string[] {
  const before = language.value;
  language.value = languageOf(code);
  try {
    return [...said!, ...candidates.flatMap((one) => one.said ?? [])].map((one) => sayOf(one)!);
  } finally {
    language.value = before;
  }
}

Deno.test("a sentence that ends with an abbreviation has one full stop", () => {
  const german = languageOf("de");
  const said = (age: string) => say("fix.last", { age }, german);
  assert.equal(said("26 Sek."), "Letzte Position vor 26 Sek.");
  assert.equal(said("3 Stunden"), "Letzte Position vor 3 Stunden.");
});

Deno.test("a find's sentences in German, with distances and times as they are written there", () => {
  const radio = judge(evidence({ fixes: [fix()] })).why;
  assert.deepEqual(inLanguage("de", radio), [
    "Funkbestätigt: OE1XYZ-10 hat OE1ABC-7 direkt gehört, 42 m vom Cache, 3 Minuten vor dem Fund.",
  ]);
  const peers = judge(evidence({ peers: { ...PEERS, instances: ["a.example", "b.example", "c.example"] } }));
  assert.deepEqual(inLanguage("de", peers.why), [
    "Funkbestätigt durch Nachbarn: a.example, b.example und c.example hörten OE1ABC nicht weit vom Cache.",
  ]);
  const flaw = { code: "site_not_of_box", values: { site: "OE1XYZ-10", box: "attic" }, text: "" };
  const untrusted = judge(
    evidence({ fixes: [fix({}, { trusted: false, flaw })], reading: reading(1234), place: living([]) }),
  );
  assert.deepEqual(inLanguage("de", untrusted.why).slice(0, 3), [
    "Geloggt ohne Nachweis des Ortes.",
    "Die nächste Meldung von OE1ABC-7 hat nicht gezählt: niemand weiß, wo der lebende Cache war: keine bezeugte Position seiner Station innerhalb von fünf Minuten.",
    "Die Position des Geräts hat nicht gezählt: niemand weiß, wo der lebende Cache war: keine bezeugte Position seiner Station innerhalb von fünf Minuten.",
  ]);
  const boxes = judge(evidence({ fixes: [fix({}, { trusted: false, flaw })], reading: reading(1234) })).why;
  assert.deepEqual(inLanguage("de", boxes).slice(1), [
    "Die nächste Meldung von OE1ABC-7 hat nicht gezählt: OE1XYZ-10 zählt nicht: OE1XYZ-10 ist unter der Box attic nicht vertrauenswürdig.",
    "Die Position des Geräts hat nicht gezählt: sie ist 1,2 km entfernt, erlaubt sind 150 m und 10 m für ihre Genauigkeit.",
    "OE1XYZ-10 zählt nicht: OE1XYZ-10 ist unter der Box attic nicht vertrauenswürdig",
    "sie ist 1,2 km entfernt, erlaubt sind 150 m und 10 m für ihre Genauigkeit",
  ]);
});

Deno.test("in English the pages say what the gateway says, sentence by sentence", () => {
  for (
    const given of [
      {
        fixes: [fix({ at: T + 20 })],
        place: { kind: "fixed" as const, lat: 48.2, lon: 16.3, lastStage: true },
      },
      { fixes: [fix({ at: T - 4000 }), fix({ call: "OE9OTH-7" })], reading: reading(10, { session: false }) },
      { fixes: [fix({ hearings: [heard({ site: "OE1ABC-10" }), heard({ site: "", radioPort: false })] })] },
      { nfc: { stage: 2, bits: 33, at: T }, peers: { ...PEERS, confirmed: false } },
      { nfc: { stage: 2, bits: 44, at: T } },
      { reading: reading(20) },
    ]
  ) {
    const { why } = judge(evidence(given));
    const plain = (text: string) =>
      text.replace(
        /(\d+) (seconds|minutes|hours)/g,
        (_, n, unit) => `${n} ${{ seconds: "s", minutes: "min", hours: "h" }[unit as "hours"]}`,
      )
        .replace("60 s", "1 min");
    assert.equal(
      plain(inLanguage("en", why).slice(0, why.said!.length).join(" ")),
      plain(why.sentence),
    );
    for (const { reason, said } of why.candidates) assert.equal(reason === undefined, said === undefined);
  }
});

Deno.test("what a newer gateway says in words of its own stays in English", () => {
  assert.equal(sayOf({ code: "struck_by_lightning" }), undefined);
  assert.equal(sayOf({ code: "nearest", values: { call: "OE1ABC", flaw: { code: "eclipse" } } }), undefined);
});
