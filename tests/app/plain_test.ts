/** What the app writes without asking the browser is what the browser would have written. */
import assert from "node:assert/strict";
import { byTitle, isPlainOne, plainNumber, plainTime } from "../../src/client/ui/words/plain.ts";
import { random } from "../kit/random.ts";

const LOCALES = ["en", "en-GB", "en-US", "en-IE", "en-AU", "en-NZ", "de", "de-DE", "de-AT", "es", "es-ES"];

Deno.test("small numbers are written as the browser writes them, in each locale and with each number of decimals", () => {
  const values = [
    0,
    1,
    0.05,
    0.95,
    9.949,
    9.95,
    99.5,
    998.4,
    ...Array.from({ length: 300 }, (_, i) => i * 3.317),
  ];
  for (const locale of LOCALES) {
    for (const digits of [0, 1, 3]) {
      const { format } = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
      const told = values.map((value) => [plainNumber(value, locale, digits), format(value)] as const);
      for (const [plain, whole] of told) assert.equal(plain ?? whole, whole, locale);
      assert(told.filter(([plain]) => plain !== undefined).length > 250);
    }
    const rules = new Intl.PluralRules(locale);
    for (const n of [0, 1, 2, 21, 1000]) assert.equal(isPlainOne(n, locale), rules.select(n) === "one");
  }
});

Deno.test("times of a day are written as the browser writes them", () => {
  for (const locale of ["en", "en-GB", "en-US", "de", "de-DE", "de-AT"]) {
    const hourCycle = locale.includes("-") ? {} : { hourCycle: "h23" } as const;
    const { format } = new Intl.DateTimeFormat(locale, { timeStyle: "short", ...hourCycle });
    for (let minute = 0; minute < 1440; minute += 7) {
      const date = new Date(2026, 5, 21, 0, minute);
      assert.equal(plainTime(date, locale), format(date), locale);
    }
  }
  assert.equal(plainTime(new Date(), "es-ES"), undefined);
});

Deno.test("what is not plain is left to the browser", () => {
  for (const value of [-1, 999, 1000, NaN, Infinity]) assert.equal(plainNumber(value, "en"), undefined);
  for (const locale of ["de-CH", "en-ZA", "ar", "hi", "constructor"]) {
    assert.equal(plainNumber(1, locale), undefined);
    assert.equal(isPlainOne(1, locale), undefined);
  }
  assert.equal(isPlainOne(1.5, "en"), undefined);
});

Deno.test("titles stand in the browser's order, whether they are plain or not", () => {
  const drawn = random(7), draw = (below: number) => Math.floor(drawn() * below);
  const letters = "aAbBzZ09  mMnN", others = "äÖß-–.éñ";
  const title = (from: string) => Array.from({ length: 1 + draw(8) }, () => from[draw(from.length)]).join("");
  for (const locale of [...LOCALES, "da", "cs"]) {
    const { compare } = new Intl.Collator(locale);
    for (const from of [letters, letters + others]) {
      const rows = Array.from({ length: 200 }, () => ({ title: title(from) }));
      assert.deepEqual(byTitle(rows, locale), rows.toSorted((a, b) => compare(a.title, b.title)), locale);
    }
  }
});
