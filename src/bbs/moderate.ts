/** Mail and bulletins as moderation sees them. */
import { baseCall } from "../base/mod.ts";
import { LATEST, type ModeratedItem, type ModeratedKind, PREVIEW } from "../db/mod.ts";
import type { Message } from "./tables/message_store.ts";
import { removeMessage } from "./counter/read_mail.ts";
import { shownBytes, shownLine } from "./mail/shown.ts";
import { sightOf } from "./mail/sight.ts";
import type { Office } from "./office.ts";

/** The kind that the post office gives: what a member may see as personal mail only its two sides may report. */
export function moderatedPost(office: Office): ModeratedKind {
  const { messages, now, parts } = office;
  const byId = (id: string): Message | undefined =>
    /^\d{1,15}$/.test(id) ? messages.byId({ id: Number(id) }) : undefined;
  const holderOf = (call: string): number[] => {
    const account = parts.accounts.holder(call)?.accountId;
    return account === undefined ? [] : [account];
  };
  /** Accounts that see a personal message. */
  const partiesOf = (row: Message): number[] =>
    [...new Set([...holderOf(row.fromBase), ...holderOf(row.toBase)])].filter((account) =>
      messages.shownTo({ id: row.id, ...sightOf(office, account) }) !== undefined
    );
  const item = (row: Message): ModeratedItem => ({
    kind: "bbs",
    id: String(row.id),
    label: `${row.type === "B" ? "Bulletin" : "Mail"} from ${row.fromCall} to ${row.toCall}: ${
      shownLine(row.subject)
    }`,
    preview: shownBytes(row.body.subarray(row.textAt)).slice(0, PREVIEW),
    text: shownBytes(row.body.subarray(row.textAt)),
    ownerAccount: row.mirrored ? null : row.accountId ?? holderOf(row.fromCall)[0] ?? null,
    ownerCall: row.fromCall,
    at: row.postedAt,
    removed: false,
    ...(row.heldAt !== null && { status: "held" }),
    ...(row.type === "B" && row.heldAt === null ? {} : { parties: partiesOf(row) }),
  });
  return {
    kind: "bbs",
    find: (id) => {
      const row = byId(id);
      return row && item(row);
    },
    remove(tx, id) {
      const row = byId(id);
      if (!row) return 0;
      // We cannot delete another instance's record, so it is only hidden here.
      if (row.mirrored && row.gid !== null) messages.block(tx, { gid: row.gid, at: now() });
      return removeMessage(office, tx, row);
    },
    latestOf: (_account, bases) =>
      messages.latestFrom({ bases: JSON.stringify(bases.map(baseCall)), limit: LATEST }).flatMap(({ id }) => {
        const row = messages.byId({ id });
        return row ? [item(row)] : [];
      }),
  };
}
