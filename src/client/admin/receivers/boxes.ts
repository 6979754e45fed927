/** Receivers as the gateway tells them, and what of them is worth a word. */
import { sayAgo, sayDuration } from "../../shell/times.ts";
import type { Fault } from "../wrong.tsx";
import { tell } from "../tell.ts";

export interface Port {
  address: string;
  state: string;
  in: number;
  lastHeardAt: number | null;
  unusuallyQuiet: boolean;
}
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
    startedAt?: number;
    clock: { offsetMs: number | null };
    spool: { in: number; sent: number; waiting: number; rejected: number; dropped: number };
    tx: { on: boolean; locks: string[] };
    ports: Port[];
  } | null;
}
export interface BoxList {
  boxes: Box[];
  openCodes: { label: string; callsign: string | null; createdAt: number; expiresAt: number }[];
}

/** What a receiving station brought lately. */
export interface Heard {
  box: string | null;
  site: string;
  day: number;
  direct: number;
  lastAt: number;
  usualGapS: number | null;
}
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

/** What people call a box. */
export const nameOf = ({ label, box }: Pick<Box, "label" | "box">): string => label || box;

/** When something of a box came in last: what it heard, or that it said something. */
export const lastOf = ({ box, lastSeenAt, state }: Box, heard: readonly Heard[]): number | null =>
  Math.max(
    lastSeenAt ?? 0,
    state?.at ?? 0,
    ...heard.filter((one) => one.box === box).map(({ lastAt }) => lastAt),
  ) ||
  null;

/** A quarter of an hour without a word is silence, also of a box that does not report itself. */
const SILENT_S = 900;

export type Hearing = "new" | "live" | "quiet" | "silent";

/** How a box does, as a dot. */
export const MARKS = { new: "off", live: "go", quiet: "wait", silent: "bad" } as const;

/** How a box is, at a time of the gateway. */
export function hearingOf(box: Box, heard: readonly Heard[], now: number): Hearing {
  const its = heard.filter((one) => one.box === box.box), last = lastOf(box, heard);
  if (last === null || (its.length === 0 && !box.state)) {
    return last !== null && now - last > SILENT_S ? "silent" : "new";
  }
  // Whoever still brings packets is not silent, however old its last word of itself is.
  if (now - last > SILENT_S) return "silent";
  return box.state?.ports.some((port) => port.unusuallyQuiet) ? "quiet" : "live";
}

/** "last heard 41 min ago, usually every 20 s". */
export function sayLast(box: Box, heard: readonly Heard[], now: number): string {
  const its = heard.filter((one) => one.box === box.box);
  const last = lastOf(box, heard);
  if (last === null) return tell("boxes.never");
  const gap = its.flatMap(({ usualGapS }) => usualGapS ?? []);
  const ago = sayAgo(last, now);
  return gap.length === 0
    ? tell("boxes.last", { ago })
    : tell("boxes.last_usual", { ago, gap: sayDuration(Math.min(...gap)) });
}

/** What is wrong with the receivers, the gravest first. */
export function faultsOf({ boxes }: BoxList, { heard }: SiteList, now: number): Fault[] {
  const live = boxes.filter(({ revokedAt }) => revokedAt === null);
  const link = (box: Box) => ({ href: addressOf(box.box), words: nameOf(box) });
  return [
    ...live.filter((box) => hearingOf(box, heard, now) === "silent").map((box): Fault => ({
      kind: "bad",
      sentence: tell("boxes.fault.silent", { box: nameOf(box), last: sayLast(box, heard, now) }),
      fix: tell("boxes.fault.silent.fix"),
    })),
    ...live.filter((box) => hearingOf(box, heard, now) === "quiet").map((box): Fault => ({
      kind: "wait",
      sentence: tell("boxes.fault.quiet", { box: nameOf(box) }),
      fix: tell("boxes.fault.quiet.fix"),
    })),
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

export const addressOf = (box: string): string => `/admin/receivers/${encodeURIComponent(box)}`;
