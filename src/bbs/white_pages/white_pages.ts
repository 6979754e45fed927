/**
 * Where a call has its home mailbox: looked up, set by hand, learned from mail that comes by, told by the network.
 */
import { baseCall, isCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { componentsOf, homeOf, isAt, type RLine } from "../../fbb/mod.ts";
import { BBS_WP_DAYS } from "../../settings/mod.ts";
import { bbsFailure } from "../errors.ts";
import type { Office } from "../office.ts";
import { decide, type WhitePagesWord } from "./decide.ts";

/** Takes a statement about a call's home. Gives whether the home changed. */
export function hearSaid({ pages, now }: Office, tx: Tx, said: WhitePagesWord): boolean {
  const before = pages.of({ call: said.call });
  const after = decide(before, said, now());
  if (after !== before) pages.save(tx, after);
  return after.home !== before?.home;
}

/** The operator's or the box's word. An operator's entry stands against the box; that is not an error (API "BBS"). */
export function setHome(
  office: Office,
  tx: Tx,
  given: { call: string; home: string; source: "operator" | "box" },
) {
  const call = baseCall(given.call), home = given.home.trim().toUpperCase();
  if (!isCall(call)) throw bbsFailure.bad_call({ callsign: given.call });
  if (!isAt(home)) throw bbsFailure.bad_home({ homeBbs: given.home });
  const changed = hearSaid(office, tx, { call, home, source: given.source, at: office.now() });
  return { page: office.pages.of({ call })!, changed };
}

/**
 * The sender's home is the system of the oldest `R:` line; never that of the partner who handed the mail over,
 * whose line stands on every mail that passes it.
 */
export function learnHome(
  office: Office,
  tx: Tx,
  from: string,
  trail: readonly RLine[],
  partner: string | undefined,
): void {
  const home = homeOf(trail);
  if (home === undefined || !isCall(from)) return;
  if (partner !== undefined && componentsOf(home)[0] === baseCall(partner)) return;
  hearSaid(office, tx, { call: baseCall(from), home, source: "guessed", at: office.now() });
}

/** Deletes entries that nothing has confirmed for a long time. The operator's entries stay. */
export function ageWhitePages(office: Office, tx: Tx): void {
  if (!office.parts.clockIsSet()) return;
  office.pages.prune(tx, { before: office.now() - office.settings.get(BBS_WP_DAYS) * 86_400 });
}
