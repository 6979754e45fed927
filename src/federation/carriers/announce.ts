/** Presence on the air: the one record that says under which addresses an instance is reached (FED "Beacon tier"). */
import type { Database, Tx } from "../../db/mod.ts";
import { fitBeacon, writeBeacon } from "../../link/mod.ts";
import { type PeerBody, PeerRecord, signFrame, type SigningKey, type VerifiedFrame } from "../../wire/mod.ts";
import { MAX_ENDPOINTS, readEndpoints } from "../peers/endpoints.ts";
import { declaredCalls } from "../peers/descriptor.ts";
import type { Endpoint, Peer, PeerStore } from "../tables/peer_store.ts";

const gidOf = (instance: string): string => `${instance}:${PeerRecord.word}:announce`;
/** Places that only radio reaches. */
const PACKET: ReadonlySet<string> = new Set(["ax25", "netrom", "bbs"]);

/** Calls of its operator that are remembered of one instance, the latest ones. */
const MOST_DECLARED = 4;

type Place = Pick<Endpoint, "transport" | "address" | "priority">;

interface Presence {
  instance: string;
  key: SigningKey;
  endpoints: readonly Endpoint[];
  /** The service call; left out first when room is short, since most addresses begin with it anyway. */
  call: string;
  now: number;
}

/** This instance's datagram; `undefined` when not even the bare record fits into one. */
export function writePresence({ instance, key, endpoints, call, now }: Presence) {
  const places = endpoints.map(({ transport, address, priority }) => ({ transport, address, priority }));
  const sign = (kept: readonly Place[], more: Pick<PeerBody, "call" | "partial">) =>
    signFrame({
      type: PeerRecord.type,
      gid: gidOf(instance),
      origin: instance,
      v: now,
      at: now,
      body: PeerRecord.write({ endpoints: [...kept] as PeerBody["endpoints"], ...more }),
    }, key);
  return writeBeacon(sign(places, { call })) ??
    fitBeacon(places, (kept, partial) => sign(kept, partial ? { partial } : {}));
}

/** The last announcement that was taken of each instance. */
export function announceStore(db: Database) {
  const last = db.row<{ instance: string }, { v: number }>(
    "SELECT v FROM fed_announce WHERE instance = :instance",
  );
  return {
    last: (instance: string): number => last({ instance })?.v ?? 0,
    note: db.change<{ instance: string; v: number }>(
      `INSERT INTO fed_announce (instance, v) VALUES (:instance, :v)
       ON CONFLICT (instance) DO UPDATE SET v = excluded.v`,
    ),
  };
}

/**
 * Takes over where a known instance says that it is reached. It never adds a peer. Who sent the datagram, and from
 * where, is not heeded. The call that it names proves nothing about its operator, and counts against it alone.
 */
export const takeAnnounce =
  (peers: PeerStore, announced: ReturnType<typeof announceStore>) =>
  (tx: Tx, { origin, gid, v, at, body }: VerifiedFrame): boolean | "held" => {
    // The version must be the time of signing, which may not lie ahead: so no announcement can outrank all later
    // ones.
    const read = PeerRecord.read(body);
    if (gid !== gidOf(origin) || v !== at || !read.ok) return false;
    const peer = peers.live(origin);
    if (!peer) return false;
    if (v <= announced.last(origin)) return "held";
    announced.note(tx, { instance: origin, v });
    const declared = [...new Set([...peer.declared, ...declaredCalls([read.body.call])])].slice(
      -MOST_DECLARED,
    );
    const reached = reachedAt(peer, readEndpoints(read.body.endpoints), read.body.partial === true);
    peers.save(tx, { ...reached, declared });
    return true;
  };

/**
 * A peer with the places that it announces. Places that DNS has verified stay; of such a peer the announcement only
 * adds places that radio reaches. An announcement that was cut short adds places, a whole one replaces them.
 */
function reachedAt(peer: Peer, told: readonly Endpoint[], partial: boolean): Peer {
  const proven = peer.endpointsSource === "dns";
  const kept = proven ? peer.endpoints.filter(({ verifiedVia }) => verifiedVia !== undefined) : [];
  const before = partial ? peer.endpoints : kept;
  const added = proven ? told.filter(({ transport }) => PACKET.has(transport)) : told;
  const isNamed = (one: Endpoint) =>
    added.some(({ transport, address }) => transport === one.transport && address === one.address);
  const rest = before.filter((one) => one.verifiedVia !== undefined || !isNamed(one));
  const fresh = added.filter((one) =>
    !rest.some(({ transport, address }) => transport === one.transport && address === one.address)
  );
  return {
    ...peer,
    endpoints: [
      ...rest.filter(({ verifiedVia }) => verifiedVia),
      ...fresh,
      ...rest.filter((one) => !one.verifiedVia),
    ]
      .slice(0, MAX_ENDPOINTS),
    endpointsSource: proven ? "dns" : "announce",
  };
}
