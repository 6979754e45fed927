/** What each receiving station brought lately, by the hour: counted in memory, written down once a minute. */
import { z } from "#schemas";
import { isRecent, type World } from "../../base/mod.ts";
import { asNamed, columns, type Database, type Tx } from "../../db/mod.ts";
import { isRadioPort, type Reception } from "../../stations/mod.ts";

const HOUR_S = 3600, DAY_H = 24;
/** Hours that are kept: a week of a station's rhythm. */
const KEEP_H = 7 * DAY_H;
/** Stations counted within a minute; a receiver could invent names without end. */
const MOST_PENDING = 500;
/** Rows kept, and stations listed. */
const MOST_ROWS = 50_000, MOST_LISTED = 200;
/** How long it is kept who heard anything by radio, in seconds. */
const KEEP_S = 60;
/** Hours with traffic that must be known before a station's rhythm is told. */
const LEAST_HOURS = 3;

export const HeardReply = z.object({
  box: z.string().nullable().describe("The box that brought it; null for the ingest secret"),
  site: z.string(),
  day: z.number().describe("Packets within the last 24 hours"),
  direct: z.number().describe("Of these heard without a digipeater: what can attest a find"),
  hours: z.array(z.number()).describe("Packets in each of the last 24 hours, the oldest first"),
  lastAt: z.number().describe("When the last one was heard, unix seconds"),
  usualGapS: z.number().nullable().describe(
    "Seconds between two packets in the hours in which it hears something; null while that is not known",
  ),
});
/** A receiving station and what it brought. */
type Station = z.output<typeof HeardReply>;

interface HourRow {
  box: string;
  site: string;
  hour: number;
  heard: number;
  direct: number;
  /** Of these by a radio of its own, which is what can prove a call on the air. */
  radio: number;
  lastAt: number;
}
const ROW = columns<HourRow>(asNamed("box site hour heard direct radio lastAt"));

const heardStore = (db: Database) => ({
  add: db.change<HourRow>(
    `${
      ROW.insertInto("site_hour")
    } ON CONFLICT (box, site, hour) DO UPDATE SET heard = heard + excluded.heard,
       direct = direct + excluded.direct, radio = radio + excluded.radio, last_at = max(last_at, excluded.last_at)`,
  ),
  since: db.rows<{ since: number; limit: number }, HourRow>(
    `SELECT ${ROW.select()} FROM site_hour WHERE hour >= :since ORDER BY hour DESC LIMIT :limit`,
  ),
  drop: db.change<{ box: string }>("DELETE FROM site_hour WHERE box = :box"),
  prune: db.change<{ before: number }>("DELETE FROM site_hour WHERE hour < :before"),
  hold: db.change<{ most: number }>(
    `DELETE FROM site_hour WHERE (box, site, hour) IN
       (SELECT box, site, hour FROM site_hour ORDER BY hour DESC, heard DESC LIMIT -1 OFFSET :most)`,
  ),
});

export class Heard {
  readonly #store;
  readonly #pending = new Map<string, HourRow>();
  #onRadio: { at: number; sites: ReadonlyMap<string, number> } | undefined;

  constructor(private readonly db: Database, private readonly world: World) {
    this.#store = heardStore(db);
  }

  /** Counts what a receiver handed over; packets that name no receiving station are not counted. */
  note(receptions: readonly Reception[]): void {
    for (const { at, direct, delivery: { box, site, credential, via, port } } of receptions) {
      if (site === "" || credential === "device") continue;
      const hour = Math.floor(at / HOUR_S), name = `${hour} ${box} ${site}`;
      const known = this.#pending.get(name);
      if (!known && this.#pending.size >= MOST_PENDING) continue;
      const row = known ?? { box, site, hour, heard: 0, direct: 0, radio: 0, lastAt: at };
      row.heard++;
      if (direct) row.direct++;
      if (via !== "aprsis" && isRadioPort(port)) row.radio++;
      row.lastAt = Math.max(row.lastAt, at);
      this.#pending.set(name, row);
    }
  }

  /** Writes down what was counted, and deletes hours that are too old. Does nothing while the clock is not set. */
  async keep(): Promise<void> {
    if (!this.world.clock.isKnown() || this.#pending.size === 0) return;
    const rows = [...this.#pending.values()];
    this.#pending.clear();
    await this.db.write((tx) => {
      for (const row of rows) this.#store.add(tx, row);
      this.#store.prune(tx, { before: Math.floor(this.world.now() / HOUR_S) - KEEP_H });
      this.#store.hold(tx, { most: MOST_ROWS });
    });
  }

  /** What came in within a day, the busiest station first. */
  lately(): Station[] {
    const now = this.world.now(), hour = Math.floor(now / HOUR_S);
    const rows = [
      ...this.#store.since({ since: hour - KEEP_H, limit: MOST_ROWS }),
      ...this.#pending.values(),
    ];
    const stations = new Map<string, HourRow[]>();
    for (const row of rows) {
      const name = `${row.box} ${row.site}`;
      stations.set(name, [...stations.get(name) ?? [], row]);
    }
    return [...stations.values()].map((hours) => summed(hours, hour))
      .toSorted((a, b) => b.day - a.day || b.lastAt - a.lastAt).slice(0, MOST_LISTED);
  }

  /**
   * What heard anything with a radio of its own within a day, by call: when it did last, unix seconds. The busiest first, at
   * most `MOST_LISTED`. Worked out once a minute, for anybody may ask.
   */
  onRadio(): ReadonlyMap<string, number> {
    const now = this.world.now(), hour = Math.floor(now / HOUR_S);
    if (this.#onRadio && isRecent(this.#onRadio.at, now, KEEP_S)) return this.#onRadio.sites;
    const sums = new Map<string, { radio: number; lastAt: number }>();
    const rows = [
      ...this.#store.since({ since: hour - DAY_H + 1, limit: MOST_ROWS }),
      ...this.#pending.values(),
    ];
    for (const { site, radio, lastAt } of rows) {
      if (radio === 0) continue;
      const sum = sums.get(site) ?? { radio: 0, lastAt };
      sums.set(site, { radio: sum.radio + radio, lastAt: Math.max(sum.lastAt, lastAt) });
    }
    const busiest = [...sums].toSorted(([, a], [, b]) => b.radio - a.radio).slice(0, MOST_LISTED);
    const sites = new Map(busiest.map(([site, { lastAt }]) => [site, lastAt]));
    this.#onRadio = { at: now, sites };
    return sites;
  }

  /** Forgets what a revoked box brought. */
  drop(tx: Tx, box: string): void {
    for (const [name, row] of this.#pending) if (row.box === box) this.#pending.delete(name);
    this.#store.drop(tx, { box });
    tx.after(() => this.#onRadio = undefined);
  }
}

/** Counts of the last day, one for each hour. A row counted since the last writing stands beside the one written down. */
function byHour(ofDay: readonly HourRow[], now: number): number[] {
  const counts = new Array<number>(DAY_H).fill(0);
  for (const { hour, heard } of ofDay) {
    const at = hour - (now - DAY_H + 1);
    if (at < DAY_H) counts[at]! += heard;
  }
  return counts;
}

/** The hours of one station together. */
function summed(hours: readonly HourRow[], now: number): Station {
  const { box, site } = hours[0]!;
  const ofDay = hours.filter(({ hour }) => hour > now - DAY_H);
  const sum = (rows: readonly HourRow[], of: "heard" | "direct") =>
    rows.reduce((total, row) => total + row[of], 0);
  // The hour that is not over is left out: its count is still too low.
  const whole = hours.filter(({ hour }) => hour < now), known = new Set(whole.map(({ hour }) => hour)).size;
  return {
    box: box === "" ? null : box,
    site,
    day: sum(ofDay, "heard"),
    direct: sum(ofDay, "direct"),
    hours: byHour(ofDay, now),
    lastAt: Math.max(...hours.map(({ lastAt }) => lastAt)),
    usualGapS: known < LEAST_HOURS ? null : Math.max(1, Math.round(known * HOUR_S / sum(whole, "heard"))),
  };
}
