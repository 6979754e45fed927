/**
 * Accounts: people, the calls that they hold, how they sign in, and proof that a call is theirs. Owns the tables of the
 * migrations that name this area (account, held_call, verification, suspension, ended_session, sign_in_link, passkey,
 * ceremony, claim, proof, device_key, profile, preference, api_key, licence registers and the history of calls). Refuses
 * a second holder of a base call, a challenge or link used twice, and sessions that were ended, or whose account is gone,
 * suspended or lost their call.
 */
import type { RouteTable } from "../http/mod.ts";
import type { peopleRoutes } from "./routes/mod.ts";

export { Accounts } from "./accounts.ts";
export { accountFailure } from "./errors.ts";
export { LICENCE_BATCH } from "./licences/licences.ts";
export { Links, OPERATOR_LINK_S } from "./sessions/links.ts";
export { isFreshSignIn } from "./sessions/sessions.ts";
export { smtpMailer } from "./mail/mailer.ts";
export { openAccounts } from "./area.ts";
export { PublicCard } from "./cards/profile.ts";
export { openPeople, type People } from "./people.ts";
export type { AccountsEvents, PersonalData } from "./ports.ts";
export type { HeardText } from "./proofs/proofs.ts";
export { BrokenRegister, readRegister, type RegisterForm } from "./licences/read_register.ts";
export { judgeRow } from "./licences/rules.ts";
export { SUSPENDED_ACCOUNTS } from "./suspension/suspended.ts";
/** What its routes take and give, by signature. */
export type AccountRoutes = RouteTable<ReturnType<typeof peopleRoutes>>;
