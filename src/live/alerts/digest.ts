/** The mail that tells a member what stayed unseen: at most one a day, with a one-click way out (RFC 8058). */
import type { Mail, World } from "../../base/mod.ts";
import type { Database } from "../../db/mod.ts";
import { alertPage } from "./kinds.ts";
import { alertText } from "./text.ts";
import type { AlertRow, AlertStore } from "./store.ts";

/** Who wants a digest; accounts answer `undefined` for those who do not, or have no confirmed address. */
interface Recipient {
  email: string;
  callsign: string;
  /** Address that turns the digest off, absolute; an instance without an address of its own has none. */
  unsubscribeUrl?: string;
}
export interface DigestParts {
  db: Database;
  world: World;
  store: AlertStore;
  recipient: (account: number) => Recipient | undefined;
  /** Name of the instance as people know it now, and its address without a trailing slash where it has one. */
  instance: () => string;
  origin?: string;
}

const BETWEEN_MAILS_S = 86_400;
const LINES_MOST = 50;

/** The mail of these alerts, newest first. */
export function digestMail(
  to: Recipient,
  alerts: AlertRow[],
  about: { instance: string; origin?: string; total: number },
): Mail {
  const time = (at: number) => new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ") + " UTC";
  const lines = alerts.flatMap((alert) => {
    const page = about.origin === undefined
      ? undefined
      : alertPage(alert.kind, { ...alert, call: alert.callsign });
    return [
      `${time(alert.at)}  ${alertText({ ...alert, call: alert.callsign })}`,
      ...(page ? [`${" ".repeat(22)}${about.origin}${page}`] : []),
    ];
  });
  const more = about.total > alerts.length ? [`… and ${about.total - alerts.length} more.`] : [];
  return {
    to: to.email,
    subject: `${
      about.total === 1 ? "One alert" : `${about.total} alerts`
    } for ${to.callsign} at ${about.instance}`,
    text: [
      `This happened at ${about.instance} since you last looked:`,
      lines.join("\n"),
      ...more,
      ...(about.origin ? [`All of it: ${about.origin}/`] : []),
      `You get this mail because the digest is on for ${to.callsign}.${
        to.unsubscribeUrl ? ` Turn it off: ${to.unsubscribeUrl}` : ""
      }`,
    ].join("\n\n") + "\n",
    ...(to.unsubscribeUrl && {
      headers: {
        "List-Unsubscribe": `<${to.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  };
}

/** Sends what is due. A mail that the server refuses is tried again at the next run. */
export async function sendDigests(
  { db, world, store, recipient, instance, origin }: DigestParts,
): Promise<void> {
  if (!world.mail) return;
  for (const { account } of store.waitingAccounts()) {
    const now = world.now();
    const last = store.lastMail({ account })!.at;
    if (last !== null && last > now - BETWEEN_MAILS_S) continue;
    const to = recipient(account);
    if (!to) continue;
    const alerts = store.waiting({ account, most: LINES_MOST });
    const newest = alerts.reduce((most, alert) => Math.max(most, alert.id), 0);
    if (newest === 0) continue;
    try {
      await world.mail.send(
        digestMail(to, alerts, {
          instance: instance(),
          ...(origin && { origin }),
          total: store.unseen({ account })!.n,
        }),
      );
    } catch (error) {
      world.log.warn("digest of account {account} was refused: {error}", { account, error });
      continue;
    }
    await db.write((tx) => store.mailed(tx, { account, upTo: newest, at: now }));
  }
}
