/** What the operator does at a shell: the rooms' own services, with no gate before them. */
import { isCall, normalCall } from "../base/mod.ts";
import { listBulletins } from "./bulletins/list.ts";
import { mayBeHeard } from "./bulletins/publish.ts";
import { bbsFailure } from "./errors.ts";
import { explainRoute } from "./forwarding/explain_route.ts";
import { rerouteFor, routeMessage } from "./mail/send_on.ts";
import { mailboxOf } from "./mail/addressee.ts";
import type { MailType } from "./tables/message_store.ts";
import { postMessage } from "./counter/post.ts";
import { readMailbox, removeMessage } from "./counter/read_mail.ts";
import { SHELL } from "./tables/sides.ts";
import { mailViews } from "./mail/views.ts";
import type { Office } from "./office.ts";
import {
  dropPartner,
  dropRule,
  type GivenPartner,
  type GivenRule,
  listPartners,
  savePartner,
  saveRule,
} from "./partners/partners.ts";
import { setHome } from "./white_pages/white_pages.ts";

/** Who acts here, in the audit log. */
const CLI = "CLI";
const TYPES: readonly string[] = ["P", "B", "T"];

/**
 * The post office for the `bbs` commands. Everything acts as the operator, and throws `bbsFailure` for calls,
 * messages and options that do not fit.
 */
export function bbsAtShell(office: Office) {
  const { parts: { db }, messages, partners, pages, forwards } = office;
  const boxOf = (call: string): string => {
    const base = mailboxOf(call);
    if (base === undefined) throw bbsFailure.bad_call({}, `${call} is not a callsign`);
    return base;
  };
  const messageOf = (id: string) => {
    const message = /^\d{1,15}$/.test(id) ? messages.byId({ id: Number(id) }) : undefined;
    if (!message) throw bbsFailure.message_unknown({}, `There is no message ${id}`);
    return message;
  };
  return {
    office,
    mailbox: (call: string, box: "received" | "sent") =>
      readMailbox(office, box, boxOf(call), SHELL).messages,
    bulletins: (category?: string) => listBulletins(office, { category, unvetted: true }),
    message: (id: string) => mailViews(office, [messageOf(id)])[0]!,
    async send(
      given: { from: string; to: string; body: string; subject: string; type?: string | undefined },
    ) {
      const type = given.type?.toUpperCase();
      if (type !== undefined && !TYPES.includes(type)) {
        throw bbsFailure.bad_addressee({}, "--type takes P, B or T");
      }
      if (given.subject.length > 80) {
        throw bbsFailure.bad_addressee({}, "--subject takes at most 80 characters");
      }
      const post = {
        fromCall: given.from,
        toCall: given.to,
        body: given.body,
        subject: given.subject,
        type: type as MailType | undefined,
      };
      const message = await db.write((tx) => postMessage(office, tx, { kind: "ingest" }, post));
      const { why, ways } = routeMessage(office, message);
      const waits = ways.length > 0 && !mayBeHeard(office, message);
      return {
        id: message.id,
        bid: message.bid,
        type: message.type,
        why: waits ? `${why}; it waits until ${message.fromBase} is verified` : why,
      };
    },
    kill: (id: string) =>
      db.write((tx) => {
        const removed = removeMessage(office, tx, messageOf(id));
        office.audit(tx, CLI, "remove", "bbs", id);
        return removed;
      }),
    route: (address: string) => explainRoute(office, address),
    home: (call: string) => pages.of({ call: boxOf(call) }),
    setHome: (call: string, home: string) =>
      db.write((tx) => {
        const set = setHome(office, tx, { call: boxOf(call), home, source: "operator" });
        if (set.changed) rerouteFor(office, tx, set.page.call);
        office.audit(tx, CLI, "save", "white-page", set.page.call);
        return set.page;
      }),
    partners: () => listPartners(office),
    partner(call: string) {
      const normal = normalCall(call);
      const partner = partners.byCall({ call: normal }) ??
        partners.all().find((one) => one.call.split("-")[0] === normal);
      if (!partner || !isCall(normal)) throw bbsFailure.partner_unknown({}, `There is no partner ${call}`);
      return partner;
    },
    attempts: (call: string) => forwards.attempts({ partner: call, limit: 20 }),
    savePartner: (given: GivenPartner) =>
      db.write((tx) => {
        const saved = savePartner(office, tx, given);
        office.audit(tx, CLI, "save", "bbs-partner", saved.call);
        return saved;
      }),
    dropPartner: (id: number) =>
      db.write((tx) => {
        office.audit(tx, CLI, "remove", "bbs-partner", id);
        return dropPartner(office, tx, id);
      }),
    rules: () => partners.rules(),
    saveRule: (given: GivenRule) =>
      db.write((tx) => {
        const saved = saveRule(office, tx, given);
        office.audit(tx, CLI, "save", "bbs-rule", `${saved.partner} ${saved.route}`);
        return saved;
      }),
    dropRule: (id: number) =>
      db.write((tx) => {
        office.audit(tx, CLI, "remove", "bbs-rule", id);
        return dropRule(office, tx, id);
      }),
  };
}
export type ShellOffice = ReturnType<typeof bbsAtShell>;
