/**
 * Accounts: people, the calls that they hold, how they sign in, and proof that a call is theirs. Owns the tables
 * account, held_call, verification, suspension and sign_in_link. Refuses a second holder of a base call, and sessions
 * of accounts that are gone, suspended or lost their call.
 */
export { Accounts, type Person } from "./accounts.ts";
export { accountFailure } from "./errors.ts";
export { Links, OPERATOR_LINK_S } from "./links.ts";
export { smtpMailer } from "./mailer.ts";
export { type LicenceOf, sessionRoutes } from "./routes/session.ts";
export { Sessions } from "./sessions.ts";
export type { VerificationMethod } from "./store.ts";
