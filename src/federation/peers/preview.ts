/** Whether the instance at an address may be followed, and what the operator is shown of it first (FED "Peer management"). */
import { type FetchGuard, withoutTrailing, type World } from "../../base/mod.ts";
import type { Audit, Database } from "../../db/mod.ts";
import { type Appliers, fingerprintOf, showFingerprint, spokenFingerprint } from "../../wire/mod.ts";
import { fedFailure } from "../errors.ts";
import type { Registry } from "../keys/registry.ts";
import { resolveKeys } from "../keys/resolve_keys.ts";
import type { Receiver } from "../admit/outcome.ts";
import type { Store } from "../tables/store.ts";
import type { Descriptor } from "./descriptor.ts";
import { givesWay } from "./hearsay.ts";
import type { Peer } from "../tables/peer_store.ts";

/** What is shown before anything is stored: the operator compares the fingerprint with the other one's. */
export interface Preview {
  url: string;
  instance: string;
  fingerprint: string;
  /** The same in words for the air. */
  words: string[];
  operator: string | null;
}

export interface PeerParts {
  db: Database;
  world: World;
  guard: FetchGuard;
  audit: Audit;
  /** What a pull works with too. */
  deps: { self: string; store: Store; receiver: Receiver; appliers: Appliers; graceS: number };
  registry: Registry;
  /** Whether the setting FED_PEERS lists the address. */
  isConfigured(url: string): boolean;
  isExempt(url: string): boolean;
  /** How many questions about finds wait for the instance's answer. */
  questionsTo(instance: string): number;
}

/** The one form of a peer's address. */
export function peerUrl(text: string): string {
  const url = URL.parse(text.trim());
  const plain = url && (url.protocol === "http:" || url.protocol === "https:") && !url.username &&
    !url.password &&
    !url.search && !url.hash && !/[?#]/.test(text);
  if (!plain) throw fedFailure.peer_address();
  return withoutTrailing(url.href, "/");
}

/** The address as rows have it: normal for http(s), else as it stands (`transit:…`). */
export const rowUrl = (text: string): string => /^https?:/i.test(text.trim()) ? peerUrl(text) : text.trim();

/**
 * Checks everything that may speak against following the instance at this address; `own` is its row, where it has one.
 * Throws the failure that says what does.
 */
export function previewOf(
  { deps, registry }: Pick<PeerParts, "deps" | "registry">,
  url: string,
  descriptor: Descriptor,
  own?: Peer,
): Preview {
  const { instance } = descriptor;
  if (instance === deps.self) throw fedFailure.peer_self();
  const { peers } = deps.store;
  if (peers.isBlocked(instance)) throw fedFailure.peer_blocked({ instance });
  const live = peers.live(instance);
  if (live && live.id !== own?.id && !givesWay(live)) {
    throw fedFailure.instance_taken({ instance, url: live.url });
  }
  const key = descriptor.publicKey;
  const resolved = resolveKeys({
    pinned: own?.pin ?? undefined,
    prior: own?.accept ?? [],
    current: key,
    published: descriptor.publicKeys,
    rotations: descriptor.rotations,
    graceS: deps.graceS,
    now: deps.receiver.now(),
  });
  if (!resolved.ok) {
    if (resolved.reason === "unsigned" || resolved.reason === "bad_key") {
      throw fedFailure.peer_unsigned({ instance });
    }
    throw fedFailure.fingerprint_differs({ instance, why: resolved.reason });
  }
  const bound = registry.binding(instance)?.key;
  if (bound !== undefined && bound !== resolved.pin) throw fedFailure.registry_mismatch({ instance });
  return {
    url,
    instance,
    fingerprint: showFingerprint(fingerprintOf(resolved.pin)),
    words: spokenFingerprint(fingerprintOf(resolved.pin)),
    operator: descriptor.operator ?? null,
  };
}
