/** A person's messages and mail as one: by the call of whoever is on the other side. Pure. */
import { ownerCall } from "../../../base/callsigns.ts";
import type { Mail } from "../bbs/mails.ts";
import type { Talk } from "./talks.ts";

/** One row of the list: what came or was sent last, a message or a mail. */
export interface Person {
  with: string;
  /** Unix seconds. */
  at: number;
  unread: number;
  talk?: Talk;
  /** The last mail, where it is later than the last message. */
  mail?: Mail;
  mails: number;
}

/** What lists can be narrowed to. */
export const LIST_KINDS = ["all", "unread", "air", "mail"] as const;
export type ListKind = typeof LIST_KINDS[number];

/** Who is on the other side of a mail. */
export const otherOf = ({ fromCall, toCall }: Pick<Mail, "fromCall" | "toCall">, mine: string): string =>
  ownerCall(ownerCall(fromCall) === ownerCall(mine) ? toCall : fromCall);

/** Everybody to whom or from whom there is something, the latest first. `mine`: the call that is signed in. */
export function together(talks: readonly Talk[], mails: readonly Mail[], mine: string): Person[] {
  const people = new Map<string, Person>(
    talks.map((talk) => [talk.with, {
      ...{ with: talk.with, at: talk.last.ts, unread: talk.unread, talk, mails: 0 },
    }]),
  );
  for (const mail of mails.toSorted((a, b) => a.postedAt - b.postedAt)) {
    const call = otherOf(mail, mine), one = people.get(call);
    const isNew = mail.readAt === null && ownerCall(mail.fromCall) !== ownerCall(mine);
    const isLast = !one || mail.postedAt >= one.at;
    people.set(call, {
      ...(one ?? { with: call }),
      at: Math.max(one?.at ?? 0, mail.postedAt),
      unread: (one?.unread ?? 0) + (isNew ? 1 : 0),
      mails: (one?.mails ?? 0) + 1,
      ...(isLast && { mail }),
    });
  }
  return [...people.values()].sort((a, b) => b.at - a.at);
}

/** Whether a row is of this kind. What both sides have in the app alone was never on the air. */
export const isOf = ({ unread, talk, mails }: Person, kind: ListKind): boolean =>
  kind === "all" ||
  (kind === "unread"
    ? unread > 0
    : kind === "mail"
    ? mails > 0
    : talk !== undefined && talk.last.delivery !== "here");

/** Whether a row has these words in its call, its last message or its mail's subject. */
export function has({ with: call, talk, mail }: Person, words: string): boolean {
  const sought = words.trim().toLowerCase();
  return [call, talk?.last.body, mail?.subject, mail?.body].some((text) =>
    text?.toLowerCase().includes(sought)
  );
}
