/**
 * Whether an instance is trusted now, and which of its keys count. Read when a page or a map is made, never stored
 * with a record.
 */
import { isClockSet } from "../../base/mod.ts";
import type { OriginView } from "../admit/outcome.ts";
import type { PeerKeys, PeerStore, Trust } from "../tables/peer_store.ts";
import type { Binding } from "../keys/registry.ts";
import { usableKeys } from "../keys/resolve_keys.ts";

/** Reads trust and keys of instances from the rows of peers and from the registry. */
export class TrustView {
  /** What is shown, as it is while no peer's trust changes: each map that is drawn asks for it. */
  #kept: { revision: string; trusted: readonly string[]; unblocked: readonly string[] } | undefined;

  constructor(
    readonly peers: PeerStore,
    readonly now: () => number,
    /** The registry's binding of an instance; undefined without a registry or an entry. */
    readonly binding: (instance: string) => Binding | undefined = () => undefined,
  ) {}

  /** Whether it is blocked, and the keys that count for it; the current key first. Undefined for the unknown. */
  originView(instance: string): OriginView | undefined {
    const rows = this.peers.keysOf(instance);
    if (rows.some((row) => row.trust === "blocked")) return { blocked: true, keys: [] };
    const bound = this.binding(instance)?.key;
    const live = rows[0];
    if (!live) return undefined;
    const keys = acceptedKeys(live, this.now());
    if (bound !== undefined && !keys.includes(bound)) keys.push(bound);
    const once = [...live.accept.map((key) => key.x), ...live.rotations.map((rotation) => rotation.prevKey)];
    return { blocked: false, keys, former: once.filter((x) => !keys.includes(x)) };
  }

  /** Keys under which a spoke's requests verify: what is accepted of that instance, whatever its trust; none if blocked. */
  requestKeys(instance: string): string[] {
    const now = this.now();
    const peer = isClockSet(now) ? this.peers.live(instance) : undefined;
    return peer && !this.peers.isBlocked(instance) ? acceptedKeys(peer, now) : [];
  }

  /** `undefined` for an instance without a row: shown as unvetted is, passed on by nobody. */
  trustOf(instance: string): Trust | undefined {
    const trusts = this.peers.trustsOf(instance);
    return trusts.includes("blocked") ? "blocked" : trusts[0];
  }

  /** Origins whose mirrors are shown: trusted ones, with `unvetted` those too that nobody has judged; no blocked ones. */
  shown(unvetted: boolean): readonly string[] {
    const revision = this.peers.trustRevision();
    if (this.#kept?.revision !== revision) this.#kept = { revision, ...this.#read() };
    return unvetted ? this.#kept.unblocked : this.#kept.trusted;
  }

  #read() {
    const instances = new Set(
      this.peers.all().flatMap(({ instance }) => instance === null ? [] : [instance]),
    );
    const unblocked = [...instances].filter((instance) => this.trustOf(instance) !== "blocked");
    return { unblocked, trusted: unblocked.filter((instance) => this.trustOf(instance) === "trusted") };
  }

  /** Whether its records are handed on (FED_RESERVE). */
  isPassedOn(instance: string, reserve: "trusted" | "all" | "off"): boolean {
    const trust = this.trustOf(instance);
    return trust === "trusted" ? reserve !== "off" : trust === "unvetted" && reserve === "all";
  }
}

/** Usable keys of a row, the pin first. */
export function acceptedKeys(peer: Pick<PeerKeys, "pin" | "accept">, now: number): string[] {
  if (peer.pin === null) return [];
  if (peer.accept.length === 0) return [peer.pin];
  const keys = usableKeys(peer.accept, now);
  return [peer.pin, ...keys.filter((key) => key !== peer.pin)].filter((key) => keys.includes(key));
}
