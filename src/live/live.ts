/** The live area as one value, for the place that wires the program together. */
import type { World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { RETENTION, type Settings } from "../settings/mod.ts";
import type { Alerts } from "./alerts/alerts.ts";
import { type DigestParts, sendDigests } from "./alerts/digest.ts";
import { alertRoutes } from "./alerts/routes.ts";
import { Watchers, type WatchSources } from "./alerts/watchers.ts";
import { channelRoutes } from "./channels.ts";
import { type CotSources, CotStreams } from "./cot/stream.ts";
import type { Hub } from "./hub.ts";
import { livePersonalData } from "./personal_data.ts";
import type { Push } from "./push/push.ts";
import type { RoomOptions, RoomSources } from "./room/parts.ts";
import { Room } from "./room/room.ts";

interface ChannelParts {
  world: World;
  hub: Hub;
  sources: RoomSources & CotSources;
  options: Partial<RoomOptions> & { instance: string };
}

/** The channels that stay open: `/ws` and Cursor-on-Target. */
export class Live {
  readonly world: World;
  readonly hub: Hub;
  readonly room: Room;
  readonly cot: CotStreams;

  constructor({ world, hub, sources, options }: ChannelParts) {
    this.world = world;
    this.hub = hub;
    this.room = new Room(world, sources, options);
    this.cot = new CotStreams(world, sources);
    hub.listen(this.room);
    hub.listen(this.cot);
  }

  /** Ends every connection: the process stops. */
  hangUp(): void {
    this.room.close();
    this.cot.close();
  }

  /**
   * Tells what still waits, so that no alert of an acknowledged packet is lost, and ends. Call before the database is
   * closed.
   */
  close(): void {
    this.hangUp();
    this.hub.flush();
    this.hub.close();
  }
}

interface LiveParts extends ChannelParts {
  db: Database;
  settings: Settings;
  sources: RoomSources & CotSources & WatchSources;
  alerts: Alerts;
  push: Push;
  digests: DigestParts;
}

/** Opens the area over a hub and alerts that others tell already. */
export function openLive(parts: LiveParts) {
  const { db, world, settings, hub, alerts, push, digests } = parts;
  const live = new Live(parts);
  const watchers = new Watchers(db, world, alerts, parts.sources);
  hub.listen(watchers);
  const routes = [...channelRoutes(live), ...alertRoutes({ db, alerts, watchers, push })];
  const jobs: Job[] = [
    { name: "alerts-digest", when: "11 * * * *", judgesTime: true, run: () => sendDigests(digests) },
    {
      name: "alerts-prune",
      when: "41 3 * * *",
      judgesTime: true,
      run: () => alerts.prune(settings.get(RETENTION).alertsDays),
    },
  ];
  return { live, watchers, routes, jobs, personalData: [livePersonalData(db, watchers)] };
}
