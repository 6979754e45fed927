/** What every room of the post office works with: its stores, the clock, and who may be shown. */
import { baseCall } from "../base/mod.ts";
import type { Tx } from "../db/mod.ts";
import { readMarkStore } from "./tables/read_mark_store.ts";
import { forwardStore } from "./tables/forward_store.ts";
import type { RouteFacts } from "./route_of.ts";
import { messageStore } from "./tables/message_store.ts";
import { ownCall } from "./own_address.ts";
import { partnerStore } from "./tables/partner_store.ts";
import type { BbsParts } from "./parts.ts";
import { whitePageStore } from "./tables/white_page_store.ts";

/** Somebody who was not here for this long, in seconds, is taken to read mail elsewhere. */
const READER_S = 400 * 86_400;

/** What every part of the post office works with; its times are unix seconds. */
export class Office {
  readonly messages;
  readonly forwards;
  readonly partners;
  readonly pages;
  readonly readMarks;
  /** BIDs that running sessions are receiving, each with its partner: a second one that offers it waits. */
  readonly arriving = new Map<string, string>();

  constructor(readonly parts: BbsParts) {
    const { db } = parts;
    this.messages = messageStore(db);
    this.forwards = forwardStore(db);
    this.partners = partnerStore(db);
    this.pages = whitePageStore(db);
    this.readMarks = readMarkStore(db);
  }

  /** Settings of the instance. */
  get settings() {
    return this.parts.settings;
  }
  now = (): number => this.parts.world.now();
  /** Notes what an operator did, in the write that does it. `actor` is `CLI` at the shell. */
  audit(tx: Tx, actor: string, action: string, kind: string, targetId: string | number): void {
    const target = String(targetId);
    const entry = { actor, action, kind, targetId: target, label: target, reason: "" };
    this.parts.audit.note(tx, this.now(), entry);
  }
  /** Origins of mirrors that are shown, as statements take them. */
  shown = (unvetted: boolean): string => JSON.stringify(this.parts.origins.shown({ unvetted }));

  /** Whether somebody reads this call's mail here: a member who has verified it, or who came over the packet mailbox. */
  isRead(call: string): boolean {
    const base = baseCall(call);
    const holder = this.parts.accounts.holder(base);
    // Signing up with a call must not keep its mail from the licensee's home mailbox.
    if (holder && this.parts.accounts.isVerified(base)) return !holder.suspended;
    const user = this.messages.user({ base });
    return base === ownCall(this.settings) || (user !== undefined && this.now() - user.seenAt < READER_S);
  }

  /** Whether an account here holds this call, verified or not, and may read its mail once it has verified it. */
  isHeld(call: string): boolean {
    return this.parts.accounts.holder(baseCall(call))?.suspended === false;
  }

  /** The facts that routing uses now. */
  routeFacts(): RouteFacts {
    return {
      own: ownCall(this.settings),
      rules: this.partners.rules().filter(({ enabled }) => enabled === 1),
      partners: this.partners.all().map(({ enabled, ...partner }) => ({
        ...partner,
        enabled: enabled === 1,
      })),
      home: (call) => this.pages.of({ call: baseCall(call) }),
      isRead: (call) => this.isRead(call),
    };
  }
}
