/** The live area as one value, for the place that wires the program together. */
import type { World } from "../base/mod.ts";
import type { Database } from "../db/mod.ts";
import type { Job } from "../jobs/mod.ts";
import { COT_INBOUND, RETENTION, type Settings } from "../settings/mod.ts";
import type { Alerts } from "./alerts/alerts.ts";
import { type DigestParts, sendDigests } from "./alerts/digest.ts";
import { alertRoutes } from "./alerts/routes.ts";
import { Watchers, type WatchSources } from "./alerts/watchers.ts";
import { channelRoutes } from "./channels.ts";
import { type CotSources, CotStreams } from "./cot/stream.ts";
import type { TakDoor } from "./cot/tak_door.ts";
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
  /** Whether what TAK clients say of themselves is shown. */
  inbound: boolean;
}

/** The channels that stay open: `/ws` and Cursor-on-Target. */
export class Live {
  readonly world: World;
  readonly hub: Hub;
  readonly room: Room;
  readonly cot: CotStreams;
  #door: TakDoor | undefined;

  constructor(private readonly parts: ChannelParts) {
    const { world, hub, sources, options, inbound } = parts;
    this.world = world;
    this.hub = hub;
    this.room = new Room(world, sources, options);
    this.cot = new CotStreams(world, sources);
    hub.listen(this.room);
    hub.listen(this.cot);
    if (inbound) hub.listen({ position: (position) => this.#door?.position(position) });
  }

  /** What TAK clients say of themselves: whether the operator wants it shown, and the places of the last ten minutes. */
  said() {
    return { on: this.parts.inbound, people: this.#door?.people() ?? [] };
  }

  /** Begins to take TAK clients where they are wanted; gives the port. Throws what the system says of the address. */
  async openTakDoor(hostname: string, port: number): Promise<number | undefined> {
    const { world, sources, inbound } = this.parts;
    if (!inbound) return undefined;
    const { TakDoor } = await import("./cot/tak_door.ts");
    this.#door = new TakDoor({ world, sources }, hostname, port);
    return this.#door.port;
  }

  /** Ends every connection: the process stops. */
  hangUp(): void {
    this.room.close();
    this.cot.close();
    void this.#door?.close();
    this.#door = undefined;
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

interface LiveParts extends Omit<ChannelParts, "inbound"> {
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
  const live = new Live({ ...parts, inbound: settings.get(COT_INBOUND) });
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
