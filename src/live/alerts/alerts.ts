/** What members are told: rows in their list, a web push at once, a mail for what stays unseen. */
import type { World } from "../../base/mod.ts";
import type { Database, Tx } from "../../db/mod.ts";
import type { Push } from "../push/push.ts";
import { alertText, languageFor } from "./text.ts";
import { type AlertStore, alertStore, type NewAlert } from "./store.ts";

const TALK_AGAIN_S = 900, TALK_PER_HOUR = 20;

/** A member's alerts: told, listed, marked as seen. Times are unix seconds. */
export class Alerts {
  readonly store: AlertStore;

  constructor(
    private readonly db: Database,
    private readonly world: World,
    private readonly push: Push,
    /** The language that a member has chosen; where none was chosen, or none that there are words in: English. */
    private readonly languageOf: (account: number) => string | undefined = () => undefined,
  ) {
    this.store = alertStore(db);
  }

  /** Tells a member. In the caller's transaction; the push goes out once it is committed. */
  add(tx: Tx, alert: NewAlert): void {
    this.store.insert(tx, {
      accountId: alert.accountId,
      kind: alert.kind,
      callsign: alert.call,
      code: alert.code ?? null,
      title: alert.title ?? null,
      find: alert.find ?? null,
      farM: alert.farM ?? null,
      at: alert.at,
    });
    tx.after(() => {
      const lang = languageFor(this.languageOf(alert.accountId));
      this.push.tell(alert.accountId, {
        kind: alert.kind,
        text: alertText(alert, lang),
        lang,
        callsign: alert.call,
        code: alert.code ?? null,
        find: alert.find ?? null,
        at: alert.at,
      });
    });
  }

  /** Tells a member, in a write of its own that the caller does not wait for. */
  tell(alert: NewAlert): void {
    this.#write(alert, (tx) => this.add(tx, alert));
  }

  /** The same in a write of its own. */
  tellOfTalk(alert: NewAlert): void {
    this.#write(alert, (tx) => this.addOfTalk(tx, alert));
  }

  #write(alert: NewAlert, write: (tx: Tx) => void): void {
    this.db.write(write).catch((error) =>
      this.world.log.error("an alert of account {account} is lost: {error}", {
        account: alert.accountId,
        error,
      })
    );
  }

  /**
   * Tells of messages that others write, which anybody can do at will: the same call is told of once in a quarter of an hour,
   * and at most twenty alerts of the kind are written in an hour.
   */
  addOfTalk(tx: Tx, alert: NewAlert): void {
    const { accountId: account, kind, call, at } = alert;
    if (this.store.toldOf({ account, kind, call, since: at - TALK_AGAIN_S })!.n > 0) return;
    if (this.store.toldOfKind({ account, kind, since: at - 3600 })!.n >= TALK_PER_HOUR) return;
    this.add(tx, alert);
  }

  /** How many an account has not seen yet. */
  unseen = (account: number): number => this.store.unseen({ account })!.n;

  /** Marks everything as seen; gives how many were new. */
  see(tx: Tx, account: number): number {
    return this.store.see(tx, { account, at: this.world.now() }).changes;
  }

  /** Forgets alerts older than that many days (API "Limits", Retention). */
  async prune(days: number): Promise<void> {
    await this.db.write((tx) => this.store.prune(tx, { before: this.world.now() - days * 86_400 }));
  }
}
