/** First step of a pull: the neighbour's descriptor, its keys, its row (FED "Key pin"; one live row per instance). */
import { fingerprintOf } from "../../wire/mod.ts";
import { type Descriptor, MAX_DESCRIPTOR, readDescriptor } from "../peers/descriptor.ts";
import { dropRecords, readAgain, recheckFrames } from "../records/forget.ts";
import type { Peer, Rotation } from "../tables/peer_store.ts";
import { leads, MAX_ROTATIONS, resolveKeys } from "../keys/resolve_keys.ts";
import { acceptedKeys } from "../peers/trust.ts";
import type { Deps } from "./context.ts";
import { getJson, PullFailed, type Steps, write } from "./effects.ts";

/** Rotations known before and told now, one each, oldest first. */
export function mergeRotations(kept: readonly Rotation[], told: readonly Rotation[]): Rotation[] {
  const all = new Map<string, Rotation>();
  for (const rotation of [...kept, ...told]) all.set(`${rotation.prevKey} ${rotation.key}`, rotation);
  return [...all.values()].sort((a, b) => a.at - b.at).slice(-MAX_ROTATIONS);
}

/** The peer's descriptor. Throws `PullFailed` where the address shows none. */
function* readPeerDescriptor(): Steps<Descriptor> {
  const document = yield* getJson("/.well-known/svc", MAX_DESCRIPTOR);
  const descriptor = readDescriptor(document);
  if (!descriptor) throw new PullFailed("no_descriptor", "the address shows no descriptor");
  return descriptor;
}

const REASONS = {
  unsigned: "it publishes no key",
  regressed: "it had a key and shows none now",
  bad_key: "its key is not a valid Ed25519 key",
  rotated_away: "it shows a key that was rotated away",
  key_changed: "its key changed without a rotation record",
} as const;

/** Whether a key has the fingerprint, or follows by verified rotations from a key that has it. */
const followsFrom = (fingerprint: string, key: string, rotations: readonly Rotation[]): boolean =>
  fingerprintOf(key) === fingerprint ||
  rotations.some(({ prevKey }) => fingerprintOf(prevKey) === fingerprint && leads(rotations, prevKey, key));

/** Takes over what the descriptor says, in one write. Throws PullFailed when it may not be believed. */
export function* meet(deps: Deps, url: string): Steps<{ peer: Peer; descriptor: Descriptor }> {
  const descriptor = yield* readPeerDescriptor();
  const peer = yield* write((tx) => {
    const { store } = deps;
    const row = store.peers.byUrl(url);
    if (!row) throw new PullFailed("removed", "the neighbour was removed");
    const { instance } = descriptor;
    const refuse = (reason: string, sentence: string): never => {
      throw new PullFailed(reason, sentence);
    };
    if (instance === deps.self) refuse("self", "the address is this instance itself");
    if (row.instance !== null && row.instance !== instance) {
      refuse("renamed", `the instance ${row.instance} calls itself ${instance} now`);
    }
    if (store.peers.isBlocked(instance)) refuse("blocked", `${instance} is blocked`);
    const others = store.peers.ofInstance(instance).filter((other) =>
      other.id !== row.id && other.trust !== "blocked"
    );
    if (
      others.some((other) =>
        other.addedVia !== "transit" && other.addedVia !== "discovered" && other.addedVia !== "mdns" &&
        other.addedVia !== "submitted"
      )
    ) {
      refuse("taken", `${instance} is already known under another address`);
    }

    const rotations = mergeRotations(row.rotations, descriptor.rotations);
    const now = deps.receiver.now();
    const resolved = resolveKeys({
      pinned: row.pin ?? undefined,
      prior: row.accept,
      current: descriptor.publicKey,
      published: descriptor.publicKeys,
      rotations,
      graceS: deps.graceS,
      now,
    });
    if (!resolved.ok) throw new PullFailed(resolved.reason, REASONS[resolved.reason]);
    const bound = deps.binding(instance);
    if (bound?.key !== undefined && bound.key !== resolved.pin) {
      refuse("registry", "its key is not the one that the registry binds");
    }
    // However late FED_PEERS named a fingerprint, the present key must be that one or follow from it by rotations.
    const isNamed = row.expected !== null && followsFrom(row.expected, resolved.pin, resolved.rotations);
    if (row.expected !== null && !isNamed) {
      refuse("fingerprint", "its key is not the one that FED_PEERS names");
    }
    // A row that was made from what others told is replaced by what the instance says itself.
    for (const other of others) {
      const vouched = other.pin;
      store.peers.remove(tx, { id: other.id });
      if (vouched !== null && !resolved.accept.some((key) => key.x === vouched)) {
        dropRecords(tx, store, deps.appliers, instance);
      }
    }
    const matched = isNamed && row.trust === "unvetted" && row.approvedAt === null;
    const endpoints = row.endpointsSource === "dns"
      ? {}
      : { endpoints: descriptor.addresses, endpointsSource: "descriptor" as const };
    const sightings = [...row.sightings, ...others.flatMap((other) => other.sightings)].slice(0, 8);
    const next: Peer = {
      ...row,
      instance,
      pin: resolved.pin,
      accept: resolved.accept,
      rotations,
      ...endpoints,
      capabilities: descriptor.capabilities,
      // As which person a peer counts in a quorum is told by DNS or the registry, never by the peer itself.
      operatorCall: row.verifiedVia === null ? bound?.operator ?? null : row.operatorCall,
      declared: descriptor.declared,
      sightings,
      ...(matched ? { trust: "trusted" as const, approvedAt: now } : {}),
    };
    store.peers.save(tx, next);
    // What the old key signed is signed anew by the origin: it is read again from the start.
    if (resolved.moved) readAgain(tx, store, instance);
    recheckFrames(tx, store, instance, acceptedKeys(next, now), now);
    return next;
  });
  return { peer, descriptor };
}
