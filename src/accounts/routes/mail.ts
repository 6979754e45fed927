/** Mail links: asking for one, changing the address, sending it again (API "Accounts, identity, verification"). */
import { z } from "#schemas";
import {
  browserLang,
  hostOf,
  html,
  type Incoming,
  isForm,
  type Limit,
  open,
  page,
  route,
  session,
  type SessionWho,
} from "../../http/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";
import { askerOf } from "../mail/links.ts";
import { EmailAddress } from "../cards/profile.ts";
import { CALL_REFUSALS, Callsign, InvitationCode, SPEC } from "../shapes.ts";
import { PAGE_WORDS } from "../page_words.ts";

const Addresses = z.object({
  ok: z.literal(true),
  email: z.string().nullable().describe("The confirmed email address of the account; null: it has none"),
  pendingEmail: z.string().nullable().describe(
    "Address that a mailed link has yet to confirm; null: none waits",
  ),
  sent: z.boolean(),
});
/** Mails asked for by one address. How many reach one mailbox is counted where they are sent. */
const ASKED: Limit = {
  name: "mail-start",
  points: 30,
  seconds: 3600,
  per: ({ incoming }) => hostOf(incoming.client),
};
/** Change and resend share one budget for each account, and one for each client address. */
const CONFIRMING: Limit<SessionWho>[] = [
  { name: "mail-confirm", points: 5, seconds: 3600, per: ({ who }) => `account ${who.account}` },
  { name: "mail-confirm-address", points: 20, seconds: 3600 },
];

export function mailRoutes(people: People) {
  const { mail, db, accounts, settings, world } = people;
  /** Mails the confirmation link of an address that waits. It goes on waiting where no mail can go out yet. */
  const letWait = async (account: number, waiting: string, incoming: Incoming) => {
    const sent = await db.write((tx) => mail.await(tx, account, waiting, askerOf(incoming, settings)));
    const { email, pendingEmail } = accounts.store.account({ id: account })!;
    if (!sent) throw (world.mail ? accountFailure.no_address : accountFailure.no_mail)({ pendingEmail });
    return { ok: true as const, email, pendingEmail, sent };
  };

  return [
    route("POST /auth/email/start", {
      gate: open("nobody is signed in yet"),
      spec: SPEC,
      summary: "Mail a sign-in link, or a link to one's data",
      limit: ASKED,
      body: z.object({
        email: EmailAddress,
        // The form of a page sends an empty field for no call.
        callsign: z.literal("").transform(() => undefined).or(Callsign).optional(),
        purpose: z.enum(["sign-in", "account-data"]).default("sign-in"),
        invitation: InvitationCode,
      }),
      form: true,
      reply: z.object({ sent: z.literal(true), purpose: z.enum(["sign-in", "account-data"]) }),
      errors: [
        accountFailure.no_mail,
        accountFailure.no_address,
        accountFailure.needs_callsign,
        accountFailure.has_callsign,
        accountFailure.invitation_needed,
        ...CALL_REFUSALS,
      ],
      handle: async ({ body, incoming }) => {
        const asker = askerOf(incoming, settings);
        const answer = await db.write((tx) =>
          body.purpose === "account-data"
            ? mail.startData(tx, body.email, asker)
            : mail.startSignIn(tx, body.email, body.callsign, asker, body.invitation)
        );
        if (!isForm(incoming)) return answer;
        const lang = browserLang(incoming), words = PAGE_WORDS[lang];
        return page({
          title: words.mailSent,
          instance: instanceId(settings),
          lang,
          body: html`<p>${words.mailSentWhat.replace("{mail}", () => body.email)}</p>`,
        });
      },
    }),
    route("POST /auth/email/change", {
      gate: session({ fresh: true }),
      spec: SPEC,
      summary: "Let a new address wait for confirmation; the confirmed one keeps working",
      limit: CONFIRMING,
      body: z.object({ email: EmailAddress }),
      reply: Addresses,
      errors: [accountFailure.no_mail, accountFailure.no_address],
      handle: async ({ who, body, incoming }) => {
        return await letWait(who.account, body.email, incoming);
      },
    }),
    route("POST /auth/email/resend", {
      gate: session(),
      spec: SPEC,
      summary: "Mail the confirmation link of the waiting address again",
      limit: CONFIRMING,
      reply: Addresses,
      errors: [accountFailure.no_mail, accountFailure.no_address, accountFailure.no_pending_email],
      handle: async ({ who, incoming }) => {
        const { pendingEmail } = accounts.store.account({ id: who.account })!;
        if (pendingEmail === null) throw accountFailure.no_pending_email();
        return await letWait(who.account, pendingEmail, incoming);
      },
    }),
  ];
}
