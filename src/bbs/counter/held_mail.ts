/**
 * Mail and bulletins of newcomers that wait for their writers' welcome, or for the proof of a call: seen by their writers
 * alone, and told to nobody. API "BBS".
 */
import type { Tx } from "../../db/mod.ts";
import { publishBulletin } from "../bulletins/publish.ts";
import { tellAddressee } from "../mail/write_message.ts";
import type { Office } from "../office.ts";

/** Releases all that is held of an account, by a welcome or (`null`) because it has proved a call; gives how much. */
export function releaseMail(office: Office, tx: Tx, account: number, act: number | null): number {
  const { messages } = office, held = messages.heldOf({ account });
  for (const { id } of held) {
    messages.setHeld(tx, { id, at: null, act });
    const message = messages.byId({ id })!;
    publishBulletin(office, tx, message);
    tellAddressee(office, tx, message);
  }
  return held.length;
}

/** A base call was proven, or is proven no more: what is held of its holder goes on where that is no newcomer now. */
export function releaseProven(office: Office, tx: Tx, base: string): void {
  const { accounts } = office.parts, holder = accounts.holder(base);
  if (holder && !accounts.isNewcomer(holder.accountId)) releaseMail(office, tx, holder.accountId, null);
}

/** Holds again what a welcome released. What was read, has left or is published stays, and what is of a proven writer. */
export function holdMailAgain(office: Office, tx: Tx, act: number): { held: number; stay: number } {
  const { messages, now, parts: { accounts } } = office;
  const released = messages.releasedBy({ act }).map(({ id }) => messages.byId({ id })!);
  const back = released.filter(({ gid, readAt, delivery, accountId }) =>
    gid === null && readAt === null && delivery !== "sent" && accountId !== null &&
    accounts.isNewcomer(accountId)
  );
  for (const { id } of back) messages.setHeld(tx, { id, at: now(), act: null });
  return { held: back.length, stay: released.length - back.length };
}
