/** Managing peers: adding, trusting, blocking, following, removing (FED "Peer management", "States and transitions"). */
import { Failure, withoutTrailing } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { fingerprintOf, readFingerprint } from "../../wire/mod.ts";
import { askDescriptor } from "./ask_descriptor.ts";
import type { Descriptor } from "./descriptor.ts";
import { pullAddresses } from "./endpoints.ts";
import { fedFailure } from "../errors.ts";
import { forgetNamedBy, givesWay, isOnlyNamedBy, replaceHearsay } from "./hearsay.ts";
import { dropRecords } from "../records/forget.ts";
import { newPeer, type Peer, type Trust } from "../tables/peer_store.ts";
import { type PeerParts, peerUrl, type Preview, previewOf, rowUrl } from "./preview.ts";
import type { Store } from "../tables/store.ts";

// What a block would hide, before it is done.

/** Counts of what goes out of sight with a blocked instance. */
interface BlockPreview {
  caches: number;
  finds: number;
  keys: number;
  bulletins: number;
  /** Instances of which only this peer has told; they are forgotten with it. */
  named: number;
  /** Questions about finds that wait for its answer; it would not count any more. */
  questions: number;
  /** Whether unvetting the peer brings all of it back: what is hidden is kept, what was forgotten is learnt again. */
  undo: boolean;
}

/** What blocking this peer hides. Changes nothing. */
function blockPreview(
  store: Store,
  { instance }: Peer,
  questionsTo: (instance: string) => number,
): BlockPreview {
  const held = new Map(
    (instance === null ? [] : store.records.kindsOf({ origin: instance })).map(({ kind, n }) => [kind, n]),
  );
  const named = instance === null
    ? []
    : store.peers.all().filter((peer) => isOnlyNamedBy(store, peer, instance));
  return {
    caches: held.get("cache") ?? 0,
    finds: held.get("find") ?? 0,
    keys: held.get("key") ?? 0,
    bulletins: held.get("bulletin") ?? 0,
    named: named.length,
    questions: instance === null ? 0 : questionsTo(instance),
    undo: true,
  };
}

export class Peers {
  constructor(readonly parts: PeerParts) {}

  #row(url: string): Peer {
    const row = this.parts.deps.store.peers.byUrl(rowUrl(url));
    if (!row) throw fedFailure.peer_unknown({ url });
    return row;
  }

  #open(): void {
    if (this.parts.registry.error !== undefined) {
      throw fedFailure.registry_broken({ why: this.parts.registry.error });
    }
  }

  /** Who answers at an address. Stores nothing. */
  async preview(text: string): Promise<Preview> {
    this.#open();
    const url = peerUrl(text);
    if (this.parts.deps.store.peers.byUrl(url)) throw fedFailure.peer_known({ url });
    return previewOf(this.parts, url, await askDescriptor(this.parts, url));
  }

  /** Adds a peer, unvetted, with the key whose fingerprint was compared. */
  async add(text: string, fingerprint: string, actor: string): Promise<Preview & { trust: Trust }> {
    this.#open();
    const url = peerUrl(text);
    const compared = readFingerprint(fingerprint);
    if (compared === undefined) throw fedFailure.fingerprint_missing();
    const { deps, db } = this.parts;
    if (deps.store.peers.byUrl(url)) throw fedFailure.peer_known({ url });
    const descriptor = await askDescriptor(this.parts, url);
    const preview = previewOf(this.parts, url, descriptor);
    if (readFingerprint(preview.fingerprint) !== compared) throw fedFailure.fingerprint_differs({ preview });
    await db.write((tx) => {
      // Looked at again inside the write: another request may have been faster.
      if (deps.store.peers.byUrl(url)) throw fedFailure.peer_known({ url });
      previewOf(this.parts, url, descriptor);
      replaceHearsay(tx, deps, preview.instance, descriptor.publicKey!);
      deps.store.peers.add(tx, {
        ...newPeer({ url, addedVia: "admin", addedAt: deps.receiver.now() }),
        ...this.#known(descriptor),
      });
      this.#note(tx, actor, "add", url, preview.instance, "");
    });
    return { ...preview, trust: "unvetted" };
  }

  #known(descriptor: Descriptor): Partial<Peer> {
    return {
      instance: descriptor.instance,
      pin: descriptor.publicKey!,
      accept: [{ x: descriptor.publicKey! }],
      rotations: descriptor.rotations,
      endpoints: descriptor.addresses,
      endpointsSource: "descriptor",
      capabilities: descriptor.capabilities,
      // What a descriptor says of its operator is shown in the preview; only DNS and the registry prove it.
      operatorCall: this.parts.registry.binding(descriptor.instance)?.operator ?? null,
      declared: descriptor.declared,
    };
  }

  /** What blocking a peer would hide. Stores nothing. */
  blockPreview(url: string): BlockPreview {
    return blockPreview(this.parts.deps.store, this.#row(url), this.parts.questionsTo);
  }

  /**
   * Sets what a peer is trusted with. A block covers the instance under every address, and says why; `before` lifts it and
   * gives back the trust that it took.
   */
  async trust(
    ask: { url: string; trust: Trust | "before"; fingerprint?: string; reason?: string },
    actor: string,
  ): Promise<Peer> {
    const { db, deps } = this.parts;
    const compared = ask.fingerprint === undefined ? undefined : readFingerprint(ask.fingerprint);
    this.#row(ask.url);
    if (ask.trust === "trusted" && compared === undefined) throw fedFailure.fingerprint_missing();
    return await db.write((tx) => {
      const row = this.#row(ask.url);
      if (ask.trust === "trusted") {
        if (row.pin === null) throw fedFailure.peer_key_unknown({ url: row.url });
        if (fingerprintOf(row.pin) !== compared) throw fedFailure.fingerprint_differs({ url: row.url });
      }
      const others = row.instance === null
        ? []
        : deps.store.peers.ofInstance(row.instance).filter((one) => one.id !== row.id);
      if (ask.trust === "before" && row.trust !== "blocked") throw fedFailure.not_blocked({ url: row.url });
      if (ask.trust !== "blocked") {
        if (others.some((one) => one.trust === "blocked")) {
          throw fedFailure.block_elsewhere({ instance: row.instance });
        }
        if (others.length > 0) {
          throw fedFailure.instance_taken({ instance: row.instance, url: others[0]!.url });
        }
      }
      const reason = ask.reason ?? "";
      const next: Peer = ask.trust === "blocked"
        ? blocked(row, reason)
        : ask.trust === "before"
        ? unblocked(row)
        : {
          ...unblocked(row),
          trust: ask.trust,
          // A decision of the operator replaces an automatic one.
          autoPromotedAt: null,
          approvedAt: ask.trust === "trusted" ? deps.receiver.now() : row.approvedAt,
        };
      deps.store.peers.save(tx, next);
      if (ask.trust === "blocked" && row.instance !== null) forgetNamedBy(tx, deps.store, row.instance);
      this.#note(tx, actor, `trust ${next.trust}`, row.url, row.instance ?? row.url, reason);
      return next;
    });
  }

  /**
   * Blocks the instance at an address, known or not: it need not be a peer first. Of an address that does not
   * answer, the address alone is blocked until it shows who it is.
   */
  async block(text: string, reason: string, actor: string): Promise<Peer> {
    const { db, deps } = this.parts;
    if (deps.store.peers.byUrl(rowUrl(text))) {
      return await this.trust({ url: text, trust: "blocked", reason }, actor);
    }
    const url = peerUrl(text);
    const instance = await askDescriptor(this.parts, url).then((shown) => shown.instance).catch((error) => {
      if (error instanceof Failure) return null;
      throw error;
    });
    if (instance === deps.self) throw fedFailure.peer_self();
    return await db.write((tx) => {
      if (deps.store.peers.byUrl(url)) throw fedFailure.peer_known({ url });
      const peer = newPeer({ url, addedVia: "admin", addedAt: deps.receiver.now() });
      deps.store.peers.add(tx, { ...blocked({ ...peer, instance }, reason) });
      this.#note(tx, actor, "trust blocked", url, instance ?? url, reason);
      return deps.store.peers.byUrl(url)!;
    });
  }

  /**
   * Pauses a peer that is followed, or goes on with it. Meanwhile it is neither pulled nor pinged nor asked about finds;
   * its trust and its records stay. Only one's own side stops: it may still pull from here.
   */
  async pause(url: string, paused: boolean, actor: string): Promise<Peer> {
    return await this.parts.db.write((tx) => this.#pause(tx, url, paused, actor, null));
  }

  /** The same with several, all of them or none: one act in the log. */
  async pauseAll(urls: readonly string[], paused: boolean, actor: string): Promise<Peer[]> {
    const { db, audit } = this.parts;
    return await db.write((tx) => {
      const batch = audit.newBatch(tx);
      return [...new Set(urls.map(rowUrl))].map((url) => this.#pause(tx, url, paused, actor, batch));
    });
  }

  #pause(tx: Tx, url: string, paused: boolean, actor: string, batch: number | null): Peer {
    const row = this.#row(url);
    if (givesWay(row)) throw fedFailure.not_followed({ url: row.url });
    const next: Peer = { ...row, enabled: !paused };
    this.parts.deps.store.peers.save(tx, next);
    this.#note(tx, actor, paused ? "pause" : "go on", row.url, row.instance ?? row.url, "", batch);
    return next;
  }

  /** Removes a peer with its pinned key. What it published stays as from an unknown origin. */
  async remove(text: string, actor: string): Promise<void> {
    const { db, deps, isConfigured } = this.parts;
    const row = this.#row(text);
    if (isConfigured(row.url)) throw fedFailure.peer_configured({ url: row.url });
    await db.write((tx) => {
      const { store, appliers } = deps;
      store.peers.remove(tx, { id: row.id });
      if (row.instance !== null) {
        store.progress.forgetNeighbour(tx, row.instance);
        forgetNamedBy(tx, store, row.instance);
        // For these only a key vouched that others had named.
        if (row.addedVia === "transit") dropRecords(tx, store, appliers, row.instance);
      }
      this.#note(tx, actor, "remove", row.url, row.instance ?? row.url, "");
    });
  }

  /** Follows an instance that was sighted, once it answers under its listed fingerprint. */
  async follow(ask: { url: string; trust?: boolean; fingerprint?: string }, actor: string): Promise<Peer> {
    this.#open();
    const row = this.#row(ask.url);
    if (row.addedVia !== "discovered" && row.addedVia !== "mdns") {
      throw fedFailure.not_discovered({ url: row.url });
    }
    const compared = ask.fingerprint === undefined ? undefined : readFingerprint(ask.fingerprint);
    if (ask.trust && compared === undefined) throw fedFailure.fingerprint_missing();
    const { base, descriptor } = await this.#answering(row);
    if (descriptor.instance !== row.instance) throw fedFailure.renamed({ instance: descriptor.instance });
    const preview = previewOf(this.parts, base, descriptor, row);
    const fingerprint = readFingerprint(preview.fingerprint)!;
    const { db, deps } = this.parts;
    if (row.sightings.some((one) => one.fp !== fingerprint)) {
      throw fedFailure.fingerprint_differs({ preview });
    }
    if (ask.trust && compared !== fingerprint) throw fedFailure.fingerprint_differs({ preview });
    return await db.write((tx) => {
      const { peers } = deps.store;
      const taken = peers.byUrl(base);
      if (taken && taken.id !== row.id) throw fedFailure.peer_known({ url: base });
      const next: Peer = {
        ...row,
        ...this.#known(descriptor),
        url: base,
        addedVia: "admin",
        enabled: true,
        trust: ask.trust ? "trusted" : "unvetted",
        approvedAt: ask.trust ? deps.receiver.now() : null,
      };
      peers.save(tx, next);
      this.#note(tx, actor, ask.trust ? "follow trusted" : "follow", base, next.instance!, "");
      return next;
    });
  }

  /** The first address of a sighted instance that shows a descriptor: those of the local network first. */
  async #answering(row: Peer): Promise<{ base: string; descriptor: Descriptor }> {
    const local = row.sightings.flatMap((one) =>
      one.via === "mdns" && one.addr ? [withoutTrailing(one.addr, "/")] : []
    );
    let last: unknown = fedFailure.no_answer({ instance: row.instance });
    for (const base of [...local, ...pullAddresses(row.url, row.endpoints).map((one) => one.base)]) {
      try {
        return { base, descriptor: await askDescriptor(this.parts, base) };
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  #note(
    tx: Tx,
    actor: string,
    action: string,
    url: string,
    label: string,
    reason: string,
    batch: number | null = null,
  ): void {
    const entry = { actor, action, kind: "peer", targetId: url, label, reason };
    this.parts.audit.note(tx, this.parts.world.now(), entry, batch);
  }
}

/** The row blocked. Blocked once more it keeps what the first block took. */
const blocked = <P extends Omit<Peer, "id">>(row: P, reason: string): P => ({
  ...row,
  trust: "blocked",
  blockReason: reason === "" ? row.blockReason : reason,
  beforeBlock: row.trust === "blocked"
    ? row.beforeBlock
    : { trust: row.trust, approvedAt: row.approvedAt, autoPromotedAt: row.autoPromotedAt },
  autoPromotedAt: null,
});

/** The row as it was before it was blocked; its key was compared then, and did not change while it was blocked. */
const unblocked = (row: Peer): Peer =>
  row.trust === "blocked"
    ? { ...row, trust: "unvetted", ...row.beforeBlock, blockReason: null, beforeBlock: null }
    : row;
