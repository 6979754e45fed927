/**
 * Reports about visitors: what one of them signed here, for the club where they live; and, at home, what a member signed
 * elsewhere, as the cache's club reports it. Who reported is said to nobody. API "Caches, logs, media".
 */
import { z } from "#schemas";
import {
  isInstanceId,
  isVisitSigned,
  readGid,
  verifyDocument,
  type VisitDocument,
} from "../../../wire/mod.ts";
import { visitFailure } from "../../errors.ts";
import type { Game } from "../../game.ts";
import { cacheRows } from "../../tables/cache_store.ts";
import { logRows } from "../../tables/log_store.ts";
import { mediaRows } from "../../tables/media_store.ts";
import { ownVisitRows } from "../../tables/own_visit_store.ts";
import { PostedVisit } from "./posted.ts";
import { refuseStale } from "./undo.ts";

const REPORTS_PATH = "/federation/visits/reports";

/** A report as the cache's instance hands it on: `sig` is its own, over all of the rest and the path, as `svc-act/1`. */
export const HandedReport = z.strictObject({
  at: z.number().int().min(0),
  category: z.string().max(20),
  from: z.string().max(253).refine(isInstanceId, "is not the name of an instance"),
  gid: z.string().max(300).refine((gid) => readGid(gid)?.word === "find", "is not the global id of a log"),
  number: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).describe(
    "As that instance counts its reports",
  ),
  text: z.string().max(1000),
  visit: PostedVisit.omit({ private: true }).describe(
    "The log as the visitor signed it, whole, with its signature",
  ),
  sig: z.string().min(80).max(100),
});
export type HandedReport = z.infer<typeof HandedReport>;

/** What a report is about: a log, or a file of a log. */
type ReportedThing = "log" | "media";

/** What a visitor signed, as it stands here; undefined where the thing is no visit, or was erased. */
function visitOf(game: Game, kind: ReportedThing, id: string) {
  const logId = kind === "log" ? Number(id) : mediaRows(game).byAnyId({ id })?.logId;
  const log = logId === undefined || logId === null ? undefined : logRows(game).byId({ id: logId });
  if (!log || log.visitHome === null || log.gid === null) return undefined;
  const cache = cacheRows(game).byId({ id: log.cacheId })?.gid;
  if (!cache) return undefined;
  const document: VisitDocument = {
    ...{ at: log.signedAt!, cache, call: log.call, home: log.visitHome, instance: game.instance },
    ...{ key: log.signerKey!, kind: log.wasFind === 1 ? "found" : log.kind as VisitDocument["kind"] },
    ...{ sentId: log.sentId!, text: log.text },
    ...(log.visitPriv !== null && { priv: log.visitPriv }),
  };
  return { home: log.visitHome, gid: log.gid, visit: { ...document, sig: log.signature! } };
}

/** The instance where the visitor lives whose thing this is; undefined of a member's. */
export const homeOf = (game: Game, kind: string, id: string): string | undefined =>
  kind === "log" || kind === "media" ? visitOf(game, kind, id)?.home : undefined;

/**
 * Hands a report on to the visitor's instance, signed by this one. `gone`: there is nothing to hand on, or it will never be
 * taken; `later`: nobody answered, or not now.
 */
export async function bringReport(
  game: Game,
  { kind, id, ...report }: { kind: string; id: string; number: number; category: string; text: string },
): Promise<"taken" | "gone" | "later"> {
  const visited = kind === "log" || kind === "media" ? visitOf(game, kind, id) : undefined;
  if (!visited) return "gone";
  const { home, gid, visit } = visited, at = game.world.now();
  const unsigned = { at, ...report, from: game.instance, gid, visit };
  const sig = game.ownHome?.sign({ ...unsigned, path: REPORTS_PATH });
  const answer = sig === undefined
    ? undefined
    : await game.bringVisit?.(home, REPORTS_PATH, { ...unsigned, sig });
  if (answer === undefined || answer.status === 403 || answer.status === 429 || answer.status >= 500) {
    return "later";
  }
  return answer.status < 300 ? "taken" : "gone";
}

/**
 * The member whom a report of another instance is about. Throws where that instance is not known or blocked, did not sign
 * it about now, or where nobody here signed what it is about there.
 */
export function reportedMember(game: Game, report: HandedReport): { account: number; call: string } {
  const { from, sig, visit: { sig: signature, priv, ...signed } } = report;
  const trust = game.homes.trustOf(from), signers = game.homes.signers(from);
  if (trust === "blocked") throw visitFailure.origin_blocked({ origin: from });
  if (trust === undefined || signers.length === 0) throw visitFailure.origin_untrusted({ origin: from });
  const document: VisitDocument = { ...signed, ...(priv !== undefined && { priv }) };
  const { sig: _, ...unsigned } = report, wish = { ...unsigned, path: REPORTS_PATH };
  if (!signers.some((signer) => verifyDocument("svc-act/1", wish, signer, sig))) {
    throw visitFailure.bad_report_signature();
  }
  refuseStale(game, report);
  if (document.home !== game.instance) throw visitFailure.wrong_instance({ instance: game.instance });
  const { call, key, sentId } = document;
  const isThere = document.instance === from && readGid(document.cache)?.origin === from &&
    readGid(report.gid)?.origin === from;
  if (!isThere || !isVisitSigned(document, { key, sig: signature })) {
    throw visitFailure.bad_visit_signature();
  }
  // The key may be gone by now, as that of a phone that was lost.
  const account = game.accounts.deviceKey(call, key)
    ? game.accounts.holder(call)?.accountId
    : ownVisitRows(game).bySigned({ key, sentId })?.account;
  if (account === undefined) throw visitFailure.visit_not_found();
  return { account, call };
}
