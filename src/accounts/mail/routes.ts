/** Mail links: asking for one, changing the address, sending it again (API "Accounts, identity, verification"). */
import { z } from "zod";
import { html, type Limit, open, page, type Route, route, session, type SessionWho } from "../../http/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import { accountFailure } from "../errors.ts";
import type { People } from "../people.ts";
import { EmailAddress } from "../cards/profile.ts";
import { CALL_REFUSALS, Callsign, SPEC } from "../shapes.ts";
import { isForm } from "../sessions/open_session.ts";

const Addresses = z.object({
  ok: z.literal(true),
  email: z.string().nullable().describe("Confirmed"),
  pendingEmail: z.string().nullable().describe("Waits for confirmation"),
  sent: z.boolean(),
});
/** Mails asked for by one address, and to one mailbox: somebody else's mailbox must not be flooded. */
const ASKED: Limit = { name: "mail-start", points: 30, seconds: 3600 };
const TO_ONE: Limit<never> = { name: "mail-to", points: 5, seconds: 3600 };
/** Change and resend share one budget for each account, and one for each client address. */
const CONFIRMING: Limit<SessionWho>[] = [
  { name: "mail-confirm", points: 5, seconds: 3600, per: ({ who }) => `account ${who.account}` },
  { name: "mail-confirm-address", points: 20, seconds: 3600 },
];

export function mailRoutes(people: People): Route[] {
  const { mail, db, accounts, limits, settings, world } = people;
  const state = (account: number, sent: boolean) => {
    const { email, pendingEmail } = accounts.store.account({ id: account })!;
    return { ok: true, email, pendingEmail, sent };
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
      }),
      form: true,
      reply: z.object({ sent: z.literal(true), purpose: z.enum(["sign-in", "account-data"]) }),
      errors: [
        accountFailure.no_mail,
        accountFailure.needs_callsign,
        accountFailure.has_callsign,
        ...CALL_REFUSALS,
      ],
      handle: async ({ body, incoming }) => {
        if (!world.mail) throw accountFailure.no_mail();
        const answer = await db.write((tx) => {
          const started = body.purpose === "account-data"
            ? mail.startData(tx, body.email, incoming.origin)
            : mail.startSignIn(tx, body.email, body.callsign, incoming.origin);
          // A refusal sends nothing, so it does not count; past the limit the link is taken back and not sent.
          limits.use(TO_ONE, body.email);
          return started;
        });
        return isForm(incoming)
          ? page({
            title: "Look into your mail",
            instance: instanceId(settings),
            body: html`<p>If everything fits, a link is on its way to ${body.email}.</p>`,
          })
          : answer;
      },
    }),
    route("POST /auth/email/change", {
      gate: session(),
      spec: SPEC,
      summary: "Let a new address wait for confirmation; the confirmed one keeps working",
      limit: CONFIRMING,
      body: z.object({ email: EmailAddress }),
      reply: Addresses,
      errors: [accountFailure.no_mail],
      handle: async ({ who, body, incoming }) => {
        const sent = await db.write((tx) => mail.await(tx, who.account, body.email, incoming.origin));
        // The address waits all the same: a mail server may be configured later (API "Accounts, identity, verification").
        if (!sent) throw accountFailure.no_mail({ pendingEmail: body.email });
        return state(who.account, sent);
      },
    }),
    route("POST /auth/email/resend", {
      gate: session(),
      spec: SPEC,
      summary: "Mail the confirmation link of the waiting address again",
      limit: CONFIRMING,
      reply: Addresses,
      errors: [accountFailure.no_mail, accountFailure.no_pending_email],
      handle: async ({ who, incoming }) => {
        const { pendingEmail } = accounts.store.account({ id: who.account })!;
        if (pendingEmail === null) throw accountFailure.no_pending_email();
        const sent = await db.write((tx) => mail.await(tx, who.account, pendingEmail, incoming.origin));
        if (!sent) throw accountFailure.no_mail({ pendingEmail });
        return state(who.account, sent);
      },
    }),
  ];
}
