/** What the gateway says in English has its German on the pages. */
import assert from "node:assert/strict";
import { EVIDENCE_WORDS } from "../../src/caches/mod.ts";
import { SELF_CHECK_WORDS } from "../../src/federation/mod.ts";
import { DISTRUST } from "../../src/stations/mod.ts";
import { allRoutes } from "../../src/cli/all_routes.ts";
import { ALL, GROUPS, Settings } from "../../src/settings/mod.ts";
import { SETTING_FILES } from "../../src/settings/words/files.ts";
import { ownWords } from "../kit/words.ts";
import { FILES } from "../../src/words/generated/files.ts";

const english = ownWords("en"), german = ownWords("de");

const begins = (words: object, start: string) =>
  Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      key.startsWith(start) ? [[key.slice(start.length), value]] : []
    ),
  );

Deno.test("whatever is said of a find's evidence is said by the pages too: in English alike, and in German", () => {
  // The server says speeds in km/h; pages say them in the reader's units.
  const unitless = Object.entries({ ...EVIDENCE_WORDS, ...DISTRUST }).map(([code, words]) => [
    code,
    words.replaceAll("{kmh} km/h", "{kmh}"),
  ]);
  assert.deepEqual(begins(english, "why."), sorted(Object.fromEntries(unitless)));
  assert.deepEqual(Object.keys(begins(german, "why.")), Object.keys(begins(english, "why.")));
});

Deno.test("whatever the check of one's own records says is said by its page in both languages", () => {
  const codes = Object.keys(SELF_CHECK_WORDS).sort();
  assert.deepEqual(Object.keys(begins(FILES.en.admin, "peers.self.")), codes);
  assert.deepEqual(Object.keys(begins(FILES.de.admin, "peers.self.")), codes);
});

const sorted = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).sort(([a], [b]) => a < b ? -1 : 1));

/** Settings in these languages are whole; another language may come with fewer. */
for (const [code, { settings, phrases, takes }] of Object.entries(SETTING_FILES)) {
  Deno.test(`every setting is told in ${code}: its name, what it does, what it takes, its group and its unit`, () => {
    assert.deepEqual(Object.keys(takes), Object.keys(SETTING_FILES.de.takes));
    assert.deepEqual(Object.keys(settings), ALL.map(({ key }) => key).sort());
    for (const setting of ALL) {
      const [label, hint, ...more] = (settings as Record<string, string[]>)[setting.key]!;
      assert.equal(more.length, 0, setting.key);
      assert.ok(label && hint && hint !== setting.hint, setting.key);
      assert.match(hint, /[.!?]$/, setting.key);
      for (const mentioned of setting.hint.match(/\b[A-Z]+_[A-Z_]+\b|\/[\w.-]{3,}|`[^`]+`/g) ?? []) {
        assert.ok(hint.includes(mentioned), `${setting.key}: ${mentioned}`);
      }
    }
    const shared = new Set<string>(Object.values(GROUPS));
    for (const { type: { shape, takes } } of ALL) {
      shared.add(takes);
      if (shape.unit !== undefined) shared.add(shape.unit);
      for (const { label, unit } of shape.fields ?? []) shared.add(label).add(unit);
    }
    assert.deepEqual(Object.keys(phrases).filter((phrase) => !shared.has(phrase)), [], "nobody says that");
    // Units that are written alike, and what a type's own bounds say.
    const alike = /^(s|ms|m|MB)$|^a whole number from |^one of |^any of |^(one line of )?text of at most /;
    assert.deepEqual([...shared].filter((phrase) => !(phrase in phrases) && !alike.test(phrase)), []);
  });
}

Deno.test("settings as a German page reads them: bounds and choices are those of the type", () => {
  const settings = new Settings({}), { groups, settings: views } = settings.views("de");
  const takes = Object.fromEntries(
    [...views, ...settings.environmentViews("de")].map((one) => [one.key, one.takes]),
  );
  assert.equal(takes.API_RATE_WINDOW_SEC, "eine ganze Zahl von 1 bis 3600 (s)");
  assert.equal(takes.SESSION_TTL_DAYS, "eine ganze Zahl von 1 bis 400 (Tage)");
  assert.equal(takes.FED_RESERVE, "eines von trusted, all, off");
  assert.equal(takes.IMPORT_ALLOW, "beliebige von wwff, gcau, iota, durch Komma getrennt, oder none");
  assert.equal(takes.OPERATOR_ADDRESS, "Text von höchstens 300 Zeichen");
  assert.equal(takes.DATA_DIR, "eine Zeile Text von höchstens 1000 Zeichen");
  assert.equal(takes.FED_LINK_CALL, "ein Rufzeichen");
  assert.ok(groups.some(({ id, title }) => id === "game" && title === "Caches und Funde"));
  const [retention] = views.filter(({ key }) => key === "RETENTION");
  assert.deepEqual(retention!.fields!.map(({ label, unit }) => `${label} ${unit}`).slice(0, 2), [
    "Rohe Pakete Stunden",
    "Nachrichten Tage",
  ]);
  assert.equal(
    settings.views().settings.find(({ key }) => key === "RETENTION")!.fields![0]!.label,
    "Raw packets",
  );
});

Deno.test("settings as a Spanish page reads them, and as one does in a language that has none of their words", () => {
  const settings = new Settings({});
  const read = (lang: string) => {
    const { groups, settings: views } = settings.views(lang);
    const all = [...views, ...settings.environmentViews(lang)].map((one) => [one.key, one] as const);
    return { groups, by: Object.fromEntries(all) };
  };
  const spanish = read("es");
  assert.equal(spanish.by.API_RATE_WINDOW_SEC!.takes, "un número entero de 1 a 3600 (s)");
  assert.equal(spanish.by.FED_RESERVE!.takes, "uno de trusted, all, off");
  assert.equal(
    spanish.by.IMPORT_ALLOW!.takes,
    "cualquiera de wwff, gcau, iota, separados por comas, o none",
  );
  assert.equal(spanish.by.OPERATOR_ADDRESS!.takes, "texto de 300 caracteres como máximo");
  assert.equal(spanish.by.DATA_DIR!.takes, "una línea de texto de 1000 caracteres como máximo");
  assert.equal(spanish.by.CLUB_NAME!.label, "Nombre del club");
  assert.ok(spanish.groups.some(({ id, title }) => id === "game" && title === "Cachés y hallazgos"));
  assert.deepEqual(read("fr"), read("en"));
  assert.deepEqual(read("constructor"), read("en"));
});

Deno.test("whatever a page or a form that the server draws may be refused with has its German", () => {
  const drawn = allRoutes().filter(({ method, options: { produces, form } }) =>
    form || method === "GET" && produces === "text/html"
  );
  assert.ok(drawn.length > 15, String(drawn.length));
  const reasons = new Set(
    drawn.flatMap(({ options: { errors = [] } }) => errors.map(({ reason }) => reason)),
  );
  assert.deepEqual([...reasons].filter((reason) => !(`reason.${reason}` in german)).sort(), []);
});
