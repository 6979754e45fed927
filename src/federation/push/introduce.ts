/**
 * The row of the spoke that a submission comes from: made, found, or given its new key along proven rotations (FED
 * "Key pin").
 */
import type { Tx } from "../../db/mod.ts";
import { fingerprintOf } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import { resolveKeys } from "../keys/resolve_keys.ts";
import { newPeer, type Peer } from "../tables/peer_store.ts";
import { acceptedKeys } from "../peers/trust.ts";
import type { Deps } from "../pull/context.ts";
import { mergeRotations } from "../pull/meet.ts";
import { readAgain, recheckFrames } from "../records/forget.ts";
import { pushFailure } from "./errors.ts";
import type { Submission } from "./submission.ts";

/** Spokes of one hub at most: whoever knows the secret may name instances without end. */
const MAX_SPOKES = 2000;

export interface IntroduceParts extends Pick<Deps, "self" | "store" | "receiver" | "graceS" | "binding"> {
  /** FED_SUBMIT_INSTANCES; empty for any. */
  listed: readonly string[];
  /** Why the configured registry cannot be asked. */
  registryError(): string | undefined;
}

type Introduction = Pick<Submission, "key" | "proven" | "rotations"> & { instance: string };

/** Whether a row was made from what others told: what the spoke says itself takes its place. */
const isHearsay = ({ addedVia }: Peer): boolean => ["transit", "discovered", "mdns"].includes(addedVia);

/**
 * The row of the instance whose page came, as it is after it. Throws when nothing of it may be taken; then nothing
 * has been written.
 */
export function introduce(tx: Tx, parts: IntroduceParts, told: Introduction): Peer {
  const { self, store: { peers }, receiver } = parts;
  const { instance, key } = told;
  if (instance === self) throw pushFailure.own_page();
  if (parts.listed.length > 0 && !parts.listed.includes(instance)) throw pushFailure.spoke_not_listed();
  const broken = parts.registryError();
  if (broken !== undefined) throw fedFailure.registry_broken({ why: broken });
  const bound = parts.binding(instance)?.key;
  if (bound !== undefined && bound !== key) throw pushFailure.registry_key();
  if (peers.isBlocked(instance)) throw pushFailure.spoke_blocked();
  const row = peers.live(instance);
  const now = receiver.now();
  if (row && (acceptedKeys(row, now).includes(key) || (bound === key && row.pin !== null))) {
    if (row.addedVia === "submitted") recheckFrames(tx, parts.store, instance, acceptedKeys(row, now), now);
    return isHearsay(row) ? taken(tx, parts, row, {}) : row;
  }
  if (!told.proven) throw pushFailure.key_unproven();
  if (!row) return registered(tx, parts, told);
  if (row.pin === null && isHearsay(row)) {
    // The lists of trusted peers name it with its fingerprint: another key is another instance.
    const listed = row.sightings.filter(({ via }) => via !== "mdns");
    if (listed.length > 0 && !listed.some(({ fp }) => fp === fingerprintOf(key))) {
      throw pushFailure.key_unproven();
    }
    return taken(tx, parts, row, { pin: key, accept: [{ x: key }] });
  }
  // A peer that is pulled answers for its keys at its own address.
  if (row.addedVia !== "submitted" && !isHearsay(row)) throw pushFailure.key_unproven();
  return rotated(tx, parts, row, told);
}

/** A spoke that nobody has met: unvetted, never pulled, its key pinned. */
function registered(
  tx: Tx,
  { store: { peers }, receiver }: IntroduceParts,
  { instance, key }: Introduction,
): Peer {
  if (peers.countVia("submitted") >= MAX_SPOKES) throw pushFailure.spokes_full({ limit: MAX_SPOKES });
  return peers.add(tx, {
    ...newPeer({ url: `submit:${instance}`, addedVia: "submitted", addedAt: receiver.now() }),
    instance,
    enabled: false,
    pin: key,
    accept: [{ x: key }],
  });
}

/** A row that others named becomes the spoke's. Its trust stays. */
function taken(tx: Tx, { store: { peers } }: IntroduceParts, row: Peer, keys: Partial<Peer>): Peer {
  const next: Peer = {
    ...row,
    ...keys,
    url: `submit:${row.instance}`,
    addedVia: "submitted",
    enabled: false,
  };
  peers.save(tx, next);
  return next;
}

/** Moves the pin along rotation records that the header brought. */
function rotated(tx: Tx, parts: IntroduceParts, row: Peer, { instance, key, rotations }: Introduction): Peer {
  const { store, receiver, graceS } = parts;
  const now = receiver.now();
  const merged = mergeRotations(row.rotations, rotations);
  const resolved = resolveKeys({
    pinned: row.pin ?? undefined,
    prior: row.accept,
    current: key,
    // A page says nothing of former keys: only the grace ends them.
    published: [...row.accept.map(({ x }) => ({ x })), ...(row.pin === null ? [] : [{ x: row.pin }])],
    rotations: merged,
    graceS,
    now,
  });
  if (!resolved.ok) throw pushFailure.key_unproven({ why: resolved.reason });
  const next = taken(tx, parts, row, { pin: resolved.pin, accept: resolved.accept, rotations: merged });
  // What the old key signed comes anew under the new one: marks begin again.
  readAgain(tx, store, instance);
  store.progress.forgetNeighbour(tx, instance);
  recheckFrames(tx, store, instance, acceptedKeys(next, now), now);
  return next;
}
