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
import type { Accounts, AccountsEvents, People } from "../accounts/mod.ts";
import type { Tx } from "../db/mod.ts";
import type { RouteTable } from "../http/mod.ts";
import { area } from "../plan/mod.ts";
import type { AppliersOf } from "../wire/mod.ts";
import type { Message } from "./tables/message_store.ts";
import { bbsChecks } from "./checks.ts";
import { listBulletins } from "./bulletins/list.ts";
import { unreadBulletins } from "./bulletins/read_marks.ts";
import { bulletinApplier, mayBeHeard, publishWaiting } from "./bulletins/publish.ts";
import { type BatchMail, type BatchQueued, MOST_BATCH_TEXT, queueBatch } from "./forwarding/batches.ts";
import { holdMailAgain, releaseMail, releaseProven } from "./counter/held_mail.ts";
import { bbsJobs } from "./jobs.ts";
import { partnerLives } from "./partners/fault.ts";
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

/** The post office, for those who ask it. */
export interface Bbs {
  office: Office;
  /** What takes bulletins of other instances. */
  appliers: AppliersOf<"bulletin">;
  /** Mail as a way for batches of federation. */
  post: {
    mostBytes: number;
    /** Puts a batch of federation on its way to the partners that are marked for it. */
    post(tx: Tx, batch: BatchMail): BatchQueued;
  };
  /** The newest bulletins, as their feed shows them. */
  newest(
    most: number,
  ): {
    bid: string;
    from: string;
    to: string;
    subject: string;
    text: string;
    postedAt: number;
    row: Message;
  }[];
  /** How much mail of an account has not left yet. */
  waitingOf(account: number): { packetMail: number };
  /** Messages that wait for a partner, of all together. */
  mailWaiting(): number;
  /** Received mail that the account has not read. */
  unreadOf(account: number): number;
  /** Bulletins that it has not read, at most 200. */
  unreadBulletinsOf(account: number): number;
  /** What is held of an account: how much; released by a welcome, and held again where that is taken back. */
  heldOf(account: number): number;
  release(tx: Tx, account: number, act: number): number;
  holdAgain(tx: Tx, act: number): { held: number; stay: number };
  /** Somebody was suspended: nothing of theirs leaves any more. */
  dropOf(tx: Tx, accountId: number): void;
}

/** Puts the post office together. */
export function openBbs(parts: BbsParts): Bbs {
  const office = new Office(parts);
  const inboxOf = (account: number) => {
    const { me, proven } = sightOf(office, account);
    return { me, proven };
  };
  return {
    office,
    appliers: { bulletin: bulletinApplier(office) },
    post: { mostBytes: MOST_BATCH_TEXT, post: (tx, batch) => queueBatch(office, tx, batch) },
    newest: (most) =>
      listBulletins(office, { limit: most }).bulletins.flatMap((bulletin) => {
        const { id, bid, fromCall: from, toCall: to, subject, body: text, postedAt } = bulletin;
        const row = office.messages.byId({ id });
        return row && mayBeHeard(office, row) ? [{ bid, from, to, subject, text, postedAt, row }] : [];
      }),
    waitingOf: (account) => ({ packetMail: office.messages.openOf({ account })!.n }),
    mailWaiting: () => office.forwards.allWaiting({})!.n,
    unreadOf: (account) => office.messages.unread({ ...inboxOf(account), now: office.now() })!.n,
    unreadBulletinsOf: (account) => unreadBulletins(office, account),
    heldOf: (account) => office.messages.heldOf({ account }).length,
    release: (tx, account, act) => releaseMail(office, tx, account, act),
    holdAgain: (tx, act) => holdMailAgain(office, tx, act),
    dropOf(tx, account) {
      office.forwards.giveUpOf(tx, { account, at: office.now(), words: "the sender is suspended" });
      office.messages.keepOf(tx, { account });
    },
  };
}

interface BbsNeeds
  extends Pick<BbsParts, "audit" | "db" | "origins" | "publications" | "settings" | "world"> {
  accounts: Accounts;
  people: Pick<People, "calls" | "cards">;
  /** Mail has come for somebody who is not looking. */
  alerts: {
    addOfTalk(tx: Tx, mail: { accountId: number; kind: "mail"; call: string; at: number }): void;
  };
  federation: { carriers: { takeBatch: NonNullable<BbsParts["takeBatch"]> } };
}
export interface BbsKeeps {
  bbs: Bbs;
}
interface BbsWords {
  needs: BbsNeeds;
  keeps: BbsKeeps;
  hears: Pick<AccountsEvents, "proofChanged" | "suspended">;
}

const partsOf = ({ accounts, people, alerts, federation, ...needs }: BbsNeeds): BbsParts => ({
  ...needs,
  accounts: {
    holder: (call) => accounts.holder(call),
    person: (id) => accounts.person(id),
    isVerified: (call) => accounts.isVerified(call),
    speaksFor: (call, account) => accounts.speaksFor(call, account),
    isNewcomer: (account) => accounts.isNewcomer(account),
    postsHeld: (account) => accounts.postsHeld(account),
    overAir: (account) => people.cards.prefs(account).bbs?.overAir,
    refuseSuspended(call) {
      accounts.refuseSuspended(accounts.holder(call)?.accountId);
      people.calls.refuseErasedSuspension(call);
    },
  },
  clockIsSet: () => needs.world.clock.isKnown(),
  arrived: (tx, { accountId, from }) =>
    alerts.addOfTalk(tx, { accountId, kind: "mail", call: from, at: needs.world.now() }),
  takeBatch: (tx, batch) => federation.carriers.takeBatch(tx, batch),
});

export const bbs = area<BbsWords>()({
  name: "bbs",
  needs: [
    "accounts",
    "alerts",
    "audit",
    "db",
    "federation",
    "origins",
    "people",
    "publications",
    "settings",
    "world",
  ],
  keeps: { bbs: (needs) => openBbs(partsOf(needs)) },
  hears: {
    // What waited for a proof goes out.
    proofChanged({ bbs: { office } }, { tx, base }) {
      releaseProven(office, tx, base);
      publishWaiting(office, tx, base);
    },
    suspended: ({ bbs }, { tx, accountId }) => bbs.dropOf(tx, accountId),
  },
  jobs: ({ bbs }) => bbsJobs(bbs.office),
  checks: ({ bbs }) => bbsChecks(bbs.office),
  lives: ({ bbs }) => partnerLives(bbs.office),
  data: ({ bbs }) => bbsPersonalData(bbs.office),
  moderated: ({ bbs }) => [moderatedPost(bbs.office)],
  routes: ({ bbs }) => postRoutes(bbs),
});
