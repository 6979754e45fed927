/** Which of what was done can still be taken back, and how. Pure: what an entry says, and what was done to the same thing since. */
import type { Entry } from "../people/shapes.ts";
import { personAddress } from "../people/shapes.ts";
import { pageOf } from "../neighbours/neighbours.ts";
import { addressOf as boxAddress } from "../receivers/boxes.ts";
import { settingAddress } from "../settings/address.ts";
import { PAGES } from "../../pages/page_table.ts";

/** What takes something back: done at one press, since it takes nothing away from anybody. */
export type Act =
  | "restore"
  | "enable"
  | "reopen"
  | "unsuspend"
  | "unblock"
  | "go_on"
  | "hear_again"
  | "count_again"
  | "setting";
/** `to`: the page on which it is asked, where taking it back has effects of its own. */
export type Way = { readonly act: Act } | { readonly to: string };

/** Actions that set one and the same thing: the last of them holds. */
const TRACKS: readonly (readonly string[])[] = [
  ["remove", "restore"],
  ["disable", "enable"],
  ["resolve", "reopen"],
  ["suspend", "unsuspend", "memorial"],
  ["welcome", "unwelcome"],
  ["trust trusted", "trust unvetted", "trust blocked", "follow trusted"],
  ["pause", "go on"],
  ["trust", "distrust"],
  ["services-on", "services-off"],
  ["accept_check", "count_again"],
  ["setting"],
  ["verify", "unverify", "release"],
];
/** After these there is nothing left of a thing to take something back on. */
const ENDS = new Set(["peer remove", "box revoke", "cache remove"]);

const trackOf = (action: string): number => TRACKS.findIndex((track) => track.includes(action));
const onPeer = ({ targetId }: Entry): Way => ({ to: pageOf({ instance: null, url: targetId }) });

/** The way back of an entry that still holds, by its kind and action. */
function wayOf(entry: Entry): Way | undefined {
  const { kind, action, targetId, reason } = entry;
  switch (`${kind} ${action}`) {
    case "cache remove":
      return { act: "restore" };
    case "cache disable":
      return { act: "enable" };
    case "account suspend":
    case "account memorial":
      return { act: "unsuspend" };
    case "account welcome":
      return { to: PAGES.adminPeople.path };
    case "peer trust blocked":
      return { act: "unblock" };
    case "peer trust trusted":
    case "peer trust unvetted":
    case "peer follow trusted":
    case "peer go on":
      return onPeer(entry);
    case "peer pause":
      return { act: "go_on" };
    case "site distrust":
      return { act: "hear_again" };
    case "site trust":
      return { to: PAGES.adminReceivers.path };
    case "box trust":
    case "box distrust":
    case "box services-on":
    case "box services-off":
      return { to: boxAddress(targetId) };
    case "setting accept_check":
      return { act: "count_again" };
    case "setting setting":
      return isWhole(reason) ? { act: "setting" } : { to: settingAddress(targetId) };
    case "callsign verify":
    case "callsign unverify":
      return { to: personAddress(targetId) };
  }
  return action === "resolve" ? { act: "reopen" } : undefined;
}

/** The log keeps the beginning of a long value, and no value of the host's own settings. */
const LONGEST = 400;
const SET_TO = "set to ", DEFAULT = "reset to its default";
const valueIn = (reason: string): string | undefined =>
  reason.startsWith(SET_TO) && reason.length < SET_TO.length + LONGEST
    ? reason.slice(SET_TO.length)
    : undefined;
const isWhole = (reason: string): boolean => reason === DEFAULT || valueIn(reason) !== undefined;

/** What a setting was before an entry, from all that was done to it, newest first; null: its default. */
export function valueBefore(
  entries: readonly Pick<Entry, "id" | "action" | "reason">[],
  id: number,
): string | null | undefined {
  const before = entries.find((one) => one.id < id && one.action === "setting");
  return before === undefined || before.reason === DEFAULT ? null : valueIn(before.reason);
}

/** The way back of each entry by its number; `entries`: the log from its newest on, without a gap. */
export function waysBack(entries: readonly Entry[]): Map<number, Way> {
  const settled = new Set<string>(), ended = new Set<string>();
  const ways = new Map<number, Way>();
  for (const entry of entries) {
    const thing = `${entry.kind} ${entry.targetId}`, track = trackOf(entry.action);
    const own = `${thing} ${track}`;
    const way = track < 0 || settled.has(own) || ended.has(thing) ? undefined : wayOf(entry);
    if (way) ways.set(entry.id, way);
    if (track >= 0) settled.add(own);
    if (ENDS.has(`${entry.kind} ${entry.action}`)) ended.add(thing);
    // What was brought back is there again, but nothing older than that is undone by itself.
    if (entry.action === "restore") settled.add(`${thing} ${trackOf("disable")}`);
  }
  return ways;
}

/** Acts that can be taken back on several things at once. */
const SEVERAL = ["enable", "go_on", "unsuspend"] as const satisfies readonly Act[];
type SeveralAct = typeof SEVERAL[number];
/** What of one act on several things still holds, and how all of it is taken back. */
export interface Together {
  readonly act: SeveralAct;
  readonly entries: readonly Entry[];
}

/** By the number of the newest entry of each act on several things of which at least two still hold. */
export function waysTogether(
  entries: readonly Entry[],
  ways: ReadonlyMap<number, Way>,
): Map<number, Together> {
  const acts = new Map<string, { act: SeveralAct; entries: Entry[] }>();
  for (const entry of entries) {
    const way = ways.get(entry.id);
    const act = way && "act" in way ? SEVERAL.find((one) => one === way.act) : undefined;
    if (entry.batch === null || !act) continue;
    const key = `${entry.batch} ${act}`, known = acts.get(key);
    if (known) known.entries.push(entry);
    else acts.set(key, { act, entries: [entry] });
  }
  return new Map(
    [...acts.values()].filter(({ entries }) => entries.length > 1).map((one) => [one.entries[0]!.id, one]),
  );
}
