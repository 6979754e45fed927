/**
 * Visits over packet circuits (FED "Packet circuit line protocol"). At home: where nothing faster reaches the instance of the cache, a
 * visit waits here until a circuit is made to it. It is sent until the record of it has come home, since nobody signs what is
 * answered on a frequency; an answer says when it is sent again, and what the member reads until then. At the cache: a visit
 * that a circuit brings is taken or refused as one that was posted. API "Caches, logs, media".
 */
import { Failure } from "../../../base/mod.ts";
import type { Tx } from "../../../db/mod.ts";
import {
  isVisitSigned,
  type VisitAnswer,
  visitDigest,
  type VisitDocument,
  writeVisit,
} from "../../../wire/mod.ts";
import { visitFailure } from "../../errors.ts";
import { BACK_S } from "../../finds/field_time.ts";
import type { Game } from "../../game.ts";
import { type CircuitVisitRow, circuitVisitRows, ownVisitRows } from "../../tables/own_visit_store.ts";
import { postedText, readPostedCbor, VISIT_BYTES } from "./posted.ts";
import { takeVisit } from "./take_visit.ts";

/** So many wait of one account, as many as an instance takes of a key in a day; and for one instance. */
const MOST_OF_ACCOUNT = 60, MOST_FOR_ORIGIN = 1000;
/** Of one session, and of one answer to a box. */
const AT_ONCE = 20;
const HOUR_S = 3600, DAY_S = 86_400;

/** What circuits ask of the game. */
export interface CircuitVisits {
  /** Visits to send to an instance now, the longest-waiting first. */
  due(origin: string): { digest: string; bytes: Uint8Array }[];
  /** An answer came over a circuit to that instance; false where nothing of that name waits for it. */
  answered(tx: Tx, origin: string, digest: string, answer: VisitAnswer): boolean;
  /** How many wait for each instance, by what was answered last. */
  counts(): ReadonlyMap<string, CircuitVisitCounts>;
  /** Takes a visit in CBOR; what refuses it is the answer. */
  take(bytes: Uint8Array): Promise<VisitAnswer>;
}

/** Visits that wait for one instance, by what it answered last. */
interface CircuitVisitCounts {
  /** To be sent, or to be sent again. */
  waiting: number;
  /** There, and not home as a record yet. */
  taken: number;
  waitingKey: number;
  refused: number;
}

/** The queue of this instance's members, and the intake of others'. */
export const circuitVisits = (game: Game): CircuitVisits => ({
  due(origin) {
    const now = game.world.now();
    return circuitVisitRows(game).due({ origin, now, since: now - BACK_S, limit: AT_ONCE })
      .map(({ digest, document }) => ({ digest, bytes: document }));
  },
  answered(tx, origin, digest, answer) {
    const row = circuitVisitRows(game).byDigest({ origin, digest });
    if (!row) return false;
    const { signerKey: key, sentId } = row, dueAt = game.world.now() + againIn(answer);
    circuitVisitRows(game).answered(tx, { key, sentId, answer, dueAt });
    tell(game, tx, row, answer);
    return true;
  },
  counts() {
    const counts = new Map<string, CircuitVisitCounts>();
    for (const { origin, answer, n } of circuitVisitRows(game).states({})) {
      const of = counts.get(origin) ?? { waiting: 0, taken: 0, waitingKey: 0, refused: 0 };
      of[countOf(answer)] += n;
      counts.set(origin, of);
    }
    return counts;
  },
  async take(bytes) {
    if (bytes.length > VISIT_BYTES) return "refused invalid_body";
    const posted = readPostedCbor(bytes);
    if (typeof posted === "string") return "refused invalid_body";
    try {
      return "waiting" in await takeVisit(game, posted) ? "waiting key" : "taken";
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return error.kind === "limited" ? "refused later" : `refused ${error.reason}`;
    }
  },
});

const countOf = (answer: VisitAnswer | null): keyof CircuitVisitCounts =>
  answer === null || answer === "refused later"
    ? "waiting"
    : answer === "taken"
    ? "taken"
    : answer === "waiting key"
    ? "waitingKey"
    : "refused";

/** When a visit is sent again whose record does not come, though this was answered. */
const againIn = (answer: VisitAnswer): number =>
  answer === "refused later" ? HOUR_S : answer === "waiting key" ? 6 * HOUR_S : DAY_S;

/** What the member reads of it. */
function tell(game: Game, tx: Tx, { signerKey: key, sentId, origin }: CircuitVisitRow, answer: VisitAnswer) {
  if (answer === "refused later") return;
  const state = answer === "taken"
    ? {}
    : answer === "waiting key"
    ? { waiting: "key" }
    : { refused: answer.slice("refused ".length) };
  ownVisitRows(game).setAnswer(tx, { key, sentId, answer: JSON.stringify({ sentId, origin, ...state }) });
}

/**
 * Has a visit wait for a circuit to the instance of the cache; false where none is dialled, or too many wait. Throws
 * `bad_visit_signature`: nothing is sent over the air that nobody would take.
 */
export function queueVisit(
  game: Game,
  tx: Tx,
  account: number,
  { document, sig, beside }: { document: VisitDocument; sig: string; beside?: object | undefined },
): boolean {
  const { instance: origin, key: signerKey, sentId, at } = document, rows = circuitVisitRows(game);
  const bytes = writeVisit(document, sig, beside);
  if (!game.ownHome?.dials(origin, bytes.length)) return false;
  if (!isVisitSigned(document, { key: signerKey, sig })) throw visitFailure.bad_visit_signature();
  const { mine, theirs } = rows.counts({ account, origin })!;
  const isNew = rows.of({ key: signerKey, sentId }) === undefined;
  if (isNew && (mine >= MOST_OF_ACCOUNT || theirs >= MOST_FOR_ORIGIN)) return false;
  rows.put(tx, {
    ...{ signerKey, sentId, account, origin, digest: visitDigest(bytes), at, document: bytes },
    ...{ dueAt: game.world.now(), tries: 0, answer: null },
  });
  return true;
}

/** Gives up what nobody takes any more: the member reads that it is too old. */
export async function giveUpCircuits(game: Game, before: number): Promise<void> {
  const rows = circuitVisitRows(game);
  if (rows.old({ before }).length === 0) return;
  await game.db.write((tx) => {
    for (const row of rows.old({ before })) {
      const { signerKey: key, sentId, origin, at } = row;
      if (row.answer === null || countOf(row.answer) === "waiting") tell(game, tx, row, "refused too_old");
      rows.drop(tx, { key, sentId, origin, at });
    }
  });
}

/** A member's, for the export of what is kept of them. */
export const visitsOnTheirWay = (game: Game, account: number) =>
  circuitVisitRows(game).ofAccount({ account }).map(({ origin, at, answer, document }) => {
    const posted = readPostedCbor(document);
    return { origin, at, answer, visit: typeof posted === "string" ? null : JSON.parse(postedText(posted)) };
  });
