/** A mailbox out as a file, and mail or bulletins in from files: for a club that moves its mailbox here. */
import { baseCall, sha256, utf8 } from "../../base/mod.ts";
import type { Tx } from "../../db/mod.ts";
import { isBid, isTo, MAX_BID, normalBid, shownText, wireText } from "../../fbb/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import { bbsFailure } from "../errors.ts";
import { MOST_BODY, MOST_LIFE_S, MOST_SUBJECT } from "../limits.ts";
import { mailboxOf } from "../mail/addressee.ts";
import { readMailbox } from "../counter/read_mail.ts";
import { cutUtf8 } from "../mail/shown.ts";
import { SHELL } from "../tables/sides.ts";
import { writeMessage } from "../mail/write_message.ts";
import type { Office } from "../office.ts";
import { callIn, type MboxMail, type ReadMail, readMbox, writeMbox } from "./mbox.ts";

/** A mailbox's mail, received and sent, oldest first, as an mbox file in pieces. */
export function* exportMailbox(office: Office, call: string): Generator<string> {
  const base = mailboxOf(call);
  if (base === undefined) throw bbsFailure.bad_call({}, `${call} is not a callsign`);
  const host = instanceId(office.settings);
  const mails = new Map<number, MboxMail>();
  for (const box of ["received", "sent"] as const) {
    for (let before: string | undefined, more = true; more;) {
      const page = readMailbox(office, box, base, SHELL, before);
      for (const { id, bid, fromCall, toCall, at, subject, body, postedAt } of page.messages) {
        const to = at === "" ? toCall : `${toCall}@${at}`;
        mails.set(id, { from: fromCall, to, subject, at: postedAt, bid, text: body });
      }
      before = page.nextCursor;
      more = before !== undefined;
    }
  }
  for (const id of [...mails.keys()].sort((a, b) => a - b)) yield writeMbox(mails.get(id)!, host);
}

export interface ImportOptions {
  /** Mailbox or category that every mail goes to; by default the one that each mail names. */
  to?: string | undefined;
  /** Sender of mails that name none. */
  from?: string | undefined;
  bulletins: boolean;
}
/** What became of one mail of a file. */
export type Imported = "stored" | "duplicate" | "no_sender" | "no_addressee" | "empty" | "too_long";

/** Mails of one file: of an mbox every one, of a plain text the whole under the file's name. */
export function* readMailFile(name: string, bytes: Uint8Array): Generator<ReadMail> {
  const isMbox = Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "From ";
  if (isMbox) return yield* readMbox(bytes);
  const subject = name.replace(/\.[^.]{0,20}$/, "").replaceAll("_", " ");
  yield { headers: new Map([["subject", subject]]), body: Uint8Array.from(bytes) };
}

/** A BID for a mail that has none: always the same for the same mail, so that nothing comes in twice. */
function bidFor(mail: ReadMail, from: string, to: string): string {
  const told = mail.headers.get("x-bbs-bid");
  if (told !== undefined && isBid(told)) return normalBid(told);
  const whole = sha256(
    `${from}\n${to}\n${mail.headers.get("subject") ?? ""}\n${mail.headers.get("date") ?? ""}\n${
      Buffer.from(mail.body).toString("base64")
    }`,
  );
  let number = 0n;
  for (const byte of whole.subarray(0, 8)) number = number * 256n + BigInt(byte);
  return `I${number.toString(36).toUpperCase().padStart(MAX_BID, "0").slice(-(MAX_BID - 1))}`;
}

/** Stores one mail of a file. It is old mail, so it is neither forwarded nor published. */
export function importMail(office: Office, tx: Tx, mail: ReadMail, options: ImportOptions): Imported {
  const { now } = office;
  const from = callIn(mail.headers.get("from")) ?? options.from;
  if (from === undefined) return "no_sender";
  const named = options.bulletins
    ? mail.headers.get("to")?.split("@")[0]?.trim().toUpperCase()
    : callIn(mail.headers.get("to"));
  const to = options.to ?? (named === undefined ? undefined : options.bulletins ? named : baseCall(named));
  if (to === undefined || !isTo(to)) return "no_addressee";
  const body = wireText(shownText(mail.body));
  if (body.length === 0) return "empty";
  if (body.length > MOST_BODY) return "too_long";
  const bid = bidFor(mail, from, to);
  // Checked against the BIDs that are known here, not by their form: a file that was exported here has BIDs of our
  // own form.
  if (office.messages.bidKnown({ bid })) return "duplicate";
  const date = Date.parse(mail.headers.get("date") ?? "") / 1000;
  writeMessage(office, tx, {
    type: options.bulletins ? "B" : "P",
    from,
    to,
    at: "",
    subject: cutUtf8(utf8((mail.headers.get("subject") ?? "").replace(/\s+/g, " ").trim()), MOST_SUBJECT),
    body,
    postedAt: Number.isFinite(date) && date > 0 && date <= now() ? Math.floor(date) : now(),
    expiresAt: options.bulletins ? now() + MOST_LIFE_S : null,
    bid,
    source: "import",
  });
  return "stored";
}

/** Checks the options of an import before anything is read. */
export function checkImport({ to, from }: ImportOptions): void {
  if (to !== undefined && !isTo(to)) throw bbsFailure.bad_addressee({ toCall: to });
  if (from !== undefined && !isTo(baseCall(from))) throw bbsFailure.bad_call({ callsign: from });
}
