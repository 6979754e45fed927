/** What a frame comes with, and what becomes of it (FED "Errors", "States and transitions"). */
import type { RecordKind, VerifiedFrame } from "../../wire/mod.ts";
import { HOP_LIMIT } from "../tables/record_store.ts";
import type { NoRoom } from "./room.ts";

/** What the receiver knows of an origin now. Undefined: unknown, or known without a key. */
export interface OriginView {
  blocked: boolean;
  /** Keys that count now: accept set and registry binding. */
  keys: readonly string[];
  /** Keys that counted earlier, or that lead to the present one: used only to tell an old copy from a forged one. */
  former?: readonly string[];
}

/** What the page or carrier may bring. */
export interface Passage {
  /** The one origin that a page speaks for; undefined on carriers, where each frame speaks for itself. */
  origin?: string;
  /** The one kind that a page is of. */
  kind?: RecordKind;
  /** Instances crossed on the way here. */
  hops: number;
  /** Neighbour or carrier that delivered it. */
  via: string;
  /** Types of records that nobody mirrors and that are taken this way nevertheless: presence, questions to spokes. */
  aside?: ReadonlySet<number>;
}

export interface Receiver {
  self: string;
  now(): number;
  /** Whether that time can be believed. */
  knowsTime(): boolean;
  originView(origin: string): OriginView | undefined;
}

/**
 * What became of a frame. `refused`: for good, settles like an applied one. `held`: this version or a newer one is here
 * already, settles. `unverified`, `future` and `failed` do not settle: they become gaps. `malformed` has no readable
 * version. `quarantined`: of an unknown or blocked origin, nothing is stored. `aside`: proven, and not for the mirror.
 * `full`: there is no room for it now; it is neither held nor missing, and nothing that says how far records were read
 * passes it.
 */
export type Outcome =
  | { result: "applied" | "held"; gid: string; v: number; kind: RecordKind; hops: number }
  | { result: "refused"; gid: string; v: number; why: string }
  /** `outdated`: signed with a key that counted once; the origin signs the record anew. */
  | { result: "unverified"; gid: string; v: number; outdated: boolean }
  | { result: "future" | "failed"; gid: string; v: number }
  | { result: "quarantined"; gid: string; v: number; why: "unknown" | "blocked" }
  | { result: "full"; gid: string; v: number; why: NoRoom }
  /** `taken`: what came of it; "held" where it says nothing new. Absent until somebody has looked at it. */
  | { result: "aside"; gid: string; v: number; frame: VerifiedFrame; taken?: boolean | "held" }
  | { result: "malformed"; problem: string };

/** Whether the record needs no further look: applied, held, or refused for good. */
export const settles = (outcome: Outcome): boolean =>
  outcome.result === "applied" || outcome.result === "held" || outcome.result === "refused";

/** The lowest number that found no room; Infinity where each did. */
export const firstFull = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce(
    (least, outcome) => outcome.result === "full" ? Math.min(least, outcome.v) : least,
    Infinity,
  );

/** The version of a frame that could be read. */
export const numberOf = (outcome: Outcome): number | undefined => "v" in outcome ? outcome.v : undefined;

/** Kept past the hop limit only: shown here, never served, and looked for over a shorter way. */
export const isPastLimit = (outcome: Outcome): boolean =>
  (outcome.result === "applied" || outcome.result === "held") && outcome.hops >= HOP_LIMIT;

/** An outcome as text for logs. */
export const describe = (outcome: Outcome): string =>
  outcome.result === "malformed"
    ? `malformed (${outcome.problem})`
    : `${outcome.result} ${outcome.gid} v${outcome.v}${"why" in outcome ? ` (${outcome.why})` : ""}`;
