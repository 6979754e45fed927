/** Kinds of things that can be reported, categories of reports, and the profile as one such thing. */
import type { Accounts, People } from "../accounts/mod.ts";
import { isCall, normalCall } from "../base/mod.ts";
import { type ModeratedItem, type ModeratedKind, PREVIEW } from "../db/mod.ts";
import { moderationFailure as failure } from "./errors.ts";

/** API "Caches, logs, media": what a report is about, and why. */
export const KINDS = [
  "cache",
  "log",
  "media",
  "message",
  "bbs",
  "mailbox",
  "mesh",
  "profile",
  "card",
] as const;
export type ReportedKind = typeof KINDS[number];
/** What a report in the queue is about: those, or what a member signed at another instance, which reports it. */
export type QueuedKind = ReportedKind | "visit";
export const CATEGORIES = ["spam", "offensive", "unsafe", "copyright", "other"] as const;
export type Category = typeof CATEGORIES[number];

/** Every kind by its name. */
export class Kinds {
  #kinds: ReadonlyMap<string, ModeratedKind> | undefined;

  /** `given`: what areas give, asked when all are open. */
  constructor(private readonly given: () => readonly ModeratedKind[]) {}

  of = (kind: QueuedKind): ModeratedKind => (this.#kinds ??= this.#named()).get(kind)!;

  /** A kind that no area gives is a defect of the wiring. */
  #named(): ReadonlyMap<string, ModeratedKind> {
    const kinds = new Map(this.given().map((one) => [one.kind, one]));
    const missing = KINDS.filter((kind) => !kinds.has(kind));
    if (missing.length > 0) throw new Error(`No area gives ${missing.join(", ")}`);
    return kinds;
  }
  all = (): ModeratedKind[] => KINDS.map((kind) => this.of(kind));
}

/** The profile that a member wrote; its id is the call. */
export function profiles(accounts: Accounts, cards: People["cards"]): ModeratedKind {
  const item = (account: number): ModeratedItem | undefined => {
    const { displayName, bio, links, avatarUrl, publicContact, profilePublic } = cards.profile(account);
    const texts = [
      displayName,
      bio,
      ...links.map(({ label, url }) => `${label} ${url}`),
      avatarUrl,
      publicContact,
    ];
    const preview = texts.filter((text) => text !== null && text !== "").join(" · ");
    const text = texts.filter((text) => text !== null && text !== "").join("\n");
    const call = accounts.person(account)?.call;
    if (call === undefined || preview === "") return undefined;
    return {
      kind: "profile",
      id: call,
      label: `Profile of ${call}`,
      preview: preview.slice(0, PREVIEW),
      text,
      ownerAccount: account,
      ownerCall: call,
      at: 0,
      removed: false,
      ...(profilePublic ? {} : { parties: [account] }),
    };
  };
  return {
    kind: "profile",
    find: (id) => {
      const call = normalCall(id);
      const holder = isCall(call) ? accounts.holder(call) : undefined;
      return holder && item(holder.accountId);
    },
    remove(tx, id) {
      const holder = accounts.holder(id);
      if (holder === undefined) throw failure.item_not_found();
      if (accounts.isOperators(holder.accountId)) throw failure.operators_profile();
      cards.clearProfile(tx, holder.accountId);
      return 0;
    },
    latestOf: (account) => [item(account)].flatMap((one) => one ?? []),
  };
}
