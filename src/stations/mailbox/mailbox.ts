/** The mailbox: a member's message that waits until its addressee is heard, then goes out over the air. */
import { messageText } from "../../aprs/mod.ts";
import { baseCall, failures, isCall, isRecent, normalCall, type World } from "../../base/mod.ts";
import type { Accounts } from "../../accounts/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import { cutAt } from "../../http/mod.ts";
import { serviceCall, type Settings } from "../../settings/mod.ts";
import type { Answers } from "../sending/answers.ts";
import type { Reception } from "../reception.ts";
import { type MailRow, type MailStore, mailStore } from "./store.ts";

export const mailFailure = failures({
  not_a_mailbox: ["invalid", {
    to: "string",
  }],
  bad_text: "invalid",
  text_too_long: ["invalid", { limit: "number" }],
  mailbox_limit: ["limited", { limit: "number" }],
  mailbox_full: ["limited", { limit: "number" }],
  mail_unknown: "missing",
  already_sent: "conflict",
});

const LIFE_S = 7 * 86_400, KEEP_S = 30 * 86_400;
const TRIES = 5, BETWEEN_TRIES_S = 60;
/**
 * How often it is sent because the addressee was seen over the Internet, where anybody may write any call. Further
 * tries need a hearing on radio.
 */
const TRIES_BY_INTERNET = 3;
const PER_HOUR = 20, WAITING = 10;
const MOST_TEXT = 67;
/** Messages of one list. */
const LISTED = 100;

export class Mailbox {
  readonly store: MailStore;
  /** Base calls that something waits for; `undefined`: not known. */
  #waiting: Set<string> | undefined;

  constructor(
    db: Database,
    readonly accounts: Pick<Accounts, "holder" | "isVerified" | "speaksFor">,
    readonly answers: Answers,
    readonly settings: Settings,
    readonly world: World,
  ) {
    this.store = mailStore(db);
  }

  /** Holds a message. `from` is a verified call of the account: the caller has seen to it. */
  post(
    tx: Tx,
    message: { account: number; from: string; to: string; text: string; via: "app" | "radio" },
  ): number {
    const to = normalCall(message.to), from = normalCall(message.from);
    const own = serviceCall(this.settings);
    if (!isCall(to) || to === own) throw mailFailure.not_a_mailbox({ to: message.to });
    const text = messageText(message.text);
    if (text === "" || text !== message.text.trim()) throw mailFailure.bad_text();
    const most = MOST_TEXT - this.#line(from, "").length;
    if (text.length > most) throw mailFailure.text_too_long({ limit: most });
    const now = this.world.now();
    const addressee = this.accounts.holder(to)?.accountId;
    if (this.store.countPosted({ account: message.account, since: now - 3600 })!.n >= PER_HOUR) {
      throw mailFailure.mailbox_limit({ limit: PER_HOUR });
    }
    if (this.store.waitingFor({ to, now, me: addressee ?? 0 }).length >= WAITING) {
      throw mailFailure.mailbox_full({ limit: WAITING });
    }
    const { id } = this.store.insert(tx, {
      accountId: message.account,
      fromCall: from,
      toCall: to,
      body: text,
      via: message.via,
      status: "held",
      createdAt: now,
      expiresAt: now + LIFE_S,
      toAccount: addressee ?? null,
      toProven: addressee !== undefined && this.accounts.isVerified(to) ? 1 : 0,
    });
    tx.after(() => this.#waiting = undefined);
    return id;
  }

  /** Its addressee has it in the app: no station has to be heard for it any more. */
  here(tx: Tx, id: number, to: string): void {
    const at = this.world.now();
    this.store.tried(tx, { id, to, at });
    this.store.settle(tx, { id, status: "delivered", at });
  }

  #line = (from: string, text: string): string => `de ${from}: ${text}`;

  /** Takes back a message that was not on the air yet. */
  withdraw(tx: Tx, id: number, account: number): void {
    const mail = this.store.byId({ id });
    if (!mail || mail.accountId !== account) throw mailFailure.mail_unknown();
    if (mail.status === "sent" || mail.status === "delivered" || mail.status === "undelivered") {
      throw mailFailure.already_sent();
    }
    if (mail.status !== "held") throw mailFailure.mail_unknown();
    this.store.settle(tx, { id, status: "withdrawn", at: this.world.now() });
  }

  /** A station was heard: what waits for it goes out. */
  deliverTo(tx: Tx, packet: Reception): void {
    this.#waiting ??= new Set(
      this.store.addressees({ now: this.world.now() }).map(({ toCall }) => baseCall(toCall)),
    );
    if (this.#waiting.size === 0) return;
    const base = baseCall(packet.call);
    if (!this.#waiting.has(base)) return;
    const now = this.world.now();
    const me = this.accounts.holder(base)?.accountId ?? 0;
    const { via, credential } = packet.delivery;
    const byRadio = (via === "rf" || via === "meshcom") && credential !== "device";
    for (
      const mail of [
        ...this.store.waitingFor({ to: base, now, me }),
        ...(base === packet.call ? [] : this.store.waitingFor({ to: packet.call, now, me })),
      ]
    ) {
      // The proof of its writer's call may have been revoked since: then it waits, until it ends or the call is proven.
      if (!this.accounts.speaksFor(mail.fromCall, mail.accountId)) continue;
      if (mail.triedAt !== null && isRecent(mail.triedAt, now, BETWEEN_TRIES_S)) continue;
      if (!byRadio && mail.attempts >= TRIES_BY_INTERNET) continue;
      if (mail.attempts >= TRIES) {
        this.store.settle(tx, { id: mail.id, status: "undelivered", at: now });
        continue;
      }
      const sent = this.answers.send(tx, packet, {
        to: packet.call,
        text: this.#line(mail.fromCall, mail.body),
        number: numberOf(mail.id),
      });
      if (sent !== undefined) this.store.tried(tx, { id: mail.id, to: packet.call, at: now });
    }
  }

  /** An ack for the service call: perhaps of a mailbox message. */
  acked(tx: Tx, from: string, number: string): void {
    const id = Number.parseInt(number, 36);
    const mail = Number.isSafeInteger(id) && numberOf(id) === number.toLowerCase()
      ? this.store.byId({ id })
      : undefined;
    if (mail?.status === "sent" && mail.sentTo === from) {
      this.store.settle(tx, { id, status: "delivered", at: this.world.now() });
    }
  }

  /**
   * What the account sent, and of what came to these calls, all held verified, what was left for it: not for a former
   * holder. The newest of each side, newest first.
   */
  list(account: number, bases: readonly string[]) {
    const limit = LISTED + 1;
    const sent = cutAt(this.store.sentBy({ account, limit }), LISTED);
    const came = this.store.receivedBy({ bases: JSON.stringify(bases), me: account, limit });
    const received = cutAt(came, LISTED);
    return {
      sent: sent.rows.map(mailView),
      received: received.rows.map(mailView),
      truncated: sent.truncated || received.truncated,
    };
  }

  /** Suspension drops what an account has waiting. */
  dropOf(tx: Tx, account: number): void {
    this.store.withdrawAllOf(tx, { account, at: this.world.now() });
    tx.after(() => this.#waiting = undefined);
  }

  /** Takes a message away, text and all; its sender sees that it was withdrawn. */
  remove(tx: Tx, id: number): void {
    this.store.blank(tx, { id, at: this.world.now() });
    tx.after(() => this.#waiting = undefined);
  }

  /** Gives up messages whose time is over, and deletes those that ended long ago. */
  prune(tx: Tx): void {
    const now = this.world.now();
    this.store.expire(tx, { now });
    this.store.prune(tx, { before: now - KEEP_S });
    tx.after(() => this.#waiting = undefined);
  }
}

/** As members see it. */
const mailView = (row: MailRow) => ({
  id: row.id,
  from: row.fromCall,
  to: row.toCall,
  text: row.body,
  via: row.via,
  status: row.status,
  deliveredTo: row.status === "delivered" ? row.sentTo : null,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  deliveredAt: row.status === "delivered" ? row.settledAt : null,
  attempts: row.attempts,
});

/** Message numbers have at most five characters: enough for sixty million. */
const numberOf = (id: number): string => id.toString(36).slice(-5);
