/** Registers as offices publish them, logos, sounds, and letters that are equal: cases that were reported of other programs. */
import assert from "node:assert/strict";
import { judgeRow, readRegister } from "../../src/accounts/mod.ts";
import { cleanSound } from "../../src/caches/media/sounds/clean_sound.ts";
import { isDrawable } from "../../src/club/read_svg.ts";
import { readFinds } from "../../src/notebook/elsewhere/read_finds.ts";
import { readGpx } from "../../src/caches/imports/read_gpx.ts";
import { sourceOf } from "../../src/caches/imports/sources.ts";
import { normalCode } from "../../src/caches/stages/normal_code.ts";
import { decodeText } from "../../src/aprs/text.ts";
import { shownText } from "../../src/fbb/mod.ts";
import { drawLink } from "../../src/client/app/first_paint.tsx";
import { appTest } from "../kit/app.ts";
import { gameApp } from "../kit/game.ts";

const data = (name: string) => Deno.readFile(new URL(`../data/field/web/${name}`, import.meta.url));
const utf8 = (text: string) => new TextEncoder().encode(text);
async function* whole(bytes: Uint8Array) {
  yield bytes;
}
async function register(bytes: Uint8Array) {
  const rows: string[] = [], left: string[] = [];
  for await (const { fields } of readRegister(whole(bytes), "csv", (_, why) => left.push(why))) {
    const row = judgeRow(fields);
    if (typeof row === "string") left.push(row);
    else {rows.push(
        `${row.call} ${row.status} ${
          row.expiresAt === null ? "-" : new Date(row.expiresAt * 1000).getUTCFullYear()
        }`,
      );}
  }
  return { rows, left };
}

Deno.test("registers of the FCC, of Canada, of Ofcom, with titles and in UTF-16: each row is a licence, or left with why", async () => {
  const rows: [name: string, rows: string[], left: number][] = [
    ["lic-HD.dat", ["N0CALL licensed 2031", "W1AW licensed 2031"], 0],
    ["lic-fcc-us-dates.csv", [
      "N0CALL licensed 2031",
      "W1AW licensed 2031",
      "K9ZZZ expired 2020",
      "N1ABC expired 2029",
    ], 0],
    ["lic-ised.csv", ["VE3ABC licensed -", "VA2XYZ licensed -"], 0],
    ["lic-ofcom.csv", ["M0ABC licensed -", "G4XYZ licensed -"], 1],
    ["lic-title.csv", ["OE1ABE licensed 2030"], 1],
    ["lic-bom.csv", ["OE1ABC licensed 2030"], 0],
    ["lic-utf16.csv", ["OE1ABD licensed 2030"], 0],
  ];
  for (const [name, wanted, left] of rows) {
    const got = await register(await data(name));
    assert.deepEqual(got.rows, wanted, `${name}: ${got.left}`);
    assert.equal(got.left.length, left, `${name}: ${got.left}`);
  }
  await assert.rejects(register(utf8("EN|1|||W1AW|L|L00|Hiram\n")), /take HD\.dat/);
  // Nobody can tell the day from the month.
  assert.deepEqual((await register(utf8("callsign,expiresAt\nOE1ABC,01/02/2030\n"))).rows, []);
});

appTest(
  "a call that a register lists twice: the current one, then the latest, in whatever order they come",
  {},
  async (app) => {
    const at = app.world.now(), day = 86_400;
    const rows = [["W2UMC", "A", at + 900 * day], ["N6VRH", "E", at - 900 * day], [
      "W2UMC",
      "E",
      at - 800 * day,
    ], ["N6VRH", "A", at + 9 * day]];
    const post = (path: string, body: object) =>
      app.operator.post(`/api/licence/import${path}`, { source: "fcc", importedAt: at, ...body });
    for (const some of [rows.slice(0, 2), rows.slice(2)]) {
      const { body } = await post("", { rows: some });
      assert.equal(body.accepted + body.skipped, some.length);
    }
    // Who counts the rows that were accepted closes the run, and who counts calls too.
    assert.equal((await post("/finish", { count: 3 })).status, 409);
    assert.equal((await post("/finish", { count: 4 })).body.rows, 2);
    assert.equal((await post("/finish", { count: 2 })).body.rows, 2);
    for (const call of ["W2UMC", "N6VRH"]) {
      assert.equal((await app.visitor.get(`/api/licence/${call}`)).body.status, "licensed", call);
    }
  },
);

Deno.test("an SVG for a logo: a logo is drawn; what brings others in, or never ends, is not", async () => {
  const svg = (inside: string) =>
    utf8(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`,
    );
  const nested = Array.from(
    { length: 20 },
    (_, n) => `<g id="a${n + 1}"><use href="#a${n}"/><use href="#a${n}"/></g>`,
  ).join("");
  const rows: [string, string, boolean][] = [
    [
      "a logo",
      `<defs><linearGradient id="g"/><filter id="f"><feGaussianBlur stdDeviation="2"/></filter><path id="p" d="M0 0h9"/></defs><use xlink:href="#p" fill="url(#g)" filter="url(#f)"/>`,
      true,
    ],
    ["uses of uses", `<path id="a0" d="M0 0h9"/>${nested}`, false],
    ["a use of itself", `<g id="a"><g><use href="#a"/></g></g><use href="#a"/>`, false],
    ["many effects", `<filter id="f">${"<feGaussianBlur/>".repeat(60)}</filter>`, false],
    ["a long style", `<style>${".a{fill:red}".repeat(2000)}</style>`, false],
    ["a picture under a prefix", `<s:image xmlns:s="http://www.w3.org/2000/svg" href="#a"/>`, false],
    ["something of elsewhere", `<use href="https://elsewhere.example/a.svg#b"/>`, false],
    ["too many elements", "<g/>".repeat(30_000), false],
  ];
  for (const [name, inside, is] of rows) assert.equal(await isDrawable(svg(inside)), is, name);
});

const has = (bytes: Uint8Array, text: string) => new TextDecoder("latin1").decode(bytes).includes(text);
for (const ext of ["m4a", "mp3", "ogg", "wav"]) {
  Deno.test(`a sound as .${ext} is kept without who made it and where, and plays as long as before`, async () => {
    let bytes: Uint8Array;
    try {
      bytes = await data(`loc.${ext}`);
    } catch {
      // A WAV with notes before and behind its samples.
      const chunk = (name: string, inside: Uint8Array) => {
        const head = new Uint8Array(8 + inside.length + inside.length % 2);
        head.set(utf8(name));
        new DataView(head.buffer).setUint32(4, inside.length, true);
        head.set(inside, 8);
        return [...head];
      };
      const format = Uint8Array.of(1, 0, 1, 0, 64, 31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0);
      const notes = chunk("LIST", utf8("INFOIART+48.2082+016.3738/"));
      const inside = [
        ...utf8("WAVE"),
        ...chunk("fmt ", format),
        ...notes,
        ...chunk("data", new Uint8Array(8000).fill(128)),
        ...notes,
      ];
      bytes = Uint8Array.from(chunk("RIFF", Uint8Array.from(inside)));
    }
    assert.ok(has(bytes, ext === "m4a" ? "udta" : "48.2082"), "notes are in it");
    const clean = cleanSound(bytes, ext);
    for (const note of ["48.2082", "016.3738", "udta", "loci", "\u00a9xyz"]) {
      assert.ok(!has(clean, note), note);
    }
    assert.ok(clean.length <= bytes.length && clean.length > bytes.length / 3);
    assert.deepEqual(cleanSound(clean, ext), clean, "clean stays as it is");
    // A second witness, where it is there.
    const folder = await Deno.makeTempDir();
    try {
      const asked = async (name: string, of: Uint8Array) => {
        await Deno.writeFile(`${folder}/${name}`, of);
        const { stdout } = await new Deno.Command("ffprobe", {
          args: ["-v", "error", "-show_format", "-show_streams", "-of", "json", `${folder}/${name}`],
        }).output();
        const { format, streams } = JSON.parse(new TextDecoder().decode(stdout));
        const tags = { ...streams[0].tags, ...format.tags };
        return {
          seconds: Number(streams[0].duration ?? format.duration),
          codec: streams[0].codec_name,
          tags,
        };
      };
      const before = await asked(`before.${ext}`, bytes), after = await asked(`after.${ext}`, clean);
      assert.equal(after.codec, before.codec);
      assert.ok(Math.abs(after.seconds - before.seconds) < 0.1, `${before.seconds} s, ${after.seconds} s`);
      for (const tag of ["artist", "title", "location", "location-eng", "date", "creation_time", "comment"]) {
        assert.equal(after.tags[tag], undefined, tag);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

Deno.test("searches and codes: capitals, ß and accents in one letter or two are equal", async () => {
  const game = gameApp(), { app } = game, owner = await app.signIn("OE1ABC");
  await game.hide(owner, { title: "Am Großglöckner" });
  await game.hide(owner, { title: "Alte Straße".normalize("NFD") });
  await game.hide(owner, { title: "Über die Brücke".normalize("NFD") });
  const titles = async (q: string) =>
    (await app.visitor.get(`/api/search?q=${encodeURIComponent(q)}`)).body.caches
      .map(({ title }: { title: string }) => title.normalize("NFC"));
  for (const q of ["großglöck", "großglöck".normalize("NFD"), "GROSSGLÖCK", "grossglöckner"]) {
    assert.deepEqual(await titles(q), ["Am Großglöckner"], q);
  }
  for (const q of ["STRASSE", "straße", "Strasse"]) assert.deepEqual(await titles(q), ["Alte Straße"], q);
  for (const q of ["brücke", "BRÜCKE", "Üb"]) assert.deepEqual(await titles(q), ["Über die Brücke"], q);
  assert.equal(new Set(["Schlüßel", "SCHLÜSSEL", " schlüßel ".normalize("NFD")].map(normalCode)).size, 1);
  game.close();
});

Deno.test("a cut character of a frame or a mail spoils itself alone", () => {
  assert.equal(decodeText("Gr\xc3\xbc\xc3\x9fe \xc3"), "Grüße Ã");
  assert.equal(decodeText("Gr\xfc\xdfe"), "Grüße");
  assert.equal(shownText(Uint8Array.of(0x47, 0xc3, 0xbc, 0xff, 0x0d, 0x0a)), "Güÿ\n");
});

Deno.test("the picture of a link is XML whatever its title is", () => {
  const picture = drawLink({ icon: "radio", title: "a]]>b & <c> 🦊", line: "x]]>", place: "y" });
  assert.ok(!picture.includes("]]>") && picture.includes("]]&gt;"));
});

Deno.test("files as others reported them: empty lines first, places that are not known, notes as a description", async () => {
  const head = '<?xml version="1.0" encoding="ISO-8859-1"?><gpx version="1.0"><name>My Finds</name>';
  const log = "<cache><logs><log><date>2012-04-23T19:00:00Z</date><type>Found it</type></log></logs></cache>";
  const finds = [];
  const own = `\n\n\n   ${head}<wpt lat="" lon=""><name>GC1</name>${log}</wpt></gpx>`;
  for await (const one of readFinds(whole(utf8(own)))) finds.push(one);
  assert.deepEqual(finds.map(({ code, lat, lon }) => [code, lat, lon]), [["GC1", null, null]]);
  const rows = [];
  const plain =
    `${head}<!-- a comment --><wpt lat="47.5" lon="8.5"><name>NVB 1</name><cmt>Canton: Z\u00fcrich</cmt><desc>Place &quot;A&quot;</desc></wpt>` +
    '<wpt lat="48,2" lon="16,3"><name>COMMA</name></wpt><wpt lat="" lon=""><name>NONE</name></wpt></gpx>';
  const latin = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  for await (const row of readGpx(whole(latin), sourceOf("opencaching")!)) rows.push(row);
  const [first, ...others] = rows;
  assert.ok(first && "place" in first);
  assert.deepEqual([first.place.externalId, first.place.title, first.place.description], [
    "NVB 1",
    'Place "A"',
    "Canton: Zürich",
  ]);
  assert.deepEqual(others.map((row) => "skipped" in row && row.skipped.reason), [
    "COMMA: no place",
    "NONE: no place",
  ]);
});
