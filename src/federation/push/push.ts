/** A push of everything that the hub does not hold yet, by the hub's own marks (FED "Push, relay, packet"). */
import {
  encodePage,
  isRecordKind,
  isSequenceKind,
  type RecordKind,
  SEQUENCE_KINDS,
  type SequenceKind,
  type SyncPage,
} from "../../wire/mod.ts";
import { ASKS_PER_KIND, ASKS_PER_PULL } from "../gaps/rules.ts";
import type { Rotation } from "../tables/peer_store.ts";
import type { FeedCursor } from "../tables/progress_store.ts";
import { MAX_NUMBER } from "../tables/numbers.ts";
import type { Store } from "../tables/store.ts";
import { type HubReply, type HubSteps, jsonOf, ownPage, write } from "./effects.ts";
import { askHub, type HubLink, reasonOf, refusedBy } from "./hub_link.ts";
import type { HubStore } from "./hub_store.ts";

/** Deletions first, so that nothing is shown that is gone already. */
const ORDER: readonly RecordKind[] = ["tombstone", "cache", "find", "key", "account-move", "bulletin"];
const PAGE_FRAMES = 500;
/** Pages of one kind in one push; what is left waits for the next. */
const PAGES = 50;

export interface PushDeps extends HubLink {
  /** The setting FED_HUB_URL. */
  hub: string;
  store: Store;
  hubs: HubStore;
  rotations(): readonly Rotation[];
  /** Whether the operator trusts the hub's instance: what it says that it holds then raises our own numbers. */
  trustsHub(): boolean;
  log(message: string, facts: Record<string, unknown>): void;
}

export interface PushResult {
  /** Records sent, and of those how many the hub applied and how many it did not take. */
  sent: number;
  applied: number;
  rejected: number;
  /** Whether there were more records than one push sends. */
  more: boolean;
}

interface HubMarks {
  marks: Partial<Record<RecordKind, FeedCursor>>;
  gaps: Partial<Record<SequenceKind, number[]>>;
}

/** Pushes to the hub. Ends with HubFailed for what is the hub's or the network's doing; the next push goes on from there. */
export function* pushAll(deps: PushDeps): HubSteps<PushResult> {
  const result: PushResult = { sent: 0, applied: 0, rejected: 0, more: false };
  let told = yield* readMarks(deps);
  if (!told && (yield* introduceSelf(deps, result))) told = yield* readMarks(deps);
  if (told) yield* believe(deps, told);
  for (const kind of ORDER) yield* pushKind(deps, kind, deps.hubs.mark(deps.hub, kind), result);
  if (told) yield* fillGaps(deps, told, result);
  return result;
}

/** Sends one own record, which tells the hub who we are and under which key. Gives whether there was one. */
function* introduceSelf(deps: PushDeps, result: PushResult): HubSteps<boolean> {
  for (const kind of ORDER) {
    const page = yield* ownPage(kind, { cursor: 0, nextId: null }, 1);
    if (!page || page.frames.length === 0) continue;
    yield* submit(deps, kind, 0, page, result);
    return true;
  }
  return false;
}

/** The hub's marks; undefined where it does not know this instance, or not under this key. */
function* readMarks(deps: PushDeps): HubSteps<HubMarks | undefined> {
  const reply = yield* askHub(deps, { method: "GET", path: "/federation/submit/marks", secret: true });
  if (reply.status === 401 && reasonOf(reply) === "bad_signature") return undefined;
  const told = reply.status === 200 ? jsonOf(reply) : undefined;
  if (!told) throw refusedBy(reply, "for its marks");
  const read: HubMarks = { marks: {}, gaps: {} };
  for (const [kind, mark] of Object.entries(objectOf(told.marks))) {
    const at = cursorOf(mark);
    if (isRecordKind(kind) && at) read.marks[kind] = at;
  }
  for (const [kind, numbers] of Object.entries(objectOf(told.gaps))) {
    if (!isSequenceKind(kind) || !Array.isArray(numbers)) continue;
    read.gaps[kind] = numbers.filter(isNumber).slice(0, ASKS_PER_KIND);
  }
  return read;
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
const isNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_NUMBER;

function cursorOf(value: unknown): FeedCursor | undefined {
  const { cursor, id } = objectOf(value);
  if (!isNumber(cursor)) return undefined;
  return { cursor, nextId: typeof id === "string" && /^\d{1,16}$/.test(id) ? id : null };
}

/**
 * Takes over what the hub says that it holds: the push goes on there, also after either side was restored from a
 * backup.
 */
function* believe(deps: PushDeps, { marks }: HubMarks): HubSteps<void> {
  const { hub, hubs, store: { numbers } } = deps;
  const isNews = ORDER.some((kind) => {
    const [before, at] = [hubs.mark(hub, kind), marks[kind] ?? { cursor: 0, nextId: null }];
    return before.cursor !== at.cursor || before.nextId !== at.nextId;
  });
  if (!isNews) return;
  yield* write((tx) => {
    hubs.forgetMarks(tx, hub);
    for (const kind of ORDER) {
      const at = marks[kind];
      if (at) hubs.putMark(tx, { url: hub, kind, ...at });
      // The hub holds more of our records than we know of: this database was restored, and its numbers go on above
      // those.
      const isAhead = at && isSequenceKind(kind) && at.cursor > numbers.last(kind);
      if (isAhead && deps.trustsHub()) numbers.raise(tx, kind, at.cursor);
    }
  });
}

/** Pushes one kind from a place on, page by page, as long as the hub's mark moves. */
function* pushKind(deps: PushDeps, kind: RecordKind, from: FeedCursor, result: PushResult): HubSteps<void> {
  let at = from;
  const rewound = new Set<number>();
  for (let left = PAGES; left > 0; left--) {
    const page = yield* ownPage(kind, at, PAGE_FRAMES);
    if (!page || page.frames.length === 0) return;
    const mark = yield* submit(deps, kind, at.cursor, page, result);
    if (mark === undefined) return;
    if (mark.cursor < at.cursor) {
      // The hub holds less than it said: it was restored meanwhile, or never knew us. The push goes on from the hub's
      // mark, once for each such mark.
      if (rewound.has(mark.cursor)) return;
      rewound.add(mark.cursor);
      at = mark;
      continue;
    }
    // The hub waits for a record before the end of the page: later pages would move nothing.
    if (page.complete || mark.cursor < page.nextCursor) return;
    at = { cursor: page.nextCursor, nextId: page.nextId ?? null };
  }
  result.more = true;
}

/** Sends one page. Gives the hub's mark after it; `undefined` where the hub names none. */
function* submit(
  deps: PushDeps,
  kind: RecordKind,
  since: number,
  page: SyncPage,
  result: PushResult,
): HubSteps<FeedCursor | undefined> {
  const rotations = deps.rotations();
  const reply: HubReply = yield* askHub(deps, {
    method: "POST",
    path: "/federation/submit",
    secret: true,
    headers: {
      "content-type": "application/cbor",
      "x-fed-since": String(since),
      ...(rotations.length === 0 ? {} : { "x-fed-rotations": JSON.stringify(rotations) }),
    },
    body: encodePage(page),
  });
  const said = reply.status === 200 ? jsonOf(reply) : undefined;
  if (!said) throw refusedBy(reply, `a page of ${kind} records`);
  result.sent += page.frames.length;
  result.applied += isNumber(said.applied) ? said.applied : 0;
  result.rejected += isNumber(said.rejected) ? said.rejected : 0;
  const mark = cursorOf(said.mark);
  if (!mark || objectOf(said.mark).type !== kind) return undefined;
  yield* write((tx) => void deps.hubs.putMark(tx, { url: deps.hub, kind, ...mark }));
  return mark;
}

/** Sends again, one by one, the records that the hub says it misses. */
function* fillGaps(deps: PushDeps, { gaps }: HubMarks, result: PushResult): HubSteps<void> {
  let left = ASKS_PER_PULL;
  for (const kind of SEQUENCE_KINDS) {
    for (const v of gaps[kind] ?? []) {
      if (left-- <= 0) return;
      const page = yield* ownPage(kind, { cursor: Math.max(0, v - 1), nextId: null }, 1);
      if (page && page.frames.length > 0) yield* submit(deps, kind, Math.max(0, v - 1), page, result);
    }
  }
}
