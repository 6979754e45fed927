/** Passkeys: making one, signing in with one, listing and removing them (API "Accounts, identity, verification"). */
import { z } from "#schemas";
import { hostOf, type Limit, open, route, session, type Visitor } from "../../http/mod.ts";
import { accountFailure } from "../errors.ts";
import { LoginResponse, RegistrationResponse } from "../passkeys/ceremonies.ts";
import type { People } from "../people.ts";
import { EmailAddress } from "../cards/profile.ts";
import { CALL_REFUSALS, Callsign, InvitationCode, LicenceReply, OpenedReply, SPEC } from "../shapes.ts";
import { openSession, signingIn } from "./open_session.ts";

/** What `startRegistration` and `startAuthentication` of @simplewebauthn/browser take (WebAuthn Level 3). */
const Options = z.looseObject({
  challenge: z.string().describe("Random bytes that the passkey has to sign, in base64url"),
});
/** The same for a new passkey. */
const CreationOptions = Options.extend({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number() })),
});
/**
 * Claim and passkey steps of one address; a begin and its finish are two. An IPv6 address by itself: the phones of a
 * club's network share a /64, and none of them uses up the others' tries.
 */
export const SIGN_IN_LIMIT: Limit = {
  name: "sign-in",
  points: 100,
  seconds: 900,
  per: ({ incoming }) => hostOf(incoming.client),
};

/** The session of a visitor who is signed in under a call. */
const fullSession = ({ session }: Visitor) => session?.scope === "full" ? session : undefined;

export function passkeyRoutes(people: People) {
  const { signIn, sessions, db, accounts, licences } = people;
  const needSessions = () => {
    if (!sessions.open) throw accountFailure.sessions_closed();
  };

  return [
    route("POST /auth/passkey/register/begin", {
      gate: open("signing up; a call that is held needs its holder's session"),
      spec: SPEC,
      summary: "Begin to make a passkey",
      limit: SIGN_IN_LIMIT,
      body: z.object({ callsign: Callsign, email: EmailAddress.nullish(), invitation: InvitationCode }),
      reply: z.object({ options: CreationOptions, licence: LicenceReply }),
      errors: [...CALL_REFUSALS, accountFailure.sessions_closed, accountFailure.invitation_needed],
      handle: async ({ body, who, incoming }) => {
        needSessions();
        const options = await signIn.beginRegistration(
          incoming,
          body.callsign,
          body.email ?? null,
          fullSession(who),
          body.invitation,
        );
        return { options: { ...options }, licence: licences.of(body.callsign) };
      },
    }),
    route("POST /auth/passkey/register/finish", {
      gate: open("finishes what its begin started"),
      cookie: true,
      spec: SPEC,
      summary: "Register the passkey, sign up, and open a session",
      limit: SIGN_IN_LIMIT,
      body: z.object({ response: RegistrationResponse, callsign: Callsign.optional() }),
      reply: OpenedReply,
      errors: [
        accountFailure.sessions_closed,
        accountFailure.challenge_unknown,
        accountFailure.too_many_passkeys,
        accountFailure.passkey_refused,
        accountFailure.passkey_exists,
        accountFailure.invitation_needed,
        ...CALL_REFUSALS,
      ],
      handle: async ({ body, who, incoming }) => {
        needSessions();
        const { account, emailPending } = await signIn.finishRegistration(
          incoming,
          body.response,
          body.callsign,
          fullSession(who)?.account,
        );
        const own = fullSession(who);
        const since = own?.account === account.id ? own : undefined;
        return openSession(people, incoming, account, { emailPending, since });
      },
    }),
    route("POST /auth/passkey/login/begin", {
      gate: open("nobody is signed in yet"),
      spec: SPEC,
      summary: "Begin to sign in with a passkey",
      limit: SIGN_IN_LIMIT,
      body: z.object({ callsign: Callsign.optional() }),
      reply: z.object({ options: Options }),
      errors: [accountFailure.sessions_closed, accountFailure.no_account, accountFailure.no_passkey],
      handle: async ({ body, incoming }) => {
        needSessions();
        return { options: { ...await signIn.beginLogin(incoming, body.callsign) } };
      },
    }),
    route("POST /auth/passkey/login/finish", {
      gate: open("finishes what its begin started"),
      cookie: true,
      spec: SPEC,
      summary: "Sign in with a passkey",
      limit: SIGN_IN_LIMIT,
      body: z.object({ response: LoginResponse, callsign: Callsign.optional() }),
      reply: OpenedReply,
      errors: [
        accountFailure.sessions_closed,
        accountFailure.challenge_unknown,
        accountFailure.passkey_unknown,
        accountFailure.passkey_login_refused,
        accountFailure.user_verification,
        accountFailure.needs_callsign,
        accountFailure.too_many_calls,
        ...CALL_REFUSALS,
      ],
      handle: async ({ body, incoming }) => {
        needSessions();
        const account = await signingIn(
          people,
          "passkey",
          incoming,
          () => signIn.finishLogin(incoming, body.response, body.callsign),
        );
        return openSession(people, incoming, account);
      },
    }),
    route("GET /auth/passkeys", {
      gate: session(),
      spec: SPEC,
      summary: "List the account's own passkeys",
      reply: z.object({
        callsign: z.string(),
        hasEmail: z.boolean(),
        emailPending: z.boolean(),
        passkeys: z.array(
          z.object({
            id: z.string(),
            addedAt: z.number().describe("When the passkey was registered, in unix seconds"),
            transports: z.array(z.string()),
          }),
        ),
      }),
      handle: ({ who }) => {
        const account = accounts.store.account({ id: who.account })!;
        return {
          callsign: who.call,
          hasEmail: account.email !== null,
          emailPending: account.pendingEmail !== null,
          passkeys: signIn.store.rows(who.account).map(({ id, addedAt, transports }) => ({
            id,
            addedAt,
            transports: JSON.parse(transports),
          })),
        };
      },
    }),
    route("DELETE /auth/passkeys/:id", {
      gate: session({ fresh: true }),
      spec: SPEC,
      summary: "Remove one of the account's passkeys",
      params: { id: "Credential id of the passkey, in base64url, as the list shows it" },
      reply: z.object({ ok: z.literal(true), remaining: z.number() }),
      errors: [accountFailure.passkey_missing, accountFailure.passkey_last],
      handle: async ({ who, params }) => ({
        ok: true,
        remaining: await db.write((tx) => signIn.remove(tx, who.account, params.id)),
      }),
    }),
  ];
}
