/** What the broker of people's homes is told, taken together from the areas that know it. */
import { join } from "node:path";
import { freeBytes } from "../base/mod.ts";
import { backupsIn } from "../db/mod.ts";
import type { HomeFacts } from "../home/mod.ts";
import { ADMIN_CALLSIGNS, MQTT_PRIVATE, MQTT_STATIONS } from "../settings/mod.ts";
import type { House } from "./house.ts";
import type { Kept } from "./kept.ts";

type Areas = Pick<Kept, "accounts" | "alerts" | "boxes" | "heardHours" | "stations">;

/** What is so now: what everybody may read here, and operators' facts where they are wanted. */
export function homeFacts(house: House, areas: Areas): HomeFacts {
  const { settings, dataDir } = house, { stations, boxes, heardHours } = areas;
  const onRadio = heardHours.onRadio();
  return {
    taken: stations.taken,
    receivers: boxes.sites.all().map(({ site }) => ({ site, lastAt: onRadio.get(site) ?? null })),
    stations: settings.get(MQTT_STATIONS).flatMap((call) => {
      const seen = stations.views.detail(call);
      if (!seen || seen.lat === null || seen.lon === null) return [];
      const { lat, lon, lastSeen, wx } = seen;
      return [{ call, lat, lon, at: lastSeen, weather: numbersOf(wx) }];
    }),
    ...(settings.get(MQTT_PRIVATE) ? { own: { ...upkeep(dataDir), alert: newestAlert(house, areas) } } : {}),
  };
}

/** The measurements of a weather report. */
const numbersOf = (weather: object | null): Record<string, number> =>
  Object.fromEntries(
    Object.entries(weather ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );

/** What the watches of operators told last: those of members are nobody else's. */
function newestAlert({ settings }: House, { alerts, accounts }: Areas) {
  const all = settings.get(ADMIN_CALLSIGNS).flatMap((call) => {
    const account = accounts.holder(call)?.accountId;
    return account === undefined ? [] : alerts.store.latestOfWatches({ account }) ?? [];
  });
  const [newest] = all.toSorted((a, b) => b.at - a.at);
  return newest ? { kind: newest.kind, call: newest.callsign, code: newest.code, at: newest.at } : null;
}

function upkeep(dataDir: string): Omit<NonNullable<HomeFacts["own"]>, "alert"> {
  const [newest] = backupsIn(join(dataDir, "backups"));
  return { freeBytes: freeBytes(dataDir) ?? null, backupAt: newest?.madeAt ?? null };
}
