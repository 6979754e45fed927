/** Reading the neighbour's summary, and the keys of origins that only it names (FED "States and transitions": transit rows). */
import { fingerprintOf, isInstanceId, isSequenceKind, SEQUENCE_KINDS } from "../../wire/mod.ts";
import { readPublishedKeys, readRotations } from "../peers/descriptor.ts";
import { readAgain, recheckFrames } from "../records/forget.ts";
import { MAX_NUMBER } from "../tables/numbers.ts";
import { newPeer, type Peer, type Sighting } from "../tables/peer_store.ts";
import { regionText } from "../serve/region.ts";
import { resolveKeys } from "../keys/resolve_keys.ts";
import type { Numbers, SummaryEntry } from "../serve/ask.ts";
import { acceptedKeys } from "../peers/trust.ts";
import { type Pull, regionFor } from "./context.ts";
import { withSighting } from "./exchange.ts";
import { get, PullFailed, type Steps, write } from "./effects.ts";
import { mergeRotations } from "./meet.ts";

const MAX_SUMMARY_BYTES = 1024 * 1024;
const MAX_SUMMARY_PAGES = 20;
const MAX_ENTRIES = 1000;
/** New origins that one pull writes down (FED "Limits"). */
const MAX_NEW = 50;
/** Origins known through others only: in all, and of those how many one neighbour may have named first. */
export const MAX_TRANSIT = 500;
export const TRANSIT_SHARE = { trusted: 200, other: 50 };
/** How often it is noted that a neighbour still names an origin. */
const SIGHTED_EVERY_S = 86_400;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readNumbers(value: unknown): Numbers | undefined {
  if (!isObject(value)) return undefined;
  const numbers: Numbers = {};
  for (const [kind, number] of Object.entries(value)) {
    if (!isSequenceKind(kind)) continue;
    if (!Number.isSafeInteger(number) || (number as number) < 0 || (number as number) > MAX_NUMBER) {
      return undefined;
    }
    numbers[kind] = number as number;
  }
  return numbers;
}

/** One entry of a summary; `undefined` when it cannot be used. */
function readEntry(value: unknown): SummaryEntry | undefined {
  if (!isObject(value) || typeof value.origin !== "string" || !isInstanceId(value.origin)) return undefined;
  const top = readNumbers(value.top ?? {});
  const held = value.held === undefined ? undefined : readNumbers(value.held);
  if (top === undefined || (value.held !== undefined && held === undefined)) return undefined;
  return {
    origin: value.origin,
    top,
    ...(held === undefined ? {} : { held }),
    publicKey: typeof value.publicKey === "string" ? value.publicKey : "",
    publicKeys: readPublishedKeys(value.publicKeys),
    rotations: readRotations(value.rotations),
  };
}

interface ReadSummary {
  entries: Map<string, SummaryEntry>;
  /** How far the neighbour holds our own records; `undefined` where it does not know us. */
  askerHeld: Numbers | undefined;
}

/** Reads the summary, page by page. An unreadable page ends the reading; what was read before it is kept. */
export function* readSummary(pull: Pull): Steps<ReadSummary> {
  const entries = new Map<string, SummaryEntry>();
  let askerHeld: Numbers | undefined;
  let after = "";
  for (let page = 0; page < MAX_SUMMARY_PAGES && entries.size < MAX_ENTRIES; page++) {
    const query = new URLSearchParams({ for: pull.self });
    const region = regionFor(pull);
    if (region) query.set("bbox", regionText(region));
    if (after !== "") query.set("after", after);
    const reply = yield* get(`/federation/sync/summary?${query}`, MAX_SUMMARY_BYTES);
    pull.bytes += reply.bytes.length;
    if (reply.status !== 200) {
      if (page === 0 && reply.status !== 404) {
        throw new PullFailed("status", `the summary answered ${reply.status}`);
      }
      break;
    }
    const value = parse(reply.bytes);
    if (!isObject(value) || value.instance !== pull.neighbour || !Array.isArray(value.origins)) break;
    if (page === 0 && isObject(value.asker)) askerHeld = readNumbers(value.asker.held);
    let last = after;
    for (const one of value.origins.slice(0, MAX_ENTRIES - entries.size)) {
      const entry = readEntry(one);
      if (!entry) continue;
      entries.set(entry.origin, entry);
      if (entry.origin > last) last = entry.origin;
    }
    const next = typeof value.next === "string" ? value.next : last;
    // A cursor that does not move forward would be read for ever.
    if (value.complete !== false || next <= after) break;
    after = next;
  }
  return { entries, askerHeld };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Writes down origins that are not otherwise known, and moves the keys of such rows along verified rotations. */
export function* learnOrigins(pull: Pull, entries: Iterable<SummaryEntry>): Steps<void> {
  const others = [...entries].filter((entry) =>
    entry.origin !== pull.self && entry.origin !== pull.neighbour
  );
  if (others.length === 0) return;
  yield* write((tx) => {
    const { peers } = pull.store;
    const now = pull.receiver.now();
    let fresh = 0;
    let share = (pull.trusted ? TRANSIT_SHARE.trusted : TRANSIT_SHARE.other) - namedFirst(pull);
    for (const entry of others) {
      if (peers.isBlocked(entry.origin)) continue;
      const row = peers.live(entry.origin);
      // An instance that is pulled, or was, answers for its own keys; others may vouch for one that was only sighted.
      const vouched = row === undefined || ["transit", "discovered", "mdns"].includes(row.addedVia);
      if (row && !vouched) {
        if (row.pin !== null) recheckFrames(tx, pull.store, entry.origin, acceptedKeys(row, now), now);
        continue;
      }
      if (!row && (fresh >= MAX_NEW || share <= 0 || peers.countVia("transit") >= MAX_TRANSIT)) continue;
      const rotations = mergeRotations(row?.rotations ?? [], entry.rotations);
      const resolved = resolveKeys({
        pinned: row?.pin ?? undefined,
        prior: row?.accept ?? [],
        current: entry.publicKey || undefined,
        // A hub that does not list a key may simply not know it: only the origin itself can end a key before its
        // grace period.
        published: [...entry.publicKeys, ...(row?.accept ?? []).map(({ x }) => ({ x }))],
        rotations,
        graceS: pull.graceS,
        now,
      });
      if (!resolved.ok) {
        if (resolved.reason !== "unsigned") {
          pull.log("key of {origin} not taken: {reason}", { origin: entry.origin, reason: resolved.reason });
        }
        continue;
      }
      const bound = pull.binding(entry.origin)?.key;
      if (bound !== undefined && bound !== resolved.pin) continue;
      const keys = { pin: resolved.pin, accept: resolved.accept, rotations };
      let next: Peer;
      if (row) {
        const sightings = row.addedVia === "transit"
          ? sighted(pull, row.sightings, resolved.pin)
          : row.sightings;
        next = { ...row, ...keys, sightings };
        peers.saveChanged(tx, row, next);
        if (resolved.moved) readAgain(tx, pull.store, entry.origin);
      } else {
        fresh++;
        share--;
        next = peers.add(tx, {
          ...newPeer({ url: `transit:${entry.origin}`, addedVia: "transit", addedAt: now }),
          instance: entry.origin,
          enabled: false,
          sightings: sighted(pull, [], resolved.pin),
          ...keys,
        });
      }
      recheckFrames(tx, pull.store, entry.origin, acceptedKeys(next, now), now);
    }
  });
}

/** Whether an origin is known through others only, and this neighbour was the first to name it. */
const namedFirst = ({ store: { peers }, neighbour }: Pull): number =>
  peers.all().filter(({ addedVia, sightings }) =>
    addedVia === "transit" && sightings.at(-1)?.via === neighbour
  )
    .length;

/** Who names an origin, this neighbour among them, the newest first. */
function sighted(pull: Pull, before: readonly Sighting[], key: string): Sighting[] {
  const now = pull.receiver.now();
  const recent = before.some(({ via, at }) =>
    via === pull.neighbour && at <= now && now - at < SIGHTED_EVERY_S
  );
  return recent
    ? [...before]
    : withSighting(before, { via: pull.neighbour, fp: fingerprintOf(key), at: now });
}

/** Our own numbers rise to what a trusted neighbour holds of us: a restore on a host without a clock. */
export function* raiseNumbers(pull: Pull, held: Numbers): Steps<void> {
  if (!pull.trusted) return;
  const { numbers } = pull.store;
  const behind = SEQUENCE_KINDS.filter((kind) => (held[kind] ?? 0) > numbers.last(kind));
  if (behind.length === 0) return;
  yield* write((tx) => {
    for (const kind of behind) numbers.raise(tx, kind, held[kind]!);
  });
}
