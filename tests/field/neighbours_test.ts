/** One malformed item never costs its neighbours: each importer is fed two hundred mutated items between good ones. */
import assert from "node:assert/strict";
import { judgeRow, readRegister } from "../../src/accounts/mod.ts";
import { readCsv } from "../../src/caches/imports/read_csv.ts";
import { readGpx } from "../../src/caches/imports/read_gpx.ts";
import { sourceOf } from "../../src/caches/imports/sources.ts";
import { readFinds } from "../../src/notebook/elsewhere/read_finds.ts";
import { NoteReader } from "../../src/notebook/field_notes/read_notes.ts";
import { gameApp } from "../kit/game.ts";
import { random } from "../kit/random.ts";

const MUTATED = 200, SEEDS = [1, 2, 3];
const utf8 = (text: string) => new TextEncoder().encode(text);
/** Letters that mean something to one format or another. */
const ODD = [
  '"',
  ",",
  ";",
  "\t",
  "|",
  "\\",
  "'",
  "\u0000",
  "\u001a",
  "\uFEFF",
  "\u2028",
  "\ud83d\ude00",
  "é",
  "-",
  "9",
  " ",
];

/** A file in pieces, whose ends fall anywhere. */
async function* pieces(bytes: Uint8Array, draw: () => number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length;) {
    const size = 1 + Math.floor(draw() * 3000);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

/** The text with some of it taken away, doubled, exchanged or put in. */
function mutated(text: string, draw: () => number, odd: readonly string[] = ODD): string {
  let letters = [...text];
  for (let n = 1 + Math.floor(draw() * 4); n > 0; n--) {
    const at = Math.floor(draw() * letters.length),
      length = Math.floor(draw() * 8),
      one = odd[Math.floor(draw() * odd.length)]!;
    letters = [
      () => letters.toSpliced(at, length),
      () => letters.toSpliced(at, 0, one),
      () => letters.toSpliced(at, 1, one),
      () => letters.toSpliced(at, 0, ...letters.slice(at, at + length)),
      () => letters.toSpliced(at, 0, one.repeat(300)),
    ][Math.floor(draw() * 5)]!();
  }
  return letters.join("");
}

/** Mutated items, each between two good ones. Good ones are told by their number. */
function between(good: (n: number) => string, draw: () => number, odd?: readonly string[]): string[] {
  const items = [good(0)];
  for (let n = 1; n <= MUTATED; n++) items.push(mutated(good(90_000 + n), draw, odd), good(n));
  return items;
}
const wanted = Array.from({ length: MUTATED + 1 }, (_, n) => n);

/** A name of good item n, in whose place no other of them can come. */
const code = (n: number) => `G${String(n).padStart(5, "0")}`;

/** Each good item is there, as it was: `got` gives a text for a name. */
function allThere(got: ReadonlyMap<string, string>, as: (n: number) => string, of: string): void {
  for (const n of wanted) assert.equal(got.get(code(n)), as(n), `${of}: ${code(n)}`);
}

/** A waypoint whose texts are written as XML has them; its attributes and members are what is mutated. */
const escaped = (text: string) =>
  text.replace(/[<>&"]/g, (one) => `&#${one.charCodeAt(0)};`)
    // deno-lint-ignore no-control-regex -- what XML has no place for is no letter of a waypoint
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, "");
const waypoint = (fields: readonly string[]): string => {
  const [lat, lon, name, title, type, log] = fields.map(escaped);
  return `<wpt lat="${lat}" lon="${lon}"><name>${name}</name><sym>Geocache Found</sym><type>${type}</type>` +
    `<groundspeak:cache archived="False"><groundspeak:name>${title}</groundspeak:name><groundspeak:logs>` +
    `<groundspeak:log><groundspeak:date>${log}</groundspeak:date><groundspeak:type>Found it</groundspeak:type>` +
    "</groundspeak:log></groundspeak:logs></groundspeak:cache></wpt>";
};
const gpxOf = (waypoints: readonly string[]) =>
  utf8(`<gpx xmlns:groundspeak="http://www.groundspeak.com/cache/1/0">${waypoints.join("\n")}</gpx>`);
const GPX_FIELD = (
  n: number,
) => ["48.2", "16.3", code(n), `Title ${n}`, "Geocache|Traditional Cache", "2026-01-02T10:00:00Z"];
const gpxBetween = (draw: () => number) =>
  between((n) => GPX_FIELD(n).join("\u0001"), draw).map((text) =>
    waypoint([...text.split("\u0001"), "", "", "", "", "", ""])
  );

Deno.test("catalogues in CSV: quotes, separators and lines of a bad row are its own", async () => {
  for (const seed of SEEDS) {
    for (const separator of [",", ";"]) {
      const draw = random(seed);
      const row = (n: number) =>
        [
          `"${code(n)}"`,
          "1",
          n % 3 ? `"Park ${n}, ""old"" one"` : `"Park ${n}\nof two lines"`,
          "47.5",
          "15.5",
        ].join(separator);
      const head = ["reference", "active", "name", "latitude", "longitude"].join(separator);
      // A row of one line is mutated: where it ends is then known.
      const rows = between(row, draw).map((text, at) => at % 2 ? text.replaceAll("\n", " ") : text);
      const got = new Map<string, string>();
      const file = pieces(utf8([head, ...rows].join("\r\n") + "\r\n"), draw);
      for await (const one of readCsv(file, sourceOf("pota")!, "2026-06-01")) {
        if ("place" in one) got.set(one.place.externalId, one.place.title);
      }
      allThere(
        got,
        (n) => n % 3 ? `Park ${n}, "old" one` : `Park ${n} of two lines`,
        `seed ${seed} ${separator}`,
      );
    }
  }
});

Deno.test("catalogues and own finds in GPX: what a bad waypoint holds is its own", async () => {
  for (const seed of SEEDS) {
    const draw = random(seed), places = new Map<string, string>(), finds = new Map<string, string>();
    const bytes = gpxOf(gpxBetween(draw));
    for await (const one of readGpx(pieces(bytes, draw), sourceOf("opencaching")!)) {
      if ("place" in one) places.set(one.place.externalId, one.place.title);
    }
    for await (const one of readFinds(pieces(bytes, draw))) {
      finds.set(one.code, `${one.title} ${one.foundAt}`);
    }
    allThere(places, (n) => `Title ${n}`, `places, seed ${seed}`);
    allThere(finds, (n) => `Title ${n} ${Date.UTC(2026, 0, 2, 10) / 1000}`, `finds, seed ${seed}`);
  }
});

Deno.test("field notes: a quote that was typed swallows nothing", async () => {
  for (const seed of SEEDS) {
    const draw = random(seed), got = new Map<string, string>(), reader = new NoteReader();
    const rows = between((n) => `${code(n)},2026-01-02T10:00Z,Found it,"Note ${n}, ""nice"""`, draw);
    const read = (notes: ReturnType<NoteReader["end"]>) =>
      notes.forEach(({ code, text }) => got.set(code, text));
    for await (const piece of pieces(utf8(rows.join("\r\n")), draw)) read(reader.push(piece));
    read(reader.end());
    allThere(got, (n) => `Note ${n}, "nice"`, `seed ${seed}`);
  }
});

Deno.test("licence registers, by hand, of the FCC and in JSON: a bad row is left out by itself", async () => {
  const call = (n: number) => code(n).slice(1).replace(/^(\d)(\d)/, (_, a, b) => `W${a}${b}`);
  const forms: [
    name: string,
    form: "csv" | "json",
    head: string,
    row: (n: number) => string,
    odd?: string[],
  ][] = [
    ["csv", "csv", "callsign,status,expiresAt\n", (n) => `${call(n)}A,"licensed",2031-01-02`],
    ["hd.dat", "csv", "", (n) => `HD|${n}|||${call(n)}A|A|HA|01/02/2021|01/02/2031||||||||||N|`],
  ];
  for (const [name, form, head, row, odd] of forms) {
    for (const seed of SEEDS) {
      const draw = random(seed), got = new Map<string, string>();
      const bytes = utf8(head + between(row, draw, odd).join("\n"));
      for await (const { fields } of readRegister(pieces(bytes, draw), form, () => {})) {
        const judged = judgeRow(fields);
        if (typeof judged !== "string") got.set(judged.call, judged.status);
      }
      for (const n of wanted) assert.equal(got.get(`${call(n)}A`), "licensed", `${name}, seed ${seed}: ${n}`);
    }
  }
  const draw = random(7),
    values = [null, {}, [], [[]], "x", 7, [1, 2, 3], ["W1AW", 5], [null, "licensed"], { call: [] }, true];
  const rows = wanted.flatMap((
    n,
  ) => [values[Math.floor(draw() * values.length)], { callsign: `${call(n)}A`, status: "active" }]);
  const got = new Set<string>();
  for await (
    const { fields } of readRegister(pieces(utf8(JSON.stringify({ rows })), draw), "json", () => {})
  ) {
    const judged = judgeRow(fields);
    if (typeof judged !== "string") got.add(judged.call);
  }
  for (const n of wanted) assert.ok(got.has(`${call(n)}A`), `json: ${n}`);
});

Deno.test("the whole way over HTTP: every good item of a mutated body is kept, and the sums add up", async () => {
  const game = gameApp(), { app } = game, draw = random(11), client = await app.signIn("OE7PQR");
  const csv = { "content-type": "text/csv" }, gpx = { "content-type": "application/gpx+xml" };
  const park = (n: number) => `${code(n)},1,"Park ${n}",47.5,15.5`;
  const list = ["reference,active,name,latitude,longitude", ...between(park, draw)].join("\n");
  const imported = await app.operator.post("/api/import/pota", list, csv);
  assert.equal(imported.status, 200, imported.text);
  const { rows, updated, unchanged, retired, gone, outside, skipped } = imported.body;
  assert.equal(
    rows,
    imported.body.imported + updated + unchanged + retired + gone + outside + skipped,
    imported.text,
  );
  const finds = await client.post("/api/my/finds-elsewhere", gpxOf(gpxBetween(draw)), gpx);
  assert.equal(finds.status, 200, finds.text);
  const notes = between((n) => `${code(n)},2026-01-02T10:00Z,Found it,"Note ${n}"`, draw).join("\n");
  const noted = await client.post("/api/v1/field-notes", notes, csv);
  assert.equal(noted.status, 200, noted.text);
  const codes = (sql: string) =>
    new Set(app.db.sql<never, { code: string }>(sql).all().map((one) => one.code));
  const kept = {
    places: codes("SELECT external_id AS code FROM cache WHERE source = 'pota'"),
    finds: codes("SELECT code FROM found_elsewhere"),
    notes: codes("SELECT code FROM field_note"),
  };
  for (const [of, there] of Object.entries(kept)) {
    for (const n of wanted) assert.ok(there.has(code(n)), `${of}: ${code(n)}`);
  }
  game.close();
});
