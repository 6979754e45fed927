/** Records as a club writes them, for tests of what slow links carry: every text stands there once or twice. */
import type { Tx } from "../../src/db/mod.ts";
import type { Publications } from "../../src/wire/mod.ts";

const PLACES: [title: string, lat: number, lon: number, description: string][] = [
  [
    "Alte Mühle am Bach",
    482_083_330,
    163_730_000,
    "Seit 1847 stand hier das Wasserrad. Parken beim Wehr, von dort sind es zehn Minuten auf dem Uferweg.",
  ],
  [
    "Gipfelkreuz Hochschwab",
    476_166_000,
    151_422_000,
    "Long walk, no shade after the hut. 2 m simplex works well from the cross, bring a light antenna.",
  ],
  [
    "Relaisblick",
    480_512_110,
    158_890_230,
    "Von der Bank sieht man den Umsetzer OE3XNR. Bitte nichts am Zaun befestigen.",
  ],
  [
    "Murbrücke",
    470_707_000,
    154_395_000,
    "Magnetisch, unter dem dritten Pfeiler auf der Südseite. Bei Hochwasser nicht suchen!",
  ],
  [
    "Ruine Senftenberg",
    484_420_870,
    155_577_140,
    "Inside the outer wall; the tower itself is closed. Watch the steps after rain.",
  ],
  ["Verborgene Quelle", 472_511_930, 147_123_450, ""],
  [
    "Bahnhof der Gegenwart",
    481_850_000,
    163_760_000,
    "Mystery: the timetable of 1938 gives you B, the platform number gives you C.",
  ],
  [
    "Linde von 1683",
    479_911_220,
    167_010_990,
    "Naturdenkmal. Der Behälter hängt nicht am Baum, sondern am Zaunpfosten dahinter.",
  ],
  [
    "Steinbruch Ost",
    483_322_110,
    166_623_410,
    "Terrain 4 because of the loose rock. Helmet recommended, no kids.",
  ],
  [
    "Feldtag 2026",
    482_990_010,
    159_321_770,
    "Hidden at our field day, four antennas later. Say hello on 145.500.",
  ],
  ["Kapelle am Weg", 477_112_340, 152_340_090, "Kleiner Petling, nur Logbuch. Stift mitbringen."],
  [
    "Sendemast Kahlenberg",
    482_756_600,
    163_332_100,
    "155 m of steel; the box is where the fence bends. Dogs on the other side are friendly.",
  ],
];
const LOGS = [
  "TFTC! Zu zweit nach zehn Minuten gefunden, 73 de Karl",
  "Nice view, 59 into the repeater from here.",
  "Schneller Fund auf dem Heimweg.",
  "Third attempt, finally. The hint helped. Thanks for the cache.",
  "Nass, aber lesbar. Neue Folie wäre gut.",
  "DNF, there is a wasp nest at the post. Please check.",
  "Mit OE6DEF unterwegs, Beacon lief mit.",
  "FTF at 0612 local, cold fingers!",
  "Logbuch fast voll, habe ein neues Blatt dazugelegt.",
  "Heard myself on OE3XNR while signing, great spot for a picnic.",
  "Auf der Rückfahrt vom Treffen schnell mitgenommen. Danke!",
  "Out with the kids, they found it before me.",
  "Versteck gut, GPS sprang 15 m hin und her.",
  "TNLNSL, 73",
  "",
];
const CALLS = ["OE1ABC", "OE3XYZ", "DL5AAA", "OE6DEF", "OE1KLM", "OE7PQR", "S57ABC", "HB9XYZ"];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** A week of a club: caches, finds, deletions; `count` records in all, published one by one. */
export function publishWeek(
  publications: Publications,
  tx: Tx,
  count: number,
  draw: () => number,
  at: number,
): void {
  const caches: string[] = [];
  const int = (below: number) => Math.floor(draw() * below);
  const deletions = Math.floor(count / 20), hidden = Math.max(1, Math.floor((count - deletions) * 0.4));
  for (let n = 0; n < hidden; n++) {
    const [title, latE7, lonE7, description] = pick(PLACES, n);
    const createdAt = at - int(604_800);
    caches.push(
      publications.publish(tx, "cache", {
        code: `G${(40_000 + int(1_500_000)).toString(36).toUpperCase()}`,
        title: n < PLACES.length ? title : `${title} ${Math.floor(n / PLACES.length) + 1}`,
        type: pick(["traditional", "traditional", "multi", "mystery"] as const, int(4)),
        size: pick(["micro", "small", "regular"] as const, int(3)),
        difficultyX10: 10 + 5 * int(9),
        terrainX10: 10 + 5 * int(9),
        latE7: latE7 + int(9_000_000),
        lonE7: lonE7 + int(9_000_000),
        owner: pick(CALLS, int(CALLS.length)),
        status: "active",
        scope: "federated",
        createdAt,
        updatedAt: createdAt + int(9000),
        ...(description === "" || n >= 2 * PLACES.length ? {} : { description }),
      }).gid,
    );
  }
  for (let n = hidden + deletions; n < count; n++) {
    const foundAt = at - int(604_800), text = pick(LOGS, int(LOGS.length));
    publications.publish(tx, "find", {
      cache: pick(caches, int(caches.length)),
      kind: text.startsWith("DNF") ? "DNF" : "found",
      call: pick(CALLS, int(CALLS.length)),
      foundAt,
      createdAt: foundAt + int(900),
      ...(text === "" ? {} : { text }),
      ...(int(3) === 0 ? {} : { tier: pick(["A", "B"] as const, int(2)) }),
    });
  }
  for (let n = 0; n < deletions; n++) {
    const gone = publications.publish(tx, "find", {
      cache: caches[0]!,
      kind: "note",
      call: pick(CALLS, n),
      foundAt: at,
      createdAt: at,
    });
    publications.withdraw(tx, gone.gid, { bounded: false });
  }
}
