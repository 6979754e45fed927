/**
 * A person's share in the post office: mail, bulletins, White Pages. Erasing removes a message for both sides,
 * since sender and addressee share one row.
 */
import type { Tx } from "../db/mod.ts";
import { shownBytes, shownLine } from "./mail/shown.ts";
import { removeMessage } from "./mail/read_mail.ts";
import type { Office } from "./office.ts";

interface Of {
  accountId: number;
  bases: readonly string[];
}

export function bbsPersonalData(office: Office) {
  const { messages, parts: { db } } = office;
  const OF_BASES = "IN (SELECT value FROM json_each(:bases))";
  type Bases = { bases: string };
  const mail = db.rows<Bases, { id: number }>(
    // A batch of federation that waits under the service call belongs to no person.
    `SELECT id FROM bbs_message WHERE type <> 'B' AND auto <> 'batch' AND from_base ${OF_BASES}
     UNION SELECT id FROM bbs_message WHERE type <> 'B' AND to_base ${OF_BASES} ORDER BY id`,
  );
  const written = db.rows<Bases, { id: number }>(
    `SELECT id FROM bbs_message WHERE type = 'B' AND mirrored = 0 AND from_base ${OF_BASES} ORDER BY id`,
  );
  const whitePages = db.rows<Bases, Record<string, unknown>>(
    `SELECT call, home, source, told_at AS toldAt, name, town, zip FROM bbs_white_page WHERE call ${OF_BASES}`,
  );
  const reader = db.rows<Bases, Record<string, unknown>>(
    `SELECT base, seen_at AS seenAt, last_listed AS lastListed FROM bbs_user WHERE base ${OF_BASES}`,
  );
  const bulletinsRead = db.rows<{ account: number }, Record<string, unknown>>(
    `SELECT m.bid, r.at FROM bbs_bulletin_read r JOIN bbs_message m ON m.id = r.message_id WHERE r.account_id = :account
     ORDER BY m.id`,
  );
  const bulletinMark = db.row<{ account: number }, { upTo: number; at: number }>(
    "SELECT up_to AS upTo, at FROM bbs_bulletin_mark WHERE account_id = :account",
  );
  const dropRead = db.change<{ account: number }>(
    "DELETE FROM bbs_bulletin_read WHERE account_id = :account",
  );
  const dropMark = db.change<{ account: number }>(
    "DELETE FROM bbs_bulletin_mark WHERE account_id = :account",
  );
  const dropPages = db.change<Bases>(`DELETE FROM bbs_white_page WHERE call ${OF_BASES}`);
  const dropReader = db.change<Bases>(`DELETE FROM bbs_user WHERE base ${OF_BASES}`);
  const dropPosts = db.change<Bases & { account: string }>(
    `DELETE FROM bbs_post WHERE poster = :account OR poster IN (SELECT 'call:' || value FROM json_each(:bases))`,
  );
  const whole = (ids: readonly { id: number }[]) => ids.map(({ id }) => messages.byId({ id })!);
  const told = (ids: readonly { id: number }[]) =>
    whole(ids).map((
      { bid, type, fromCall, toCall, at, subject, body, textAt, postedAt, readAt, delivery },
    ) => ({
      bid,
      type,
      from: fromCall,
      to: toCall,
      at,
      subject: shownLine(subject),
      text: shownBytes(body.subarray(textAt)),
      postedAt,
      readAt,
      delivery,
    }));
  const listOf = (bases: readonly string[]) => ({ bases: JSON.stringify(bases) });
  return {
    name: "bbs",
    export({ accountId, bases }: Of): Record<string, unknown> {
      const of = listOf(bases);
      return {
        bbsMail: told(mail(of)),
        bbsBulletins: told(written(of)),
        bbsWhitePages: whitePages(of),
        bbsReader: reader(of),
        bbsBulletinsRead: {
          all: bulletinMark({ account: accountId }) ?? null,
          each: bulletinsRead({ account: accountId }),
        },
      };
    },
    erase(tx: Tx, { accountId, bases }: Of): void {
      const of = listOf(bases);
      for (const message of whole([...mail(of), ...written(of)])) removeMessage(office, tx, message);
      dropPages(tx, of);
      dropReader(tx, of);
      dropRead(tx, { account: accountId });
      dropMark(tx, { account: accountId });
      dropPosts(tx, { ...of, account: `account:${accountId}` });
    },
  };
}
