/**
 * The post office: packet mail, bulletins, White Pages, and forwarding with the BBS network. Owns the tables
 * `bbs_*`.
 *
 * A message is one row, whoever wrote it and whatever brought it; its way to each partner is another row. Four ways
 * in (a member's post, the box for who is connected to it, a partner's session, a record of the federation) end in
 * `writeMessage`, which gives a message its number and BID, and go on in `sendOn`, which asks the one pure rule
 * `routeOf` and queues the message for partners. So "where would this go" has one answer for mail, the browser and
 * the shell.
 *
 * Nothing is lost or doubled: a BID is stored once, and stays known after its message is gone; a message counts as
 * sent only when the partner's answer to the whole block was committed; mail that finds no way for seven days, or
 * is refused, goes back to its sender once. Nothing is given up by age while the clock is not set.
 *
 * Refuses: somebody else's mailbox, a third person's look into personal mail by whatever route, mail of unverified
 * senders on the air, loops (by BID and by `R:` lines), and network data that would override the operator's
 * entries in White Pages.
 *
 * Rooms, from the bottom up: `tables/`, `mail/` (messages, whose they are, their way on), `bulletins/` (lists, records of
 * the federation), `partners/` (partners and rules), `white_pages/`, `forwarding/` (queues, what partners bring and
 * answer), `counter/` (what people post and read), `files/` (mbox), `routes/`. The protocol of forwarding sessions is
 * `fbb/`'s.
 */
import type { ModeratedKind, Tx } from "../db/mod.ts";
import type { Route, RouteTable } from "../http/mod.ts";
import type { Job } from "../jobs/mod.ts";
import type { AppliersOf } from "../wire/mod.ts";
import { bbsChecks } from "./checks.ts";
import { listBulletins } from "./bulletins/list.ts";
import { unreadBulletins } from "./bulletins/read_marks.ts";
import { bulletinApplier } from "./bulletins/publish.ts";
import { type BatchMail, type BatchQueued, MOST_BATCH_TEXT, queueBatch } from "./forwarding/batches.ts";
import { bbsJobs } from "./jobs.ts";
import { sightOf } from "./mail/sight.ts";
import { moderatedPost } from "./moderate.ts";
import { Office } from "./office.ts";
import type { BbsParts } from "./parts.ts";
import { bbsPersonalData } from "./personal_data.ts";
import { postRoutes } from "./routes/mod.ts";

export { bbsAtShell, type ShellOffice } from "./at_shell.ts";
export {
  checkImport,
  exportMailbox,
  type Imported,
  importMail,
  type ImportOptions,
  readMailFile,
} from "./files/carry.ts";

export { offersFor } from "./forwarding/offer.ts";
export { callPartner, type Report } from "./forwarding/call_partner.ts";
export { type Happening, openDesk } from "./forwarding/desk.ts";

export { MessageView } from "./mail/views.ts";

export type { PartnerShape, RuleShape } from "./routes/partners.ts";

/** What its routes take and give, by signature. */
export type BbsRoutes = RouteTable<ReturnType<typeof postRoutes>>;

/** What federation needs of the post office, which in turn hands it batches: mirrored bulletins, and mail as a way. */
interface RecordsOfPost {
  appliers: AppliersOf<"bulletin">;
  post: {
    mostBytes: number;
    /** Puts a batch of federation on its way to the partners that are marked for it. */
    post(tx: Tx, batch: BatchMail): BatchQueued;
  };
}

/** Opened before the post office itself. */
export function recordsOfPost(parts: Omit<BbsParts, "takeBatch">): RecordsOfPost {
  const office = new Office(parts);
  return {
    appliers: { bulletin: bulletinApplier(office) },
    post: { mostBytes: MOST_BATCH_TEXT, post: (tx, batch) => queueBatch(office, tx, batch) },
  };
}

/** The post office, put together. */
export interface Bbs {
  office: Office;
  routes: readonly Route[];
  jobs: readonly Job[];
  checks: ReturnType<typeof bbsChecks>;
  personalData: readonly ReturnType<typeof bbsPersonalData>[];
  moderated: readonly ModeratedKind[];
  /** The newest bulletins, as their feed shows them. */
  newest(
    most: number,
  ): { bid: string; from: string; to: string; subject: string; text: string; postedAt: number }[];
  /** How much mail of an account has not left yet. */
  waitingOf(account: number): { packetMail: number };
  /** Received mail that the account has not read. */
  unreadOf(account: number): number;
  /** Bulletins that it has not read, at most 200. */
  unreadBulletinsOf(account: number): number;
  /** Somebody was suspended: nothing of theirs leaves any more. */
  dropOf(tx: Tx, accountId: number): void;
}

/** Opens the post office over a migrated database. */
export function openBbs(parts: BbsParts): Bbs {
  const office = new Office(parts);
  const inboxOf = (account: number) => {
    const { me, proven } = sightOf(office, account);
    return { me, proven };
  };
  return {
    office,
    routes: postRoutes({ office }),
    jobs: bbsJobs(office),
    checks: bbsChecks(office),
    personalData: [bbsPersonalData(office)],
    moderated: [moderatedPost(office)],
    newest: (most) =>
      listBulletins(office, { limit: most }).bulletins.map((
        { bid, fromCall, toCall, subject, body, postedAt },
      ) => ({
        bid,
        from: fromCall,
        to: toCall,
        subject,
        text: body,
        postedAt,
      })),
    waitingOf: (account) => ({ packetMail: office.messages.openOf({ account })!.n }),
    unreadOf: (account) => office.messages.unread({ ...inboxOf(account), now: office.now() })!.n,
    unreadBulletinsOf: (account) => unreadBulletins(office, account),
    dropOf(tx, account) {
      office.forwards.giveUpOf(tx, { account, at: office.now(), words: "the sender is suspended" });
      office.messages.keepOf(tx, { account });
    },
  };
}
