/** What the room works with: sockets, what it asks of other areas, its limits, and a client. */
import type { Box, Place } from "../../base/mod.ts";
import type { LivePosition, NearCache, Subscription } from "./messages.ts";

/** As much of a WebSocket as the room needs. */
export interface Socket {
  /** Bytes that were handed over and not yet taken by the network. */
  readonly bufferedAmount: number;
  /** 1 while open (WebSocket.OPEN). */
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

/** What the room asks of other areas. */
export interface RoomSources {
  /** Stations heard since then, newest first, inside the box when there is one. */
  heardSince(since: number, box: Box | undefined, most: number): LivePosition[];
  /** Listed, active caches within that distance of the place. */
  cachesNear(place: Place, withinM: number): NearCache[];
}

export interface RoomOptions {
  instance: string;
  /** Sockets in all, of one party, and of all parties of a network; the rest is turned away. */
  most: number;
  mostPerParty: number;
  mostPerNetwork: number;
  /** Seconds within which a socket answers a ping, or is cut off by the runtime. */
  idleSeconds: number;
  /** Bytes of memory that the process may have before the busiest party is hung up. */
  memoryMost: number;
  /** Bytes that may wait for one client. */
  slowBytes: number;
}

/** `memoryMost` follows the host's memory unless it is given. */
export const ROOM_DEFAULTS: Omit<RoomOptions, "instance" | "memoryMost"> = {
  most: 10_000,
  mostPerParty: 16,
  mostPerNetwork: 256,
  idleSeconds: 16,
  slowBytes: 256 * 1024,
};

/** Somebody who listens. */
export interface Client {
  readonly socket: Socket;
  /** Name of the party that it counts for. */
  readonly party: string;
  subscription?: Subscription;
  /** Counts subscriptions, so that telling what an older one wanted stops. */
  generation: number;
  minute: number;
  messages: number;
  /** Cache code to the time of its last prompt, unix seconds. */
  prompted?: Map<string, number>;
}
