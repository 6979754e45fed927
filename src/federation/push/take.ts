/** A hub takes a submission: a page of a spoke's own records, through the one admission path (FED "Push, relay, packet"). */
import type { Database, Tx } from "../../db/mod.ts";
import { isSequenceKind, type RecordKind } from "../../wire/mod.ts";
import { describe, type Outcome, type Receiver, settles } from "../admit/outcome.ts";
import { admitPage, inspectAll } from "../admit/page.ts";
import { fedFailure } from "../errors.ts";
import type { Peer } from "../tables/peer_store.ts";
import { acceptedKeys } from "../peers/trust.ts";
import { noteTime } from "../pull/clock.ts";
import type { Deps } from "../pull/context.ts";
import type { Store } from "../tables/store.ts";
import { introduce, type IntroduceParts } from "./introduce.ts";
import { forgetUnproven, moveFeed, moveSequence } from "./marks.ts";
import type { Spoke, SpokeStore } from "../tables/spoke_store.ts";
import { readSubmission, type Submission, type SubmissionHeaders } from "./submission.ts";

/** A spoke hands its own records to its hub: they have crossed one instance when they are here. */
const PUSH_HOPS = 1;

export interface HubParts extends IntroduceParts, Pick<Deps, "appliers" | "room" | "log"> {
  db: Database;
  spokes: SpokeStore;
}

/** What came, and whether the spoke itself signed the request with one of these keys (throws where it is forged). */
interface Submitted {
  bytes: Uint8Array;
  headers: SubmissionHeaders;
  isSigned(instance: string, keys: readonly string[]): boolean;
}

interface Mark {
  type: RecordKind;
  cursor: number;
  id?: string;
}
interface Taken {
  ok: true;
  applied: number;
  rejected: number;
  mark?: Mark;
  held?: number;
}

/** Takes a submission. Throws `clock_unset`, `pushFailure` and what `isSigned` throws; then nothing has changed. */
export async function takeSubmission(parts: HubParts, submitted: Submitted): Promise<Taken> {
  const { receiver, db, store } = parts;
  if (!receiver.knowsTime()) throw fedFailure.clock_unset();
  const submission = readSubmission(submitted.bytes, submitted.headers);
  const { page: { instance }, kind } = submission;
  const signed = await db.write((tx) => {
    const peer = introduce(tx, parts, { instance, ...submission });
    const signed = submitted.isSigned(instance, acceptedKeys(peer, receiver.now()));
    if (signed) forgetUnproven(tx, parts, peer);
    return signed;
  });
  const outcomes = await admitted(parts, submission, (tx, outcomes) => {
    const peer = store.peers.live(instance);
    if (!peer) return; // removed or blocked meanwhile
    move(tx, parts, submission, { peer, signed }, outcomes);
    note(tx, parts, peer, signed, outcomes);
  });
  const at = isSequenceKind(kind)
    ? { cursor: store.progress.mark({ origin: instance, kind }), nextId: null }
    : store.progress.feed(instance, kind);
  return {
    ok: true,
    ...count(outcomes),
    mark: { type: kind, cursor: at.cursor, ...(at.nextId === null ? {} : { id: at.nextId }) },
    ...(isSequenceKind(kind) ? { held: at.cursor } : {}),
  };
}

/** Admits the frames and moves what they move, in one write; where the database cannot take one, each by itself. */
async function admitted(
  parts: HubParts,
  { page, kind, key }: Submission,
  then: (tx: Tx, outcomes: readonly Outcome[]) => void,
): Promise<Outcome[]> {
  const { receiver, db, store, log } = parts;
  const passage = { origin: page.instance, kind, hops: PUSH_HOPS, via: page.instance };
  // A submission has frames of one key: frames of another accepted key are not taken from it.
  const one: Receiver = {
    ...receiver,
    originView: (origin) => {
      const view = receiver.originView(origin);
      return view && { ...view, keys: view.keys.filter((usable) => usable === key) };
    },
  };
  const inspected = inspectAll(page.frames, () => passage, one);
  const run = (apart: boolean) => (tx: Tx) => {
    noteTime(tx, store, receiver.now());
    const outcomes = admitPage(tx, inspected, parts, { apart });
    then(tx, outcomes);
    return outcomes;
  };
  const outcomes = await db.write(run(false)).catch(() => db.write(run(true)));
  const refused = outcomes.filter(({ result }) => result !== "applied" && result !== "held");
  if (refused.length > 0) {
    log("{n} frames not taken from {neighbour}, the first: {outcome}", {
      n: refused.length,
      neighbour: page.instance,
      outcome: describe(refused[0]!),
    });
  }
  return outcomes;
}

/** Moves marks as far as the page may move them. */
function move(
  tx: Tx,
  parts: HubParts,
  { page, kind, since }: Submission,
  { peer, signed }: { peer: Peer; signed: boolean },
  outcomes: readonly Outcome[],
): void {
  const spoke = parts.spokes.get({ instance: page.instance });
  // The envelope is not signed, and every spoke knows the secret. Where the spoke has signed the request, the end that
  // the page names counts. Without a signature only the page's frames count, and only of a spoke that never signed and
  // is not pulled.
  const mayMove = signed || (peer.addedVia === "submitted" && !spoke?.signs);
  // Only the versions of verified frames count: a frame that was refused unread may carry any number.
  const shown = outcomes.flatMap((outcome) => isVerified(outcome) ? [outcome.v] : []);
  const nextCursor = signed ? page.nextCursor : Math.min(page.nextCursor, Math.max(0, ...shown));
  const counted = signed ? outcomes : outcomes.filter((outcome) => isVerified(outcome) || !settles(outcome));
  const moving = { store: parts.store, receiver: parts.receiver, neighbour: page.instance };
  const start = mayMove ? since : undefined;
  if (isSequenceKind(kind)) moveSequence(tx, moving, kind, start, { ...page, nextCursor }, counted, signed);
  else if (start !== undefined) moveFeed(tx, moving, kind, start, { ...page, nextCursor }, counted);
}

const isVerified = (outcome: Outcome): outcome is Extract<Outcome, { result: "applied" | "held" }> =>
  outcome.result === "applied" || outcome.result === "held";

/** Notes when a submission came and what it brought. */
function note(
  tx: Tx,
  { store, spokes, receiver }: Pick<HubParts, "spokes" | "receiver"> & { store: Store },
  peer: Peer,
  signed: boolean,
  outcomes: readonly Outcome[],
): void {
  const now = receiver.now();
  const instance = peer.instance!;
  const { applied, rejected } = count(outcomes);
  const before: Spoke | undefined = spokes.get({ instance });
  spokes.put(tx, {
    instance,
    firstAt: before?.firstAt ?? now,
    submittedAt: now,
    seenAt: now,
    signs: signed || before?.signs ? 1 : 0,
    applied: (before?.applied ?? 0) + applied,
    rejected: (before?.rejected ?? 0) + rejected,
  });
  if (peer.addedVia === "submitted") store.peers.save(tx, { ...peer, lastSync: now, lastOk: now });
}

const count = (outcomes: readonly Outcome[]) => ({
  applied: outcomes.filter(({ result }) => result === "applied").length,
  rejected: outcomes.filter(({ result }) => result !== "applied" && result !== "held").length,
});
