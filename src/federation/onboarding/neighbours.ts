/**
 * Instances sighted on the local network (FED "Local discovery"). A sighting is somebody's claim: it is listed for
 * the operator, who may follow it once its fingerprint was compared. A sighting alone never leads to a pull, and
 * changes no key, no trust and no address of a peer that is followed.
 */
import type { World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { newPeer, type Peer, type Sighting } from "../tables/peer_store.ts";
import { withSighting } from "../pull/exchange.ts";
import type { Store } from "../tables/store.ts";
import { type Announcement, type Claimed, readAnswer } from "./announced.ts";

/** A sighting of one instance is stored at most this often, in seconds. */
const EVERY_MS = 60_000;
/** Rows of instances that only the local network named, and of those how many one address may name. */
export const MOST_NEIGHBOURS = 200;
export const MOST_OF_ADDRESS = 8;
/**
 * Where there is no room, an instance that was not heard for this long, in seconds (three rounds of asking), gives
 * up its row.
 */
export const SILENT_S = 900;
/** Instances whose last sighting is remembered, so that many announcements do not become many writes. */
const MOST_REMEMBERED = 512;
/** Claims looked at in a minute: of one address, so that one liar leaves room for the others, and of all. */
const MOST_A_MINUTE = { address: 8, all: 120 };

interface NeighbourParts {
  db: Database;
  world: World;
  store: Store;
  self: string;
}

export class Neighbours {
  readonly #seen = new Map<string, number>();
  /** Claims of this minute by address. */
  readonly #claims = new Map<string, number>();
  #minute = -Infinity;

  constructor(readonly parts: NeighbourParts) {}

  /** Takes an answer of the local network. True when it is written down. */
  async heard(answer: Announcement): Promise<boolean> {
    const { db, world, store, self } = this.parts;
    const claimed = readAnswer(answer);
    if (!claimed || claimed.instance === self || !world.clock.isKnown()) return false;
    const now = world.elapsedMs();
    if (!this.#isDue(claimed.instance, now) || !this.#hasRoom(answer.from, now)) return false;
    this.#remember(claimed.instance, now);
    if (!mayNote(store, claimed, world.now())) return false;
    return await db.write((tx) => note(tx, store, claimed, world.now()));
  }

  #isDue(instance: string, now: number): boolean {
    const last = this.#seen.get(instance);
    return last === undefined || now - last >= EVERY_MS;
  }

  #hasRoom(from: string, now: number): boolean {
    if (now - this.#minute >= 60_000) {
      this.#minute = now;
      this.#claims.clear();
    }
    const all = [...this.#claims.values()].reduce((sum, count) => sum + count, 0);
    const own = this.#claims.get(from) ?? 0;
    if (all >= MOST_A_MINUTE.all || own >= MOST_A_MINUTE.address) return false;
    this.#claims.set(from, own + 1);
    return true;
  }

  #remember(instance: string, now: number): void {
    // Moved to the end: the one seen longest ago is forgotten first.
    this.#seen.delete(instance);
    if (this.#seen.size === MOST_REMEMBERED) this.#seen.delete(this.#seen.keys().next().value!);
    this.#seen.set(instance, now);
  }
}

const addressOf = (addr: string): string => new URL(addr).hostname;
const heardAt = (peer: Peer): number => Math.max(0, ...peer.sightings.map(({ at }) => at));
const isNeighbour = ({ addedVia }: Peer): boolean => addedVia === "mdns";

/** The row that makes room for another one; undefined where none may. */
const leaving = (rows: readonly Peer[], now: number): Peer | undefined =>
  rows.filter((peer) => peer.pin === null && now - heardAt(peer) > SILENT_S)
    .sort((a, b) => heardAt(a) - heardAt(b))[0];

/** Whether the claim is written down: asked before a write is begun, and again within it. */
function mayNote(store: Store, { instance, addr }: Claimed, now: number): boolean {
  if (store.peers.isBlocked(instance)) return false;
  if (store.peers.live(instance)) return true;
  const rows = store.peers.all().filter(isNeighbour);
  const ofAddress = rows.filter(({ sightings }) =>
    sightings.some((one) => one.addr !== undefined && addressOf(one.addr) === addressOf(addr))
  );
  if (ofAddress.length >= MOST_OF_ADDRESS) return false;
  return rows.length < MOST_NEIGHBOURS || leaving(rows, now) !== undefined;
}

function note(tx: Tx, store: Store, claimed: Claimed, now: number): boolean {
  if (!mayNote(store, claimed, now)) return false;
  const { instance, fp, addr } = claimed;
  const { peers } = store;
  const sighting: Sighting = { via: "mdns", fp, at: now, addr };
  const row = peers.live(instance);
  if (row) {
    peers.save(tx, { ...row, sightings: sighted(row, sighting) });
    return true;
  }
  const rows = peers.all().filter(isNeighbour);
  if (rows.length >= MOST_NEIGHBOURS) peers.remove(tx, { id: leaving(rows, now)!.id });
  peers.add(tx, {
    ...newPeer({ url: `discovered:${instance}`, addedVia: "mdns", addedAt: now }),
    instance,
    enabled: false,
    sightings: [sighting],
  });
  return true;
}

/**
 * The newest sighting first. The one under whose address the peer is followed stays beside it: what somebody else
 * announces under its name must not close that address, which lies on a private network, to the pull.
 */
function sighted(row: Peer, sighting: Sighting): Sighting[] {
  const followed = row.sightings.find((one) => one.via === "mdns" && one.addr === row.url);
  const others = withSighting(row.sightings, sighting);
  if (!followed || followed.addr === sighting.addr) return others;
  return [...others.slice(0, 7), followed];
}
