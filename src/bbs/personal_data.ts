/**
 * A person's share in the post office: mail, bulletins, White Pages. Mail is a person's that the person wrote, or that came
 * to them and is shown to them; what came for a call that nobody has proved goes on waiting for it. Erasing removes a
 * message for both sides, since sender and addressee share one row.
 */
import type { Tx } from "../db/mod.ts";
import { shownBytes, shownLine } from "./mail/shown.ts";
import { IN_INBOX, IS_WRITER, WITH_SIDE } from "./tables/sides.ts";
import { MAIL } from "../things/mod.ts";
import { sightOf } from "./mail/sight.ts";
import { removeMessage } from "./counter/read_mail.ts";
import type { Office } from "./office.ts";

interface Of {
  accountId: number;
  bases: readonly string[];
}

export function bbsPersonalData(office: Office) {
  const { messages, parts: { db } } = office;
  const OF_BASES = "IN (SELECT value FROM json_each(:bases))";
  type Bases = { bases: string };
  /** `:proven`: base calls that the account holds verified. */
  type Sight = { me: number; proven: string };
  // A batch of federation that waits under the service call belongs to no person.
  const mail = db.rows<Sight, { id: number }>(
    `SELECT m.id FROM bbs_message m ${WITH_SIDE} WHERE m.type <> 'B' AND m.auto <> 'batch' AND (${IS_WRITER} OR ${IN_INBOX})
     ORDER BY m.id`,
  );
  const written = db.rows<{ me: number }, { id: number }>(
    `SELECT m.id FROM bbs_message m ${WITH_SIDE} WHERE m.type = 'B' AND m.mirrored = 0 AND ${IS_WRITER} ORDER BY m.id`,
  );
  /** What is erased with an account beyond that: what went back, and what names a proved call and was nobody else's. */
  const alsoErased = db.rows<Sight, { id: number }>(
    `SELECT m.id FROM bbs_side s JOIN bbs_message m ON m.id = s.message_id
     WHERE m.auto <> 'batch' AND (s.from_account = :me OR (m.type <> 'B' AND s.to_account = :me AND s.to_proven))
     UNION SELECT m.id FROM bbs_message m ${WITH_SIDE}
     WHERE m.mirrored = 0 AND m.auto <> 'batch' AND m.from_base IN (SELECT value FROM json_each(:proven))
       AND s.from_account IS NULL
     UNION SELECT m.id FROM bbs_message m ${WITH_SIDE}
     WHERE m.type <> 'B' AND m.auto <> 'batch' AND m.to_base IN (SELECT value FROM json_each(:proven))
       AND NOT s.to_proven ORDER BY id`,
  );
  const forgetAccount = db.change<{ me: number }>(
    "UPDATE bbs_side SET to_account = NULL WHERE to_account = :me",
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
    whole(ids).map((message) => {
      const { bid, type, fromCall, toCall, at, subject, body, textAt, postedAt, readAt, delivery } = message;
      return {
        ...MAIL.viewOf(message),
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
      };
    });
  const listOf = (bases: readonly string[]) => ({ bases: JSON.stringify(bases) });
  return {
    name: "bbs",
    export({ accountId, bases }: Of): Record<string, unknown> {
      const of = listOf(bases), sight = sightOf(office, accountId);
      return {
        bbsMail: told(mail(sight)),
        bbsBulletins: told(written({ me: sight.me })),
        bbsWhitePages: whitePages(of),
        bbsReader: reader(of),
        bbsBulletinsRead: {
          all: bulletinMark({ account: accountId }) ?? null,
          each: bulletinsRead({ account: accountId }),
        },
      };
    },
    erase(tx: Tx, { accountId, bases }: Of): void {
      const of = listOf(bases), sight = sightOf(office, accountId);
      const ids = [...mail(sight), ...written({ me: sight.me }), ...alsoErased(sight)]
        .map(({ id }) => id);
      const theirs = [...new Set(ids)].sort((a, b) => a - b).map((id) => ({ id }));
      for (const message of whole(theirs)) removeMessage(office, tx, message);
      forgetAccount(tx, { me: accountId });
      dropPages(tx, of);
      dropReader(tx, of);
      dropRead(tx, { account: accountId });
      dropMark(tx, { account: accountId });
      dropPosts(tx, { ...of, account: `account:${accountId}` });
    },
  };
}
