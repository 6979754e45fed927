/** What the broker of people's homes is told, taken together from the areas that know it. */
import { join } from "node:path";
import { freeBytes } from "../base/mod.ts";
import { backupsIn } from "../db/mod.ts";
import type { HomeFacts } from "../home/mod.ts";
import type { Boxes, openIngest } from "../ingest/mod.ts";
import { MQTT_PRIVATE, MQTT_STATIONS } from "../settings/mod.ts";
import type { Stations } from "../stations/mod.ts";
import type { House } from "./house.ts";

interface Known {
  stations: Stations;
  boxes: Boxes;
  intake: Pick<ReturnType<typeof openIngest>, "heardByRadio">;
}

/** What is so now: what everybody may read here, and operators' facts where they are wanted. */
export function homeFacts({ settings, dataDir }: House, { stations, boxes, intake }: Known): HomeFacts {
  const onRadio = intake.heardByRadio();
  return {
    taken: stations.taken,
    receivers: boxes.sites.all().map(({ site }) => ({ site, lastAt: onRadio.get(site) ?? null })),
    stations: settings.get(MQTT_STATIONS).flatMap((call) => {
      const seen = stations.views.detail(call);
      if (!seen || seen.lat === null || seen.lon === null) return [];
      const { lat, lon, lastSeen, wx } = seen;
      return [{ call, lat, lon, at: lastSeen, weather: numbersOf(wx) }];
    }),
    ...(settings.get(MQTT_PRIVATE) ? { own: upkeep(dataDir) } : {}),
  };
}

/** The measurements of a weather report. */
const numbersOf = (weather: object | null): Record<string, number> =>
  Object.fromEntries(
    Object.entries(weather ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );

function upkeep(dataDir: string): NonNullable<HomeFacts["own"]> {
  const [newest] = backupsIn(join(dataDir, "backups"));
  return { freeBytes: freeBytes(dataDir) ?? null, backupAt: newest?.madeAt ?? null };
}
