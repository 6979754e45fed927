/** What happened in the club before today, one day after the other, each thing done as people and radios do it. */
import { type Asker, until } from "./asker.ts";
import { cards } from "./cards.ts";
import { DIGIPEATER, MEMBERS, OPERATOR, type Visit, VISITS } from "./cast.ts";
import { HIDES, type HideStage } from "./hides_table.ts";
import { beacon, message, type Radio } from "./radio.ts";
import { crc32, deflateSync } from "node:zlib";
import { concat, type Place, toBase64Url, type World } from "../base/mod.ts";
import { readSigningKey, signDocument } from "../wire/mod.ts";
import type { StoryClock } from "./clock.ts";

// What the story has at hand: the club's gateway and radio, those of the neighbours, and the clock.

interface Club {
  url: string;
  /** Shows the operator secret. */
  operator: Asker;
  radio: Radio;
  /** Operator of the neighbours, and their radio. */
  far: Asker;
  farRadio: Radio;
  clock: StoryClock;
  world: World;
}

// One day's finds: first everybody's beacons are on the air, then everybody logs, each in the way that is told.

/** From the first beacon of a day to its first log, and from log to log, seconds. */
const WALK_S = 240, BETWEEN_S = 40;
/** A box learns the time in whole seconds: it may be off by so many. */
const COARSE_S = 5;
/** Seconds until a log that was signed on the phone is sent. */
const NO_SIGNAL_S = 3 * 3600;

/** Peers are asked about the call that is in the log (FED "Events"): who counts on them beacons under it. */
const senderOf = ({ who, how }: Visit): string => how === "witnessed" ? who : `${who}-7`;

class Visits {
  finds = 0;

  constructor(
    readonly club: Club,
    readonly people: Map<string, Asker>,
    readonly codes: Map<string, string>,
  ) {}

  /** Plays one day's visits: the clock moves on between the beacons and the logs. */
  async of(visits: readonly Visit[]): Promise<void> {
    const { clock, world } = this.club;
    const began = world.now();
    for (const visit of visits) await this.#beacon(visit);
    for (const visit of visits) await this.#heard(visit, began);
    clock.pass(WALK_S);
    for (const visit of visits) {
      clock.pass(BETWEEN_S);
      await this.#log(visit);
      this.finds++;
    }
  }

  #place({ cache }: Visit): Place {
    const { lat, lon, stages } = HIDES.find(({ key }) => key === cache)!;
    const last = stages?.at(-1);
    return last ?? { lat, lon };
  }

  async #beacon(visit: Visit): Promise<void> {
    const { radio } = this.club;
    const sender = senderOf(visit);
    const at = this.#place(visit);
    // Some ten metres beside it: nobody stands on the box.
    const beside = { lat: at.lat + 0.0001, lon: at.lon - 0.0001 };
    if (visit.how === "radio" || visit.how === "command") {
      await radio.hear(beacon(sender, beside, "/[", "on foot"));
    }
    if (visit.how === "witnessed") await this.club.farRadio.hear(beacon(sender, beside));
    if (visit.how === "digipeated") {
      await radio.hear(beacon(sender, beside).replace("WIDE1-1", `${DIGIPEATER}*`));
    }
  }

  async #heard(visit: Visit, since: number): Promise<void> {
    const { who, how } = visit, sender = senderOf(visit);
    if (!["radio", "witnessed", "command", "digipeated"].includes(how)) return;
    const { far, operator: near } = this.club;
    const operator = how === "witnessed" ? far : near;
    await until(`${who}'s beacon`, async () => {
      const { stations } = await operator.get("/api/stations?maxAge=3600");
      return stations.some((one: { call: string; lastSeen: number }) =>
        one.call === sender && one.lastSeen >= since - COARSE_S
      );
    });
  }

  async #log(visit: Visit): Promise<void> {
    const { who, cache, how, kind = "found", text } = visit;
    const { radio, clock } = this.club;
    const person = this.people.get(who)!;
    const code = this.codes.get(cache)!;
    const path = `/api/caches/${code}`;
    if (how === "command") {
      await radio.hear(message(`${who}-7`, `${OPERATOR}-15`, `FOUND ${code} ${text}`, "7"));
      await until(
        `${who}'s command`,
        async () =>
          (await person.get(`${path}/logs`)).logs.some((log: { author: { call: string } }) =>
            log.author.call.startsWith(who)
          ),
      );
      return;
    }
    const stages = HIDES.find(({ key }) => key === cache)!.stages ?? [];
    for (const stage of stages) await this.#open(person, path, stage, visit);
    const position = how === "phone" || how === "later" ? { position: this.#reading(visit) } : {};
    const log = { kind, text, ...position };
    if (how !== "later") {
      const { id } = await person.post(`${path}/logs`, log);
      if (how === "witnessed") {
        await until(
          "the neighbours' word",
          async () => (await person.get(`/api/finds/${id}`)).log.tier === "A",
        );
      }
      return;
    }
    const signed = await this.#sign(person, who, code, kind, text);
    clock.pass(NO_SIGNAL_S);
    await person.post(`${path}/logs`, { ...log, offline: true, signed });
  }

  #reading(visit: Visit) {
    const { lat, lon } = this.#place(visit);
    return { lat: lat + 0.00005, lon, accuracyM: 6, at: this.club.world.now() };
  }

  async #open(person: Asker, path: string, stage: HideStage, visit: Visit): Promise<void> {
    const start = HIDES.find(({ key }) => key === visit.cache)!;
    const position = { lat: start.lat, lon: start.lon, accuracyM: 6, at: this.club.world.now() };
    const given = stage.unlock === "nfc" ? { code: stage.code } : stage.unlock === "geo" ? { position } : {};
    await person.post(`${path}/stages/${stage.n}/unlock`, given);
  }

  /** A key as a phone makes one, registered, and its signature under a log (contract of signed logs). */
  async #sign(person: Asker, call: string, cache: string, kind: string, text: string) {
    const { world } = this.club;
    const key = readSigningKey(toBase64Url(world.random(32)))!;
    await person.post("/keys/register", { callsign: call, publicKey: key.publicKey, label: "demo phone" });
    const { instance } = await person.get("/api/start");
    const at = world.now();
    const document = { at, cache, call, instance: instance.id ?? instance, key: key.publicKey, kind, text };
    return { key: key.publicKey, sig: signDocument("svc-log/1", document, key), at };
  }
}

// A picture and a sound of the demonstration, drawn and played from numbers: no file of anybody's is needed.

const WIDTH = 480, HEIGHT = 320;

/** Hills under a sky, other ones for each name, as PNG. */
function landscape(name: string): Uint8Array {
  const seed = crc32(name) / 0xffff_ffff;
  const wave = (x: number, n: number) =>
    Math.sin(x / (40 + 30 * n) + seed * 20 * n) + Math.sin(x / (17 + 9 * n) + seed * 31 * n) / 2;
  const pixels = new Uint8Array(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      // The farther hill first; the nearest that reaches so high is seen.
      const hill = [1, 2, 3].findLast((n) => y > HEIGHT * (0.3 + 0.15 * n) - 22 * wave(x, n));
      const sky = y / HEIGHT;
      const [r, g, b] = hill
        ? [120 - 30 * hill + 20 * seed, 150 - 28 * hill, 130 - 35 * hill]
        : [140 + 90 * sky, 180 + 50 * sky, 225];
      pixels.set([r!, g!, b!], y * (1 + WIDTH * 3) + 1 + x * 3);
    }
  }
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, WIDTH);
  head.setUint32(4, HEIGHT);
  head.setUint16(8, 0x0802); // eight bits, true colour
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const parts = [
    chunk("IHDR", new Uint8Array(head.buffer)),
    chunk("IDAT", new Uint8Array(deflateSync(pixels))),
    chunk("IEND", new Uint8Array()),
  ];
  return concat(signature, ...parts);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concat(new TextEncoder().encode(type), data);
  const around = new DataView(new ArrayBuffer(8));
  around.setUint32(0, data.length);
  around.setUint32(4, crc32(body));
  return concat(new Uint8Array(around.buffer, 0, 4), body, new Uint8Array(around.buffer, 4, 4));
}

/** Five notes as WAV, eight bits at 8 kHz. */
function melody(): Uint8Array {
  const rate = 8000, noteS = 0.4;
  const notes = [523, 659, 784, 659, 523];
  const samples = new Uint8Array(rate * noteS * notes.length).map((_, i) => {
    const at = i % (rate * noteS) / rate;
    const note = notes[Math.floor(i / (rate * noteS))]!;
    return 128 + 90 * Math.exp(-4 * at) * Math.sin(2 * Math.PI * note * at);
  });
  const head = new DataView(new ArrayBuffer(44));
  const text = (at: number, word: string) =>
    [...word].forEach((letter, i) => head.setUint8(at + i, letter.charCodeAt(0)));
  text(0, "RIFF");
  head.setUint32(4, 36 + samples.length, true);
  text(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  text(36, "data");
  head.setUint32(40, samples.length, true);
  return concat(new Uint8Array(head.buffer), samples);
}

const DAY_S = 86_400;
/** The club begins so many days before today. */
export const BEGINS = 17;

/** What the story has made. */
interface StoryState {
  /** Code of each cache, by its key. */
  codes: Map<string, string>;
  people: Map<string, Asker>;
  finds: number;
}

/** Lives through the days until now. `tell` hears what is being done. */
export async function liveThrough(club: Club, tell: (what: string) => void): Promise<StoryState> {
  const { clock } = club;
  clock.setBack(BEGINS * DAY_S);
  await Promise.all([club.radio.listenedTo, club.farRadio.listenedTo]);
  tell("members join");
  const people = await members(club);
  tell("caches are hidden");
  const codes = await hides(people);
  const visits = new Visits(club, people, codes);
  for (const day of [...new Set(VISITS.map((one) => one.day))].sort((a, b) => b - a)) {
    tell(`${day === 1 ? "yesterday" : `${day} days ago`}: caches are found`);
    clock.setBack(day * DAY_S);
    await visits.of(VISITS.filter((one) => one.day === day));
  }
  await afterwards(people, codes);
  return { codes, people, finds: visits.finds };
}

async function members({ operator, radio }: Club): Promise<Map<string, Asker>> {
  const people = new Map<string, Asker>();
  for (
    const { call, name, grid, proof } of [
      { call: OPERATOR, name: "Demo operator", grid: "JN88EG", proof: "none" },
      ...MEMBERS,
    ]
  ) {
    const person = await operator.signIn(call);
    people.set(call, person);
    await person.post("/auth/profile", { displayName: name, homeGrid: grid, profilePublic: true });
    if (proof === "air") {
      const { to, text } = await person.post("/verify/aprs/start");
      await radio.hear(message(`${call}-7`, to, text, "1"));
    }
    if (proof === "sysop") await people.get(OPERATOR)!.vouch(call, "known from the club");
    if (call === OPERATOR) await operator.post("/verify/operator", { callsign: call });
  }
  for (const { call, proof } of MEMBERS) {
    if (proof !== "air") continue;
    await until(
      `${call} heard`,
      async () => (await operator.get(`/verify/aprs/status?callsign=${call}`)).verified === true,
    );
  }
  return people;
}

async function hides(people: Map<string, Asker>): Promise<Map<string, string>> {
  const codes = new Map<string, string>();
  for (const { key, owner, stages, photo, ends: _, ...cache } of HIDES) {
    const person = people.get(owner)!;
    const { code } = await person.post("/api/caches", cache);
    codes.set(key, code);
    if (stages) await person.post(`/api/caches/${code}/stages`, { stages });
    if (photo) await person.ask("POST", `/api/caches/${code}/media`, landscape(code));
    if (cache.type === "audio") await person.ask("POST", `/api/caches/${code}/media`, melody());
  }
  return codes;
}

/** A member's two lists: one in the order in which it is ridden and shared, one that is theirs alone. */
async function lists(person: Asker, codes: Map<string, string>): Promise<void> {
  const path = "/api/my/notebook/lists";
  for (
    const [name, keys, shared] of [
      ["Sunday by bike", ["letter", "view", "cipher", "sound", "island"], true],
      ["With the kids", ["mast", "stone", "letter"], false],
    ] as const
  ) {
    const { id } = await person.post(path, { name }), order = keys.map((key) => codes.get(key)!);
    for (const code of order) await person.ask("PUT", `${path}/${id}/${code}`, { on: true });
    await person.ask("PATCH", `${path}/${id}`, { order, shared });
  }
}

/** What members think of it all, and what has come to its end. */
async function afterwards(people: Map<string, Asker>, codes: Map<string, string>): Promise<void> {
  const at = (key: string) => `/api/caches/${codes.get(key)}`;
  for (
    const [who, key, stars] of [["OE1BEN", "mast", 5], ["OE3CLA", "mast", 4], ["OE1ANA", "radio", 5]] as const
  ) {
    await people.get(who)!.post(`${at(key)}/rate`, { stars });
    await people.get(who)!.post(`${at(key)}/favorite`, { on: true });
  }
  await people.get("OE1GUS")!.post(`${at("mast")}/watch`, { on: true });
  await lists(people.get("OE1ANA")!, codes);
  await cards(people);
  for (const { key, owner, ends } of HIDES) {
    if (ends) await people.get(owner)!.ask("PATCH", at(key), { status: ends });
  }
  const gus = people.get("OE1GUS")!;
  const { id } = await gus.post("/api/my/stations", {
    callsign: "OE1GUS-9",
    symbol: "/>",
    description: "the van",
  });
  await gus.post(`/api/my/stations/${id}/cache`, { living: true, title: "Catch the delivery van" });
  await people.get("OE5HAN")!.post("/api/reports", {
    kind: "cache",
    id: codes.get("wet"),
    category: "other",
    text: "The footbridge is closed for works.",
  });
}
