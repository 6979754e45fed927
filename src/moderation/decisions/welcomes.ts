/**
 * Welcoming newcomers, many in one act: what is held of them is released with it, and the act is taken back as one. What
 * cannot be taken back stays and is counted: records at neighbours, read mail, alerts that went out.
 */
import { baseCall } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import type { ModerationParts } from "../parts.ts";

export class Welcomes {
  constructor(private readonly parts: ModerationParts) {}

  /** What is held of an account, by kind. */
  heldOf(account: number): { logs: number; photos: number; mail: number } {
    const { caches, bbs } = this.parts;
    return { ...caches.heldOf(account), mail: bbs.heldOf(account) };
  }

  #accounts = (calls: readonly string[]): number[] => [
    ...new Set(calls.map((call) => this.parts.people.welcomes.welcomable(call))),
  ];

  /** What welcoming the holders of these calls would release. Throws where one of them may not be welcomed. */
  touches(calls: readonly string[]): Record<string, number> {
    const accounts = this.#accounts(calls), sum = { newcomers: accounts.length, log: 0, media: 0, bbs: 0 };
    for (const { logs, photos, mail } of accounts.map((account) => this.heldOf(account))) {
      sum.log += logs;
      sum.media += photos;
      sum.bbs += mail;
    }
    return sum;
  }

  /** Welcomes the holders of these calls, all of them or none. */
  welcome(tx: Tx, actor: string, calls: readonly string[], reason: string) {
    const { audit, people, caches, bbs } = this.parts, accounts = this.#accounts(calls);
    const batch = audit.newBatch(tx), act = people.welcomes.welcome(tx, actor, accounts);
    for (const account of accounts) {
      caches.release(tx, account, act.id);
      bbs.release(tx, account, act.id);
      this.#note(tx, actor, "welcome", account, reason, batch);
    }
    return act;
  }

  /** Takes an act back; gives how many posts are held again, and how many stay. */
  takeBack(tx: Tx, actor: string, id: number): { held: number; stay: number } {
    const { audit, people, caches, bbs } = this.parts, accounts = people.welcomes.takeBack(tx, id);
    const batch = audit.newBatch(tx), logs = caches.holdAgain(tx, id), mail = bbs.holdAgain(tx, id);
    for (const account of accounts) this.#note(tx, actor, "unwelcome", account, "", batch);
    return { held: logs.held + mail.held, stay: logs.stay + mail.stay };
  }

  #note(tx: Tx, actor: string, action: string, account: number, reason: string, batch: number): void {
    const { audit, accounts, world } = this.parts;
    const base = baseCall(accounts.person(account)?.call ?? "");
    const entry = { actor, action, kind: "account", targetId: base, label: base, reason, about: base };
    audit.note(tx, world.now(), entry, batch);
  }
}
