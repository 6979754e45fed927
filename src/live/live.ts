/** The live channels as one thing, for the place that wires the program together. */
import type { World } from "../base/mod.ts";
import { type CotSources, CotStreams } from "./cot/stream.ts";
import { Hub } from "./hub.ts";
import { Room, type RoomOptions, type RoomSources } from "./room/room.ts";

export class Live {
  readonly hub = new Hub();
  readonly room: Room;
  readonly cot: CotStreams;

  constructor(
    world: World,
    sources: RoomSources & CotSources,
    options: Partial<RoomOptions> & { instance: string },
  ) {
    this.room = new Room(world, sources, options);
    this.cot = new CotStreams(world, sources);
    this.hub.listen(this.room);
    this.hub.listen(this.cot);
  }

  /** Ends every connection: the process stops. */
  close(): void {
    this.hub.close();
    this.room.close();
    this.cot.close();
  }
}
