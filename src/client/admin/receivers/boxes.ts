/** Receivers as the gateway answers about them, and how each one is. Times are unix seconds. */
import { sayAgo, sayDuration } from "../../ui/times.ts";
import type { Fault } from "../parts/wrong.tsx";
import { tell } from "../tell.ts";

/** A radio port of a box. */
interface Port {
  address: string;
  state: string;
  in: number;
  lastHeardAt: number | null;
  unusuallyQuiet: boolean;
  /** Station of the box's own receiver; null where it names none, absent where it cannot or where the box is older. */
  site?: string | null;
}
/** A box that hears for this instance. */
export interface Box {
  box: string;
  label: string;
  callsign: string | null;
  services: boolean;
  enrolledBy: string;
  enrolledAt: number;
  revokedBy: string | null;
  revokedAt: number | null;
  lastSeenAt: number | null;
  trust: { sites: string[]; trustedByCall: string | null; trustedAt: number } | null;
  state: {
    at: number;
    silent: boolean;
    version: string;
    /** It plays a recording: nothing that it counts was heard. */
    simulated?: boolean;
    startedAt?: number;
    clock: { offsetMs: number | null };
    spool: { in: number; sent: number; waiting: number; rejected: number; dropped: number };
    tx: { on: boolean; locks: string[] };
    ports: Port[];
  } | null;
}
/** All boxes, and the codes with which a box can still join. */
interface BoxList {
  boxes: Box[];
  openCodes: OpenCode[];
}
/** A code that no box has used yet. */
export interface OpenCode {
  id: string;
  label: string;
  callsign: string | null;
  createdAt: number;
  expiresAt: number;
  /** Whether the gateway can show it again. */
  readable: boolean;
  /** What the box with it does before it joins; null where it said nothing yet. */
  progress: {
    step: "reached" | "radio" | "listening" | "joining";
    frames: number;
    direct: number;
    at: number;
  } | null;
}

/** What a receiving station heard lately. */
export interface Heard {
  box: string | null;
  site: string;
  day: number;
  direct: number;
  /** Packets in each of the last 24 hours, the oldest first. */
  hours: number[];
  lastAt: number;
  usualGapS: number | null;
}
/** The stations whose hearing counts, and what all stations heard lately. */
export interface SiteList {
  sites: {
    site: string;
    source: "config" | "admin" | "box";
    box?: string;
    boxLabel?: string;
    trustedByCall: string | null;
    trustedAt: number | null;
  }[];
  heard: Heard[];
}

/** The name of a box for people: its label, else its id. */
export const nameOf = ({ label, box }: Pick<Box, "label" | "box">): string => label || box;

/** When a box last sent a packet that it heard, or a report of its own; `null` for never. */
export const lastOf = ({ box, lastSeenAt, state }: Box, heard: readonly Heard[]): number | null =>
  Math.max(
    lastSeenAt ?? 0,
    state?.at ?? 0,
    ...heard.filter((one) => one.box === box).map(({ lastAt }) => lastAt),
  ) ||
  null;

/** A box that sends nothing for so many seconds is silent, whether it sends reports or not. */
const SILENT_S = 900;

/** `new`: nothing came yet. `quiet`: one of its ports hears unusually little. `silent`: nothing comes any more. */
type Hearing = "new" | "live" | "quiet" | "silent";

/** The dot for each. */
export const MARKS = { new: "off", live: "go", quiet: "wait", silent: "bad" } as const;

/** How a box is; `now` by the gateway's clock. */
export function hearingOf(box: Box, heard: readonly Heard[], now: number): Hearing {
  const its = heard.filter((one) => one.box === box.box), last = lastOf(box, heard);
  if (last === null || (its.length === 0 && !box.state)) {
    return last !== null && now - last > SILENT_S ? "silent" : "new";
  }
  // A box that still sends packets is not silent, however old its last report is.
  if (now - last > SILENT_S) return "silent";
  if (plays(box)) return its.length === 0 ? "new" : "quiet";
  return box.state?.ports.some((port) => port.unusuallyQuiet) ? "quiet" : "live";
}

/** When it was heard last, unix seconds; null for never. */
export function heardAt(box: Box, heard: readonly Heard[]): number | null {
  if (!plays(box)) return lastOf(box, heard);
  // What a box reports while it plays a recording is no sign that it hears.
  return Math.max(0, ...heard.filter((one) => one.box === box.box).map(({ lastAt }) => lastAt)) || null;
}

/** What it brought in each of the last 24 hours, all its stations together. */
export const hoursOf = ({ box }: Box, heard: readonly Heard[]): number[] => {
  const sums = new Array<number>(24).fill(0);
  for (const one of heard) if (one.box === box) one.hours.forEach((n, at) => sums[at]! += n);
  return sums;
};

/** When it was heard last: "41 min ago, usually every 20 s"; `undefined` for never. */
function whenOf(box: Box, heard: readonly Heard[], now: number): string | undefined {
  const its = heard.filter((one) => one.box === box.box), last = heardAt(box, heard);
  if (last === null) return undefined;
  const gap = its.flatMap(({ usualGapS }) => usualGapS ?? []);
  const ago = sayAgo(last, now);
  return gap.length === 0 ? ago : tell("boxes.usual", { ago, gap: sayDuration(Math.min(...gap)) });
}

/** The same for a column that says what it is about. */
export const sayWhen = (box: Box, heard: readonly Heard[], now: number): string =>
  whenOf(box, heard, now) ?? tell("boxes.never");

/** The same as a sentence: "last heard 41 min ago, usually every 20 s". */
export function sayLast(box: Box, heard: readonly Heard[], now: number): string {
  const ago = whenOf(box, heard, now);
  return ago === undefined ? tell("boxes.never") : tell("boxes.last", { ago });
}

/** How far a box with a code has come: "It listens: 8 packets, 6 of them direct. 4 s ago." */
export const sayProgress = (progress: OpenCode["progress"] | undefined, now: number): string =>
  progress
    ? tell(`add.at.${progress.step}`, {
      n: progress.frames,
      direct: progress.direct,
      ago: sayAgo(progress.at, now),
    })
    : tell("add.unreached");

/** Whether a box plays a recording instead of listening. */
export const plays = ({ state }: Box): boolean => state?.simulated === true && !state.silent;

/** What is wrong with the receivers, the worst first. */
export function faultsOf({ boxes }: BoxList, { heard }: SiteList, now: number): Fault[] {
  const live = boxes.filter(({ revokedAt }) => revokedAt === null);
  const link = (box: Box) => ({ href: addressOf(box.box), words: nameOf(box) });
  return [
    ...live.filter((box) => hearingOf(box, heard, now) === "silent").map((box): Fault => ({
      kind: "bad",
      sentence: tell("boxes.fault.silent", { box: nameOf(box), last: sayLast(box, heard, now) }),
      fix: tell("boxes.fault.silent.fix"),
    })),
    ...live.filter(plays).map((box): Fault => ({
      kind: "wait",
      sentence: tell("boxes.fault.plays", { box: nameOf(box) }),
    })),
    ...live.filter((box) => !plays(box) && hearingOf(box, heard, now) === "quiet").map((box): Fault => ({
      kind: "wait",
      sentence: tell("boxes.fault.quiet", { box: nameOf(box) }),
      fix: tell("boxes.fault.quiet.fix"),
    })),
    ...live.flatMap((box) =>
      plays(box) ? [] : sitelessOf(box).map((port): Fault => ({
        kind: "bad",
        sentence: tell("boxes.fault.no_site", { box: nameOf(box), port: port.address }),
        fix: tell("boxes.fault.no_site.fix", { line: withSite(port.address, box) }),
      }))
    ),
    ...live.flatMap((box) => {
      const its = heard.filter((one) =>
        one.box === box.box && one.direct > 0 && !box.trust?.sites.includes(one.site)
      );
      return its.map((one): Fault => ({
        kind: "wait",
        sentence: tell("boxes.fault.untrusted", { box: link(box).words, site: one.site, n: one.direct }),
      }));
    }),
  ];
}

/** Connections that hear and name no station of their own: what they hear counts for nothing. */
const sitelessOf = ({ state }: Box): readonly Port[] =>
  state?.ports.filter((port) => port.site === null && port.in > 0) ?? [];

/** The connection as it has to stand in the box's file: with the station that the box joined for, or as its id says. */
function withSite(address: string, { box, callsign }: Box): string {
  const site = callsign ?? (/^[a-z0-9]{3,7}(-\d{1,2})?$/i.test(box) ? box.toUpperCase() : "OE1XYZ-10");
  return `${address}${address.includes("?") ? "&" : "?"}site=${site}`;
}

/** The path of a box's page. */
export const addressOf = (box: string): string => `/admin/receivers/${encodeURIComponent(box)}`;
