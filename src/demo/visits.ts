/** One day's finds: first everybody's beacons are on the air, then everybody logs, each in the way that is told. */
import { type Place, toBase64Url } from "../base/mod.ts";
import { readSigningKey, signDocument } from "../wire/mod.ts";
import { type Asker, until } from "./asker.ts";
import { DIGIPEATER, OPERATOR, type Visit } from "./cast.ts";
import { HIDES, type HideStage } from "./hides_table.ts";
import { beacon, message } from "./radio.ts";
import type { Club } from "./club.ts";

/** From the first beacon of a day to its first log, and from log to log, seconds. */
const WALK_S = 240, BETWEEN_S = 40;
/** A box learns the time in whole seconds: it may be off by so many. */
const COARSE_S = 5;
/** Seconds until a log that was signed on the phone is sent. */
const NO_SIGNAL_S = 3 * 3600;

/** Peers are asked about the call that is in the log (FED "Events"): who counts on them beacons under it. */
const senderOf = ({ who, how }: Visit): string => how === "witnessed" ? who : `${who}-7`;

export class Visits {
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
