/** A member's weather station: its pushes become samples, a place on the map, and beacons if it was asked for. */
import { weatherInfo } from "../../aprs/mod.ts";
import type { Accounts } from "../../accounts/mod.ts";
import { isRecent, type World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import type { Owned } from "../owned/owned.ts";
import { TOCALL } from "../sending/answers.ts";
import type { MessageLog } from "../sending/message_log.ts";
import { toE7 } from "../e7.ts";
import type { SampleStore } from "../tables/sample_store.ts";
import { slotOf, type StationStore } from "../tables/station_store.ts";
import { withPressure } from "../receiving/located.ts";
import { readWeatherPush } from "./push.ts";

/** A beacon goes out at most this often, in seconds. */
const BEACON_S = 300;
/** Rapid-fire pushes are thinned: one sample in this many seconds. */
const SAMPLE_S = 60;

/** Where a push is kept, and by which way its beacon goes. */
interface WeatherParts {
  db: Database;
  world: World;
  accounts: Pick<Accounts, "speaksFor">;
  store: StationStore;
  samples: SampleStore;
  owned: Owned;
  log: MessageLog;
}

/** Takes a push. `false` when it has no weather in it. */
export async function pushWeather(
  { db, store, samples, owned, accounts, log, world }: WeatherParts,
  station: number,
  fields: Iterable<[string, string]>,
): Promise<boolean> {
  const now = world.now();
  const push = readWeatherPush(fields, now);
  const row = owned.store.byId({ id: station });
  if (!push || !row) return false;
  const known = store.byCall({ call: row.call });
  const weather = withPressure(push.weather, push.lowPressureHpa, () => known?.altitudeM);
  if (Object.keys(weather).length === 0) return false;
  const at = push.at ?? now;
  if (row.wxSeenAt !== null && isRecent(row.wxSeenAt, now, SAMPLE_S)) return true;
  await db.write((tx) => {
    owned.store.pushed(tx, { id: station, at: now });
    const id = store.byCall({ call: row.call })?.id ?? store.insert(tx, { call: row.call, at, via: "app" });
    samples.putWeather(tx, id, at, weather);
    store.update(tx, {
      id,
      at,
      packets: 1,
      via: "app",
      direct: false,
      destination: null,
      ...(row.lat === null || row.lon === null ? {} : {
        slot: slotOf(at),
        place: {
          at,
          latE7: toE7(row.lat),
          lonE7: toE7(row.lon),
          ambiguityM: 0,
          symbol: "/_",
          course: null,
          speedKmh: null,
          // A push says nothing of the height; what the station's packets said of it stays.
          altitudeM: known?.altitudeM ?? null,
          comment: row.description,
          details: known?.details ?? null,
        },
      }),
    });
    const due = row.wxBeaconAt === null || !isRecent(row.wxBeaconAt, now, BEACON_S);
    // Asked on every send: the proof may have been revoked since the relay was switched on.
    if (!due || row.lat === null || row.lon === null || !accounts.speaksFor(row.call, row.accountId)) return;
    const payload = weatherInfo({ lat: row.lat, lon: row.lon }, weather);
    const item = { at: now, account: row.accountId, src: row.call, to: TOCALL, kind: "wx" as const, payload };
    if (row.txIs === 1) log.queue(tx, item);
    if (row.txCwop === 1) log.queue(tx, { ...item, target: "cwop" });
    if (row.txIs === 1 || row.txCwop === 1) owned.store.beaconed(tx, { id: station, at: now });
  });
  return true;
}
