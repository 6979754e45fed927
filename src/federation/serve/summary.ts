/** The summary: which origins a neighbour can read here, how far each is held, and under which keys. */
import { SEQUENCE_KINDS } from "../../wire/mod.ts";
import { publishedKeys } from "../keys/identity.ts";
import type { Numbers, Summary, SummaryEntry } from "./ask.ts";
import type { ServeParts } from "./parts.ts";
import { type Region, regionCovers } from "./region.ts";

/** Origins of one summary page (FED "Limits"). */
const SUMMARY_PAGE = 100;

/** Who asks (as far as it is known), for caches of which region, and after which origin. */
export interface SummaryAsked {
  asker?: string;
  region?: Region;
  after?: string;
}

/** Which origins are served here and how far, in the order of their ids, from after `ask.after` on. */
export function summaryOf(parts: ServeParts, ask: SummaryAsked): Summary {
  const { identity, store, trust, reserve } = parts;
  const known = ask.asker !== undefined && ask.asker !== identity.instance && store.peers.live(ask.asker) &&
      !store.peers.isBlocked(ask.asker)
    ? ask.asker
    : undefined;
  const others = store.peers.all().filter((peer) =>
    peer.instance !== null && peer.pin !== null && peer.instance !== known &&
    trust.isPassedOn(peer.instance, reserve())
  ).map((peer) => peer.instance!);
  const after = ask.after ?? "";
  const ids = [...new Set([identity.instance, ...others])].filter((id) => id > after).sort();
  const origins: SummaryEntry[] = [];
  let next: string | undefined;
  for (const id of ids) {
    if (origins.length === SUMMARY_PAGE) {
      next = origins.at(-1)!.origin;
      break;
    }
    const entry = id === identity.instance ? ownEntry(parts) : keptEntry(parts, id, ask.region);
    if (entry) origins.push(entry);
  }
  const summary: Summary = { instance: identity.instance, origins, complete: next === undefined };
  if (next !== undefined) summary.next = next;
  if (known !== undefined && after === "") {
    const held: Numbers = {};
    for (const { kind, mark } of store.progress.marks({ origin: known })) if (mark > 0) held[kind] = mark;
    summary.asker = { held };
  }
  return summary;
}

function ownEntry({ identity, store, world }: ServeParts): SummaryEntry {
  const held: Numbers = {};
  const asked = { origin: identity.instance, signer: identity.key!.publicKey };
  for (const kind of SEQUENCE_KINDS) {
    // While the time is not known nothing is signed: what waits for that is not promised.
    const waits = world.clock.isKnown() ? undefined : store.records.firstUnsigned({ ...asked, kind });
    const last = Math.min(store.numbers.last(kind), (waits ?? Infinity) - 1);
    if (last > 0) held[kind] = last;
  }
  return {
    origin: identity.instance,
    held,
    top: held,
    publicKey: identity.key!.publicKey,
    publicKeys: publishedKeys(identity),
    rotations: identity.rotations,
  };
}

function keptEntry(
  { store, region: mirrored }: ServeParts,
  origin: string,
  region: Region | undefined,
): SummaryEntry | undefined {
  const peer = store.peers.live(origin)!;
  const held: Numbers = {}, top: Numbers = {};
  for (const kind of SEQUENCE_KINDS) {
    const whole = kind !== "cache" || regionCovers(mirrored(), region);
    const limit = store.records.firstAtLimit({ origin, kind });
    const mark = store.progress.mark({ origin, kind });
    const upTo = whole ? Math.min(mark, (limit ?? Infinity) - 1) : 0;
    if (upTo > 0) held[kind] = upTo;
    const highest = Math.max(store.records.top({ origin, kind }), upTo);
    if (highest > 0) top[kind] = highest;
  }
  if (Object.keys(top).length === 0 && Object.keys(held).length === 0) return undefined;
  return {
    origin,
    held,
    top,
    publicKey: peer.pin!,
    publicKeys: peer.accept.length > 0 ? peer.accept : [{ x: peer.pin! }],
    rotations: peer.rotations,
  };
}
