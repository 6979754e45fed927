/**
 * A thing done that has to reach the gateway, and what may become of it. Pure: the rules of the queue are here and nowhere
 * else. `id` and `at` are set at the tap and never change, and the body is signed at the tap: whatever happens to answers,
 * the gateway sees one and the same log.
 */

export type State = "waiting" | "sending" | "needs_you" | "by_radio" | "settled" | "dropped";

/** A gateway's answer as it is kept beside the item. */
export interface Settled {
  status: number;
  /** Of a refusal: its reason and sentence. */
  reason?: string;
  sentence?: string;
  /** Of a success: the log as the gateway has it. */
  value?: unknown;
  /** Unix seconds. */
  at: number;
}

/**
 * What is done: a log; a stage opened; a cache hidden, its stages, a change of it; a photo of a log or cache, and its small
 * version, which is never shown as something of its own.
 */
export type ItemKind = "log" | "unlock" | "hide" | "stages" | "change" | "photo" | "thumb";

export interface Item {
  readonly id: string;
  /** Call of the account that did it; nobody else's session sends it. */
  readonly account: string;
  /** Instance that it is for. */
  readonly instance: string;
  readonly kind: ItemKind;
  /** Code of the cache, and its title for people. */
  readonly cache: string;
  readonly title: string;
  /** `{id}` and the like stand for what was answered to the item that `after` names, or to the one before it. */
  readonly path: string;
  /** POST where it says nothing. */
  readonly method?: "POST" | "PATCH" | "PUT";
  readonly body: Readonly<Record<string, unknown>>;
  /** Name of bytes that are sent instead of the body. */
  readonly file?: string;
  /** When it was done, unix seconds by the gateway's clock as far as it was known. */
  readonly at: number;
  /** Another item that has to be settled first: a stage is opened before its cache is logged. */
  readonly after?: string;
  readonly state: State;
  /** How often it was tried without an answer that settled it. */
  readonly tries: number;
  /** Unix seconds before which it is not tried. */
  readonly notBefore: number;
  /** The last try was not answered at all: it goes on as soon as the gateway is reached. */
  readonly unanswered: boolean;
  /** While it is being sent: until when the sender may be believed to live. */
  readonly leasedUntil: number;
  readonly answer?: Settled;
  /** Of one that its person discarded: when, and what it was before. */
  readonly dropped?: { at: number; was: State };
}

/** The state of an item that enters the queue at this time (unix seconds): it may be sent at once. */
export const entering = (at: number) =>
  ({ at, state: "waiting", tries: 0, notBefore: at, unanswered: false, leasedUntil: 0 }) as const;

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
  | { what: "edited"; body: Readonly<Record<string, unknown>> };

/** A sender that has not said for so long that it lives has died with its page: another one may try. */
export const LEASE_S = 4;
const FIRST_WAIT_S = 2;
const LONGEST_WAIT_S = 600;

/** Answers that say nothing about the item itself: try later. */
const LATER: ReadonlySet<number> = new Set([401, 408, 425, 429]);
export const saysLater = (status: number): boolean => LATER.has(status) || status >= 500;

/** Seconds to wait after so many fruitless tries. The first is short: mostly only the answer was lost. */
export const waitAfter = (tries: number): number =>
  Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** Math.max(0, tries - 1));

/** How long a discarded item can be taken back, seconds. */
export const UNDO_S = 600;

/** Whether an item waits for something: to be sent, or for its person. */
export const waits = ({ state }: Item): boolean => state !== "settled" && state !== "dropped";

/** Whether a discarded item is gone for good. A time far off was a wrong clock's. */
export const isForgotten = ({ dropped }: Item, now: number): boolean =>
  dropped !== undefined && Math.abs(now - dropped.at) > UNDO_S;

/** Whether somebody may take it now. A lease far ahead was given by a clock that was wrong since. */
export function isDue(item: Item, now: number): boolean {
  if (item.state === "waiting") return item.notBefore <= now || item.notBefore > now + 2 * LONGEST_WAIT_S;
  return item.state === "sending" && (item.leasedUntil <= now || item.leasedUntil > now + 2 * LEASE_S);
}

/** What becomes of an item. Throws on a step that cannot be: that is a defect of the caller. */
export function next(item: Item, happening: Happening, now: number): Item {
  const { state } = item;
  switch (happening.what) {
    case "taken":
      if (!isDue(item, now)) break;
      return { ...item, state: "sending", leasedUntil: now + LEASE_S };
    // Another page has taken this try over: its outcome is ignored.
    case "held":
      return state === "sending" ? { ...item, leasedUntil: now + LEASE_S } : item;
    case "unanswered":
      return state === "sending" ? later(item, now, { unanswered: true }) : item;
    case "answered":
      return state === "sending" ? answered(item, happening, now) : item;
    case "reached":
      // Only those that went unanswered: one that was told to wait has been told so.
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
      // What went by radio is not sent as well for having been discarded for a moment.
      return { ...rest, state: dropped!.was, notBefore: now, unanswered: false };
    }
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
  // A find that is there already is what was wanted: an answer was lost, or it went by radio.
  if ((status >= 200 && status < 300) || reason === "already_found") {
    return { ...item, state: "settled", unanswered: false, answer };
  }
  if (saysLater(status)) {
    // Nobody is signed in, or somebody else: it goes as soon as its own person opens the app.
    return later(item, now, {
      unanswered: status === 401,
      ...(retryAfterS !== undefined && { waitS: retryAfterS }),
    });
  }
  return { ...item, state: "needs_you", unanswered: false, answer };
}

function later(
  item: Item,
  now: number,
  { unanswered, waitS }: { unanswered: boolean; waitS?: number },
): Item {
  const tries = item.tries + 1;
  const wait = Math.min(LONGEST_WAIT_S, Math.max(waitS ?? 0, waitAfter(tries)));
  return { ...item, state: "waiting", tries, notBefore: now + wait, unanswered };
}

const BLANK = /\{(\w{1,20})\}/g;

/** Where an item is sent; `undefined` where what it belongs to has not come about. */
export function addressOf(item: Item, items: readonly Item[]): string | undefined {
  let whole = true;
  const path = item.path.replace(BLANK, (_, name: string) => {
    const value = toldBefore(item, name, items);
    whole &&= value !== undefined;
    return encodeURIComponent(String(value));
  });
  return whole ? path : undefined;
}

/** What the nearest of the items before this one was answered under a name. */
function toldBefore(item: Item, name: string, items: readonly Item[]): string | number | undefined {
  const before = items.find(({ id }) => id === item.after);
  if (!before) return undefined;
  const value = (before.answer?.value as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" || typeof value === "number" ? value : toldBefore(before, name, items);
}

/** An item and those that have nothing to belong to without it. */
export function withDependents(id: string, items: readonly Item[]): string[] {
  const own = items.filter((item) => item.after === id && item.path.includes("{"));
  return [id, ...own.flatMap((item) => withDependents(item.id, items))];
}

/** States behind which others need not wait. */
const OVER: ReadonlySet<State> = new Set(["settled", "dropped"]);

/** The item to take next: the oldest that is due, is this account's and instance's, and has nothing to wait for. */
export function pick(
  items: readonly Item[],
  { account, instance, now }: { account: string; instance: string; now: number },
): Item | undefined {
  const own = items.filter((item) => item.account === account && item.instance === instance);
  const states = new Map(items.map((item) => [item.id, item.state]));
  // One at a time, in order: a log never overtakes one on its way that was written before it.
  if (own.some((item) => item.state === "sending" && !isDue(item, now))) return undefined;
  const ready = own.filter((item) =>
    isDue(item, now) && (item.after === undefined || OVER.has(states.get(item.after) ?? "settled"))
  );
  return ready.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))[0];
}
