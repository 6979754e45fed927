/** What happened in the club before today, one day after the other, each thing done as people and radios do it. */
import { type Asker, until } from "./asker.ts";
import { MEMBERS, OPERATOR, VISITS } from "./cast.ts";
import { HIDES } from "./hides_table.ts";
import { landscape, melody } from "./media.ts";
import { message } from "./radio.ts";
import type { Club } from "./club.ts";
import { Visits } from "./visits.ts";

const DAY_S = 86_400;
/** The club begins so many days before today. */
export const BEGINS = 17;

/** What the story has made. */
interface Told {
  /** Code of each cache, by its key. */
  codes: Map<string, string>;
  people: Map<string, Asker>;
  finds: number;
}

/** Lives through the days until now. `tell` hears what is being done. */
export async function liveThrough(club: Club, tell: (what: string) => void): Promise<Told> {
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
