/** Reading a trusted peer's list of its own trusted peers: sightings only, nobody is followed for it. */
import { isInstanceId, readFingerprint } from "../../wire/mod.ts";
import { publicEndpoints, readEndpoints } from "../peers/endpoints.ts";
import { newPeer, type Peer, type Sighting } from "../tables/peer_store.ts";
import type { Pull } from "./context.ts";
import { getJson, PullFailed, type Steps, write } from "./effects.ts";

const MAX_BYTES = 512 * 1024;
const MAX_LISTED = 200;
const EVERY_S = 3600;
const MAX_SIGHTINGS = 8;

interface Listed {
  instance: string;
  fp: string;
  endpoints: Peer["endpoints"];
}

/** Usable entries of an exchange answer: a name, a fingerprint, and an address that lies on no private network. */
function readListed(value: unknown): Listed[] {
  const list = (value as { peers?: unknown })?.peers;
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_LISTED).flatMap((entry): Listed[] => {
    if (typeof entry !== "object" || entry === null) return [];
    const { instance, fingerprint, addresses } = entry as Record<string, unknown>;
    if (typeof instance !== "string" || !isInstanceId(instance) || typeof fingerprint !== "string") return [];
    const fp = readFingerprint(fingerprint);
    const endpoints = publicEndpoints("", readEndpoints(addresses));
    return fp !== undefined && endpoints.length > 0 ? [{ instance, fp, endpoints }] : [];
  });
}

/** The sightings with one of a source put first; each source has one. */
export const withSighting = (before: readonly Sighting[], sighting: Sighting): Sighting[] =>
  [sighting, ...before.filter((one) => one.via !== sighting.via)].slice(0, MAX_SIGHTINGS);

/**
 * Reads the list at most once in a while, where the peer is trusted and offers it. A list that cannot be read does
 * not end the pull.
 */
export function* readExchange(pull: Pull, peer: Peer): Steps<void> {
  const now = pull.receiver.now();
  const recent = peer.exchangeAt !== null && peer.exchangeAt <= now && peer.exchangeAt > now - EVERY_S;
  if (!pull.discover || !pull.trusted || recent || !pull.capabilities.includes("peer-exchange")) return;
  let listed: Listed[];
  try {
    listed = readListed(yield* getJson("/federation/exchange", MAX_BYTES));
  } catch (error) {
    // The list is not part of the records: without it the pull goes on.
    if (!(error instanceof PullFailed)) throw error;
    listed = [];
  }
  yield* write((tx) => {
    const { peers } = pull.store;
    for (const { instance, fp, endpoints } of listed) {
      if (instance === pull.self || instance === pull.neighbour || peers.isBlocked(instance)) continue;
      const row = peers.live(instance);
      const sighting: Sighting = { via: pull.neighbour, fp, at: now };
      if (row) {
        const places = row.endpoints.length === 0 && !/^https?:/.test(row.url)
          ? { endpoints, endpointsSource: "discovered" as const }
          : {};
        peers.save(tx, { ...row, ...places, sightings: withSighting(row.sightings, sighting) });
      } else if (peers.countVia("discovered") < MAX_LISTED) {
        peers.add(tx, {
          ...newPeer({ url: `discovered:${instance}`, addedVia: "discovered", addedAt: now }),
          instance,
          enabled: false,
          endpoints,
          endpointsSource: "discovered",
          sightings: [sighting],
        });
      }
    }
    const current = peers.byUrl(pull.url);
    if (current) peers.save(tx, { ...current, exchangeAt: now });
  });
}
