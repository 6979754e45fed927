/** The channels that stay open. */
import type { World } from "../base/mod.ts";
import { type CotSources, CotStreams } from "./cot/stream.ts";
import type { TakDoor } from "./cot/tak_door.ts";
import type { Hub } from "./hub.ts";
import type { Push } from "./push/push.ts";
import type { RoomOptions, RoomSources } from "./room/parts.ts";
import { Room } from "./room/room.ts";

interface ChannelParts {
  /** Absent where channels stand alone. */
  push?: Push;
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

  /** Tells what still waits, and lets the messages arrive that this sends to phones. */
  async settled(): Promise<void> {
    this.hub.flush();
    await this.parts.push?.settled();
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
