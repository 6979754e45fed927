/** A pull of one peer, from its descriptor to its last page (FED "Events", "Reception rules"). Drives nothing itself. */
import { MAX_PAGE_BYTES, readPage, type RecordKind, type SequenceKind } from "../../wire/mod.ts";
import { ASKS_PER_PULL } from "../gaps/rules.ts";
import { admitAll } from "./admit_all.ts";
import { watchClock } from "./clock.ts";
import { type Counts, type Deps, noCounts, PAGES, type Pull, type PullOptions, wants } from "./context.ts";
import { get, PullFailed, type Steps } from "./effects.ts";
import { readExchange } from "./exchange.ts";
import { learnOrigins, raiseNumbers, readSummary } from "./learn.ts";
import { meet } from "./meet.ts";
import { readOrigin } from "./origins.ts";
import type { HeldNumbers } from "../tables/peer_store.ts";
import type { Said } from "./plan.ts";

export interface PullResult {
  counts: Counts;
  bytes: number;
  /** How far the neighbour says that it holds our own records; null where it does not know us. */
  held: HeldNumbers | null;
}

/** Sequence kinds after the deletions, in the order in which they are applied. */
const AFTER_DELETIONS: SequenceKind[] = ["account-move", "cache", "find"];

/** Pulls one peer. Throws PullFailed where the peer or the network is the cause. */
export function* pullPeer(deps: Deps, url: string, options: PullOptions = {}): Steps<PullResult> {
  if (!deps.receiver.knowsTime()) throw new PullFailed("clock_unset", "this host's clock is not set");
  yield* watchClock(deps);
  const { peer } = yield* meet(deps, url);
  const pull: Pull = {
    ...deps,
    url,
    neighbour: peer.instance!,
    trusted: peer.trust === "trusted",
    capabilities: peer.capabilities,
    options,
    counts: noCounts(),
    bytes: 0,
    passedOnPages: options.maxPages ?? PAGES,
    asksLeft: ASKS_PER_PULL,
    limited: false,
  };
  yield* readExchange(pull, peer);
  const { entries, askerHeld } = yield* readSummary(pull);
  yield* raiseNumbers(pull, askerHeld ?? {});
  yield* learnOrigins(pull, entries.values());

  const origins = [pull.neighbour, ...[...entries.keys()].filter((origin) => isReadable(pull, origin))];
  const said = (origin: string, kind: SequenceKind): Said | undefined => {
    const entry = entries.get(origin);
    return entry && { held: entry.held?.[kind] ?? 0, top: entry.top[kind] ?? 0 };
  };
  const readAll = function* (kind: SequenceKind): Steps<void> {
    if (!wants(pull, kind)) return;
    for (const origin of origins) {
      if (pull.limited && origin !== pull.neighbour) continue;
      yield* readOrigin(pull, origin, kind, said(origin, kind));
    }
  };
  // The deletions of all origins are read before any other records, so that nothing is shown that was deleted already.
  yield* readAll("tombstone");
  yield* readFeed(pull, "key");
  for (const kind of AFTER_DELETIONS) yield* readAll(kind);
  yield* readFeed(pull, "bulletin");
  return { counts: pull.counts, bytes: pull.bytes, held: askerHeld ?? null };
}

/**
 * Whether records of an origin are read from this neighbour: the origin is neither we nor the neighbour, it is not
 * blocked, and a key of it is known here.
 */
function isReadable(pull: Pull, origin: string): boolean {
  if (origin === pull.self || origin === pull.neighbour) return false;
  const view = pull.trust.originView(origin);
  return view !== undefined && !view.blocked && view.keys.length > 0;
}

/**
 * Reads a neighbour's own feed of keys or bulletins. A record that cannot be verified yet is passed over, since these
 * feeds have no gaps.
 */
function* readFeed(pull: Pull, kind: Extract<RecordKind, "key" | "bulletin">): Steps<void> {
  if (!wants(pull, kind)) return;
  const { progress } = pull.store;
  let at = progress.feed(pull.neighbour, kind);
  for (let left = pull.options.maxPages ?? PAGES; left > 0; left--) {
    const query = new URLSearchParams({ since: String(at.cursor), limit: "500" });
    if (at.nextId !== null) query.set("sinceId", at.nextId);
    const path = `/federation/sync/${kind}?${query}`;
    const reply = yield* get(path, MAX_PAGE_BYTES);
    pull.bytes += reply.bytes.length;
    if (reply.status === 404) return;
    if (reply.status !== 200) throw new PullFailed("status", `${path} answered ${reply.status}`);
    const read = readPage(reply.bytes, 500);
    if (!read.ok) throw new PullFailed("bad_page", `${path}: ${read.problem}`);
    const { page } = read;
    if (page.instance !== pull.neighbour) {
      throw new PullFailed("bad_page", `${path}: page of ${page.instance}`);
    }
    // Once complete, bulletins are read on from the second alone: another may be posted in it.
    const next = { cursor: page.nextCursor, nextId: page.complete ? null : page.nextId ?? null };
    const moved = next.cursor > at.cursor || next.nextId !== at.nextId;
    if (page.frames.length > 0 || moved) {
      const passage = { origin: pull.neighbour, kind, hops: 1, via: pull.neighbour };
      yield* admitAll(pull, page.frames, () => passage, (tx) => {
        if (moved) progress.setFeed(tx, { neighbour: pull.neighbour, kind, ...next });
      });
    }
    at = next;
    if (page.complete || !moved) return;
  }
}
