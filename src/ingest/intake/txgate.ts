/** May a box transmit under these calls: asked before it keys up (API "Ingest and BBS backend", /ingest/txgate). */
import { createHmac } from "node:crypto";
import { baseCall, isAx25Call, normalCall } from "../../base/mod.ts";
import type { Accounts } from "../../accounts/mod.ts";
import { ADMIN_CALLSIGNS, FIRST_PARTY_SITES, type Settings } from "../../settings/mod.ts";
import type { Boxes } from "../boxes/boxes.ts";
import { ingestFailure } from "../errors.ts";

interface CallVerdict {
  ok: boolean;
  reason?: "invalid_call" | "not_verified" | "not_held" | "suspended";
}

const MOST_CALLS = 16;
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

/** Reads the comma list; refuses empty and long ones, and an invalid nonce. */
export function readGateQuery(calls: string | undefined, nonce: string | undefined): string[] {
  if (!nonce || !NONCE.test(nonce)) throw ingestFailure.bad_nonce();
  const list = (calls ?? "").split(",").map(normalCall).filter((call) => call !== "");
  if (list.length === 0 || list.length > MOST_CALLS || !list.every(isAx25Call)) {
    throw ingestFailure.bad_calls();
  }
  return list;
}

/**
 * The operator behind a credential: base calls that may be transmitted under, and whether the operator is
 * suspended.
 */
function operatorOf(box: string | undefined, boxes: Boxes, accounts: Accounts, settings: Settings) {
  const owner = box === undefined ? undefined : boxes.owner(box);
  const person = owner === undefined ? undefined : accounts.person(owner);
  const bases = new Set(person?.bases ?? []);
  const enrolled = box === undefined ? undefined : boxes.sites.boxTrust(box);
  for (const site of enrolled?.sites.keys() ?? []) bases.add(baseCall(site));
  return { bases, suspended: person?.suspended ?? false, settings };
}

/**
 * A verdict for each call. `box` is the signing box, or the one that a shared-secret box says it is; `secret`: for the
 * shared secret FIRST_PARTY_SITES and ADMIN_CALLSIGNS are the operator's too, stations added by call never.
 */
export function judgeCalls(
  calls: readonly string[],
  by: { box: string | undefined; secret: boolean },
  { boxes, accounts, settings }: { boxes: Boxes; accounts: Accounts; settings: Settings },
): Record<string, CallVerdict> {
  const { bases, suspended } = operatorOf(by.box, boxes, accounts, settings);
  if (by.secret) {
    for (const call of [...settings.get(FIRST_PARTY_SITES), ...settings.get(ADMIN_CALLSIGNS)]) {
      bases.add(baseCall(call));
    }
  }
  const verdicts: Record<string, CallVerdict> = {};
  for (const call of calls) {
    const holder = accounts.holder(call);
    verdicts[call] = !accounts.isVerified(call)
      ? { ok: false, reason: "not_verified" }
      : suspended || holder?.suspended
      ? { ok: false, reason: "suspended" }
      : !bases.has(baseCall(call))
      ? { ok: false, reason: "not_held" }
      : { ok: true };
  }
  return verdicts;
}

/** Lower-case hex HMAC-SHA256 under the ingest secret over nonce, LF and the exact body. */
export const gateMac = (secret: string, nonce: string, body: string): string =>
  createHmac("sha256", secret).update(`${nonce}\n${body}`).digest("hex");
