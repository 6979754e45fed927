/**
 * Which bulletins a member has read. A member's own bulletins count as read. Bulletins of
 * an instance that is not shown, or of somebody suspended, are not counted as unread.
 */
import type { Tx } from "../../db/mod.ts";
import type { SessionWho } from "../../http/mod.ts";
import type { Office } from "../office.ts";
import type { MessageView } from "../mail/views.ts";

/** How many bulletins a member has not read, at most 200. */
export const unreadBulletins = ({ readMarks, now, shown }: Office, account: number): number =>
  readMarks.unread({ account, now: now(), shown: shown(false) })!.n;

/** Bulletins with when this member has read each; as they are where nobody is signed in. */
export function withReadMarks(
  { readMarks }: Office,
  views: MessageView[],
  session: SessionWho | undefined,
): MessageView[] {
  if (session?.scope !== "full") return views;
  const ids = views.filter(({ type }) => type === "B").map(({ id }) => id);
  const seen = new Map(
    readMarks.seen({ account: session.account, ids: JSON.stringify(ids) }).map((
      { id, seenAt },
    ) => [id, seenAt]),
  );
  return views.map((view) => view.type === "B" ? { ...view, readAt: seen.get(view.id) ?? null } : view);
}

/** Marks a bulletin as read by the member; false when no bulletin that everybody may see has this number. */
export const markBulletin = (
  { readMarks, now, shown }: Office,
  tx: Tx,
  account: number,
  id: number,
): boolean => readMarks.mark(tx, { account, id, now: now(), shown: shown(false) }).changes > 0;

/** Every bulletin up to this number was read by the member; a mark never goes back. */
export function markAllRead({ readMarks, now }: Office, tx: Tx, account: number, upTo: number): void {
  readMarks.markAll(tx, { account, upTo, at: now() });
  readMarks.tidy(tx, { account, upTo });
}
