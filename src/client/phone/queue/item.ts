/**
 * An item of the queue: something that a person did and that has to reach the gateway. All rules of the queue are here, and
 * they are pure. `id`, `at` and the signed body are fixed when the button is pressed, so that the gateway takes a log that
 * is sent twice for the same one.
 */

import type { Expected } from "./expected.ts";

/**
 * `needs_you`: refused, and the person has to decide. `by_radio`: the person sent it by radio. `settled`: the gateway has it.
 * `dropped`: discarded, and for a while it can be restored.
 */
export type State = "waiting" | "sending" | "needs_you" | "by_radio" | "settled" | "dropped";

/** The gateway's answer, as it is stored with the item. */
interface Settled {
  status: number;
  /** For a refusal: its reason and sentence. */
  reason?: string;
  sentence?: string;
  /** For a success: the log as the gateway has it. */
  value?: unknown;
  /** Unix seconds. */
  at: number;
}

/**
 * What was done: a log; a stage opened; a cache hidden; its stages set; a cache changed; a note of a cache kept, a list begun or
 * the cache put on it, the cache ignored or a favourite; a field note mended or dropped; a photo of a log or cache; and the photo's small
 * version, which lists of the queue do not show.
 */
type ItemKind =
  | ("log" | "unlock" | "hide" | "stages" | "change")
  | ("keep" | "list" | "ignore" | "like" | "draft")
  | ("photo" | "thumb");

/** An item, as it is stored on the phone. `expects`: what a find will probably count as, until the gateway says. */
export interface Item {
  readonly id: string;
  /** Call of the account that did it; it is sent only while this account is signed in. */
  readonly account: string;
  /** The instance that it is for. */
  readonly instance: string;
  readonly kind: ItemKind;
  /** The cache's code, and its title to be shown. */
  readonly cache: string;
  readonly title: string;
  /** Path in the API. `{id}` or `{code}` stands for that member of the answer to the item `after`, or to one before that. */
  readonly path: string;
  /** Without it: POST. */
  readonly method?: "POST" | "PATCH" | "PUT";
  readonly body: Readonly<Record<string, unknown>>;
  /** Id of stored bytes that are sent in place of the body. */
  readonly file?: string;
  /** When it was done: unix seconds by the gateway's clock, as far as the phone knew that. */
  readonly at: number;
  /** Id of an item that has to be settled before this one: a stage is opened before its cache is logged. */
  readonly after?: string;
  readonly state: State;
  /** How often it was sent without being settled. */
  readonly tries: number;
  /** It is not sent before this time, unix seconds. */
  readonly notBefore: number;
  /** The last try had no answer at all: it is sent again as soon as the gateway is reached. */
  readonly unanswered: boolean;
  /** A try had no answer, or one that leaves open what was done: what it said then may be on the gateway already. */
  readonly maybeThere?: true;
  /** While it is being sent: how long no other tab takes it, unix seconds. */
  readonly leasedUntil: number;
  readonly answer?: Settled;
  readonly expects?: Expected;
  /** For a discarded item: when it was discarded, and its state before. */
  readonly dropped?: { at: number; was: State };
  /** For a settled item: when its person first saw that it is, unix seconds. */
  readonly seen?: number;
}

/** The state of an item that enters the queue at this time (unix seconds): it may be sent at once. */
export const entering = (at: number) =>
  ({ at, state: "waiting", tries: 0, notBefore: at, unanswered: false, leasedUntil: 0 }) as const;

/**
 * What may happen to an item: a tab takes it to send, or renews its lease (`held`); an answer comes or none; the gateway is
 * reached again; and what the person decides.
 */
export type Happening =
  | { what: "taken" }
  | { what: "held" }
  | { what: "unanswered" }
  | {
    what: "answered";
    status: number;
    reason?: string;
    sentence?: string;
    value?: unknown;
    retryAfterS?: number;
  }
  | { what: "reached" }
  | { what: "keyed" }
  | { what: "again" }
  | { what: "dropped" }
  | { what: "restored" }
  | { what: "seen" }
  | { what: "edited"; body: Readonly<Record<string, unknown>> };

/** A tab that has not renewed its lease for so many seconds is closed: another one may send the item. */
export const LEASE_S = 4;
const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 600;

/** Statuses that do not judge the item itself: it is tried later. */
const LATER: ReadonlySet<number> = new Set([401, 408, 425, 429]);
/** Whether an item with an answer of this status is tried later. */
export const saysLater = (status: number): boolean => LATER.has(status) || status >= 500;

/** Whether after such an answer nobody knows what was done: something on the way gave up waiting, or broke. */
const leavesOpen = (status: number): boolean => status === 408 || status >= 500;

/** Seconds to wait after so many failed tries. The first wait is short, since mostly only the answer was lost. */
export const waitAfter = (tries: number): number =>
  Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** Math.max(0, tries - 1));

/** For so many seconds a discarded item can be restored. */
export const UNDO_S = 600;

/** Whether an item is still open: it has to be sent, or the person has to decide. */
export const waits = ({ state }: Item): boolean => state !== "settled" && state !== "dropped";

/** A settled item is kept for so many seconds after its person saw it, or for the longer time where nobody did. */
export const SEEN_S = 600, UNSEEN_S = 7 * 86_400;

/** Whether that is more than so many seconds ago. A time far in the future comes from a clock that was wrong. */
const isPast = (at: number | undefined, seconds: number, now: number): boolean =>
  at !== undefined && Math.abs(now - at) > seconds;

/**
 * Whether an item can be deleted: a discarded one that can no longer be restored, or one that is settled, was seen, and whose
 * answer no other item still needs. What waits and what was refused stays, however old it is.
 */
export function isOver(item: Item, items: readonly Item[], now: number): boolean {
  if (item.state === "dropped") return isPast(item.dropped?.at, UNDO_S, now);
  if (item.state !== "settled" || isNeeded(item.id, items)) return false;
  return isPast(item.seen, SEEN_S, now) || isPast(item.answer?.at, UNSEEN_S, now);
}

/** Whether an item that can still be sent goes where the answer to this one says. */
const isNeeded = (id: string, items: readonly Item[]): boolean =>
  items.some((one) => one.after === id && (one.state !== "settled" || isNeeded(one.id, items)));

/**
 * The state as people see it. A page that was closed while it sent something leaves it "sending": once no page holds it any
 * more, it waits.
 */
export const shownState = (item: Item, now: number): State =>
  item.state === "sending" && isDue(item, now) ? "waiting" : item.state;

/** Whether an item may be taken to be sent now. A time far in the future comes from a clock that was wrong. */
export function isDue(item: Item, now: number): boolean {
  if (item.state === "waiting") return item.notBefore <= now || item.notBefore > now + 2 * LONGEST_WAIT_S;
  return item.state === "sending" && (item.leasedUntil <= now || item.leasedUntil > now + 2 * LEASE_S);
}

/** The item after something happened to it. Throws where that is not possible in its state: a fault of the program. */
export function next(item: Item, happening: Happening, now: number): Item {
  const { state } = item;
  switch (happening.what) {
    case "taken":
      if (!isDue(item, now)) break;
      return {
        ...item,
        state: "sending",
        leasedUntil: now + LEASE_S,
        // The tab that sent it before was closed meanwhile, perhaps after the gateway had it.
        ...(state === "sending" && { maybeThere: true }),
      };
    // Another tab has taken this try over: its outcome is ignored.
    case "held":
      return state === "sending" ? { ...item, leasedUntil: now + LEASE_S } : item;
    case "unanswered":
      return state === "sending" ? later(item, now, { unanswered: true, maybeThere: true }) : item;
    case "answered":
      return state === "sending" ? answered(item, happening, now) : item;
    case "reached":
      // Only an item that had no answer: where the gateway said how long to wait, the item waits.
      return state === "waiting" && item.unanswered ? { ...item, notBefore: now, unanswered: false } : item;
    case "keyed":
      if (state !== "waiting" && state !== "needs_you") break;
      return { ...item, state: "by_radio" };
    case "again":
      if (state !== "needs_you" && state !== "by_radio") break;
      return { ...item, state: "waiting", notBefore: now, tries: 0, unanswered: false };
    case "dropped":
      if (state === "sending" || state === "settled" || state === "dropped") break;
      return { ...item, state: "dropped", dropped: { at: now, was: state } };
    case "restored": {
      if (state !== "dropped") break;
      const { dropped, ...rest } = item;
      // An item that went by radio and was discarded and restored is still not sent by the phone as well.
      return { ...rest, state: dropped!.was, notBefore: now, unanswered: false };
    }
    case "seen":
      return state === "settled" && item.seen === undefined ? { ...item, seen: now } : item;
    case "edited":
      if (state === "sending" || state === "settled" || state === "dropped") break;
      return { ...item, body: happening.body, state: "waiting", notBefore: now, tries: 0, unanswered: false };
  }
  throw new Error(`an item that is ${state} cannot be ${happening.what}`);
}

function answered(item: Item, told: Extract<Happening, { what: "answered" }>, now: number): Item {
  const { status, reason, sentence, value, retryAfterS } = told;
  const answer: Settled = {
    status,
    at: now,
    ...(reason !== undefined && { reason }),
    ...(sentence !== undefined && { sentence }),
    ...(value !== undefined && { value }),
  };
  // A find that is there already is a success: an answer was lost, or the log also went by radio.
  if ((status >= 200 && status < 300) || reason === "already_found") {
    return { ...item, state: "settled", unanswered: false, answer };
  }
  if (saysLater(status)) {
    // Nobody or somebody else is signed in: it is sent when its own person opens the app.
    return later(item, now, {
      unanswered: status === 401,
      ...(leavesOpen(status) && { maybeThere: true }),
      ...(retryAfterS !== undefined && { waitS: retryAfterS }),
    });
  }
  // What is refused has not arrived before.
  const { maybeThere: _, ...rest } = item;
  return { ...rest, state: "needs_you", unanswered: false, answer };
}

function later(
  item: Item,
  now: number,
  { unanswered, waitS, maybeThere }: { unanswered: boolean; waitS?: number; maybeThere?: true },
): Item {
  const tries = item.tries + 1;
  const wait = Math.min(LONGEST_WAIT_S, Math.max(waitS ?? 0, waitAfter(tries)));
  const open = maybeThere && { maybeThere };
  return { ...item, state: "waiting", tries, notBefore: now + wait, unanswered, ...open };
}

const BLANK = /\{(\w{1,20})\}/g;

/** The path that an item is sent to; `undefined` where an answer that it needs is missing. */
export function addressOf(item: Item, items: readonly Item[]): string | undefined {
  let whole = true;
  const path = item.path.replace(BLANK, (_, name: string) => {
    const value = toldBefore(item, name, items);
    whole &&= value !== undefined;
    return encodeURIComponent(String(value));
  });
  return whole ? path : undefined;
}

/** The member `name` of the answer to the nearest item before this one that has it. */
function toldBefore(item: Item, name: string, items: readonly Item[]): string | number | undefined {
  const before = items.find(({ id }) => id === item.after);
  if (!before) return undefined;
  const value = (before.answer?.value as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" || typeof value === "number" ? value : toldBefore(before, name, items);
}

/** The code of the cache that an item is about; that of a new one is in the answer to what hid it. */
export const codeOf = (item: Item, items: readonly Item[]): string =>
  item.cache || String(toldBefore(item, "code", items) ?? "");

/** The ids of an item and of all that depend on it. */
export function withDependents(id: string, items: readonly Item[]): string[] {
  const own = items.filter((item) => item.after === id && item.path.includes("{"));
  return [id, ...own.flatMap((item) => withDependents(item.id, items))];
}

/** Items in these states hold up no others. */
const OVER: ReadonlySet<State> = new Set(["settled", "dropped"]);

/** The item to send next: the oldest of this account and instance that is due and waits for no other; or `undefined`. */
export function pick(
  items: readonly Item[],
  { account, instance, now }: { account: string; instance: string; now: number },
): Item | undefined {
  const own = items.filter((item) => item.account === account && item.instance === instance);
  const states = new Map(items.map((item) => [item.id, item.state]));
  // One at a time and in order: a log must not arrive before one that was written earlier.
  if (own.some((item) => item.state === "sending" && !isDue(item, now))) return undefined;
  const ready = own.filter((item) =>
    isDue(item, now) && (item.after === undefined || OVER.has(states.get(item.after) ?? "settled"))
  );
  return ready.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))[0];
}
