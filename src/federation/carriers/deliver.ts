/** Frames that a carrier brought: mail, packet circuits, beacons, pushes. The same checks as over the network. */
import type { Database, Tx } from "../../db/mod.ts";
import { isSequenceKind, readGid, type RecordKind, type VerifiedFrame } from "../../wire/mod.ts";
import { numberOf, type Outcome, type Passage, settles } from "../admit/outcome.ts";
import { FUTURE_S } from "../tables/record_store.ts";
import { admitPage, inspectAll, type Inspected } from "../admit/page.ts";
import { fedFailure } from "../errors.ts";
import { noteTime } from "../pull/clock.ts";
import type { Deps } from "../pull/context.ts";

/** A carrier counts as one instance on the way. */
const CARRIER_HOPS = 1;

/**
 * Takes a verified record of a kind that no area mirrors, inside the write. Gives `false` where it is refused, "held"
 * where it says nothing new.
 */
export type TakeAside = (tx: Tx, frame: VerifiedFrame, via: string) => boolean | "held";
/** Who takes which of them, by type. */
export type Asides = ReadonlyMap<number, TakeAside>;
export const NONE: Asides = new Map();

/**
 * How far these frames reach in an instance's own feed: the place of the last record that was verified and needs no
 * further look.
 */
interface Reached {
  instance: string;
  feed: RecordKind;
  since: number;
  sinceId?: string;
}

export interface Delivery {
  applied: number;
  quarantined: number;
  rejected: number;
  reached: Reached[];
}
export type Delivered = Delivery & {
  outcomes: Outcome[];
  /** Those among the rejected that found no room: they are to come again. */
  full: number;
};

/**
 * Admits frames of any origins. Moves no mark, since a carrier brings only some of an origin's records. Fills gaps.
 * Throws `clock_unset`.
 */
export async function deliver(
  deps: Deps,
  db: Database,
  frames: readonly Uint8Array[],
  via: string,
  asides: Asides = NONE,
  /** Rows to write in the same transaction: both are kept, or neither is. */
  also: (tx: Tx, delivered: Delivered) => void = () => {},
): Promise<Delivered> {
  const inspected = inspectCarried(deps, frames, via, asides);
  // Frames that did not verify cause no write.
  if (!inspected.some(isProven)) return countOf(inspected.map(({ found }) => found as Outcome), []);
  return await db.write((tx) => {
    const delivered = admitCarried(tx, deps, inspected, asides);
    also(tx, delivered);
    return delivered;
  });
}

/** The same inside the caller's write: a mail is kept together with the frames that it brought, or not at all. */
export const deliverIn = (
  tx: Tx,
  deps: Deps,
  frames: readonly Uint8Array[],
  via: string,
  asides: Asides = NONE,
): Delivered => admitCarried(tx, deps, inspectCarried(deps, frames, via, asides), asides);

function inspectCarried(
  deps: Deps,
  frames: readonly Uint8Array[],
  via: string,
  asides: Asides,
): Inspected[] {
  if (!deps.receiver.knowsTime()) throw fedFailure.clock_unset();
  const passage: Passage = { hops: CARRIER_HOPS, via, aside: new Set(asides.keys()) };
  return inspectAll(frames, () => passage, deps.receiver);
}

function admitCarried(tx: Tx, deps: Deps, inspected: readonly Inspected[], asides: Asides): Delivered {
  // Bytes without a valid signature change nothing, not even the time when something last came.
  if (inspected.some(isProven)) noteTime(tx, deps.store, deps.receiver.now());
  const outcomes = admitPage(tx, inspected, deps, { apart: true })
    .map((outcome, place) =>
      outcome.result === "aside"
        ? takeAside(tx, deps, outcome, inspected[place]!.passage.via, asides)
        : outcome
    );
  return countOf(outcomes, settle(tx, deps, inspected, outcomes));
}

/** Whether a frame is signed by an instance that is known here. */
const isProven = ({ found }: Inspected): boolean => found.result === "passed" || found.result === "aside";

function countOf(outcomes: Outcome[], reached: Reached[]): Delivered {
  const count = (...results: Outcome["result"][]) =>
    outcomes.filter((one) => results.includes(one.result)).length;
  const aside = (taken: boolean) =>
    outcomes.filter((one) => one.result === "aside" && one.taken === taken).length;
  return {
    applied: count("applied") + aside(true),
    quarantined: count("quarantined"),
    rejected: count("refused", "unverified", "future", "failed", "full", "malformed") + aside(false),
    full: count("full"),
    reached,
    outcomes,
  };
}

type Aside = Extract<Outcome, { result: "aside" }>;

/** Hands a record to the taker of its type. Where the taker cannot store it, this record alone is undone. */
function takeAside(tx: Tx, deps: Deps, outcome: Aside, via: string, asides: Asides): Outcome {
  const { frame, gid, v } = outcome;
  if (frame.at > deps.receiver.now() + FUTURE_S) return { result: "future", gid, v };
  const take = asides.get(frame.type);
  try {
    return { ...outcome, taken: tx.part(() => take?.(tx, frame, via) ?? false) };
  } catch (error) {
    deps.log("could not take {gid}: {error}", { gid, error });
    return { result: "failed", gid, v };
  }
}

/** Closes the gaps that were filled, and gives how far each feed has been read. */
function settle(
  tx: Tx,
  deps: Deps,
  inspected: readonly Inspected[],
  outcomes: readonly Outcome[],
): Reached[] {
  const reached = new Map<string, Reached>();
  // Feeds in which a verified record has to come again: reading may not go on behind it.
  const stuck = new Set<string>();
  for (const [place, { found }] of inspected.entries()) {
    const outcome = outcomes[place]!, v = numberOf(outcome);
    if (found.result !== "passed" || v === undefined) continue;
    const { frame: { origin, gid }, kind } = found;
    const feed = `${kind} ${origin}`;
    if (!settles(outcome)) stuck.add(feed);
    else if (isSequenceKind(kind)) deps.store.gaps.close(tx, { origin, kind, v });
    if (stuck.has(feed)) continue;
    // Bulletins are read on from the local id within their second.
    const sinceId = kind === "bulletin" ? readGid(gid)!.local : undefined;
    const here = { instance: origin, feed: kind, since: v, ...(sinceId === undefined ? {} : { sinceId }) };
    if (isFurther(here, reached.get(feed))) reached.set(feed, here);
  }
  return [...reached.values()];
}

/** Whether one place of a feed lies behind another. Local ids of bulletins are numbers. */
export const isFurther = (
  { since, sinceId }: Pick<Reached, "since" | "sinceId">,
  than: Pick<Reached, "since" | "sinceId"> | undefined,
): boolean =>
  than === undefined || since > than.since ||
  (since === than.since && Number(sinceId ?? 0) > Number(than.sinceId ?? 0));
