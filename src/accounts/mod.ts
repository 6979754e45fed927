/**
 * Accounts: people, the calls that they hold, how they sign in, and proof that a call is theirs. Owns the tables of
 * migrations 0010 to 0019 (account, held_call, verification, suspension, sign_in_link, passkey, ceremony, claim, proof,
 * device_key, profile, preference, api_key, licence registers and the history of calls). Refuses a second holder of a
 * base call, a challenge or link used twice, and sessions of accounts that are gone, suspended or lost their call.
 */
export { Accounts, type Person } from "./accounts.ts";
export type { ApiKeyView } from "./keys/api_key_store.ts";
export { operatorProven } from "./checks.ts";
export { txtRecords } from "./proofs/doh.ts";
export { accountFailure } from "./errors.ts";
export type { LicenceResult } from "./licences/rules.ts";
export { LICENCE_BATCH, Licences } from "./licences/licences.ts";
export { Links, OPERATOR_LINK_S } from "./sessions/links.ts";
export { smtpMailer } from "./mail/mailer.ts";
export { openPeople, type People, type PeopleParts } from "./people.ts";
export type { DataOf, Detached, PeoplePorts, PersonalData } from "./ports.ts";
export type { Profile } from "./cards/profile.ts";
export type { HeardOutcome, HeardText } from "./proofs/proofs.ts";
export { peopleRoutes } from "./routes.ts";
export {
  BrokenRegister,
  readRegister,
  type RegisterForm,
  type RegisterRow,
} from "./licences/read_register.ts";
export { judgeRow } from "./licences/rules.ts";
export { Sessions } from "./sessions/sessions.ts";
export type { VerificationMethod } from "./store.ts";
export { SUSPENDED_ACCOUNTS } from "./suspension/suspended.ts";
