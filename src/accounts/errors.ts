/** Refusals of the accounts area. The codes travel as `reason`. */
import { type Failure, failures } from "../base/mod.ts";

export const accountFailure = failures({
  invalid_call: ["invalid", "That is not a callsign", { callsign: "string" }],
  reserved_call: ["invalid", "That callsign is reserved", { callsign: "string" }],
  not_admin_call: ["forbidden", "That callsign is not an operator's", { callsign: "string" }],
  link_unknown: ["invalid", "This link is unknown or too old; ask for a new one"],
  link_spent: ["invalid", "This link has been used already; ask for a new one"],
  sessions_closed: ["unavailable", "Nobody can sign in: SESSION_SECRET is not usable"],
  fresh_sign_in: ["unauthenticated", "This needs a sign-in of the last 15 minutes; sign in again first"],
  user_verification: [
    "unauthenticated",
    "An operator signs in with a passkey that asks for a PIN, a finger or a face",
  ],
  suspended: ["forbidden", "This account is suspended; its data can still be exported and erased", {
    suspended: "object",
    callsign: "string",
  }],

  // A sign-up, or a call added to an account.
  invalid: ["conflict", "That is not a callsign that a person can have", { callsign: "string" }],
  held: ["conflict", "Somebody holds that callsign, and it is verified", { callsign: "string" }],
  held_unverified: ["conflict", "Somebody holds that callsign; claim it if it is yours", {
    callsign: "string",
  }],
  operator_call: ["conflict", "That is an operator's callsign; it is opened by an operator link", {
    callsign: "string",
  }],
  reserved: ["conflict", "That callsign is reserved", { callsign: "string" }],
  too_many_calls: ["conflict", "This account already holds as many callsigns as an account may", {
    limit: "number",
  }],
  not_held: ["forbidden", "Your account does not hold that callsign", { callsign: "string" }],
  same_call: ["invalid", "That callsign is active already", { callsign: "string" }],

  // Passkeys.
  challenge_unknown: ["invalid", "This sign-in attempt is unknown, used or too old; begin again"],
  passkey_refused: ["invalid", "The passkey's answer could not be verified", { detail: "string" }],
  passkey_unknown: ["unauthenticated", "That passkey is not registered here"],
  passkey_login_refused: ["unauthenticated", "The passkey's answer could not be verified", {
    detail: "string",
  }],
  passkey_exists: ["conflict", "That passkey is registered already"],
  passkey_last: ["conflict", "The last passkey cannot be removed before an email address is confirmed"],
  passkey_missing: ["missing", "This account has no such passkey"],
  too_many_passkeys: ["conflict", "This account already has as many passkeys as an account may", {
    limit: "number",
  }],
  no_account: ["missing", "Nobody holds that callsign", { callsign: "string" }],
  no_passkey: ["missing", "That callsign has no passkey", { callsign: ["string", "null"] }],

  // Mail.
  needs_callsign: ["conflict", "This account has no callsign; name the one that you operate now"],
  has_callsign: ["conflict", "This account holds a callsign; sign in with it"],
  email_taken: ["conflict", "That address is confirmed on another account"],
  no_mail: ["unavailable", "This instance cannot send mail", { pendingEmail: ["string", "null"] }],
  no_address: ["unavailable", "This instance has no address of its own (APP_URL), so it mails no links", {
    pendingEmail: ["string", "null"],
  }],
  no_pending_email: ["conflict", "No address is waiting for confirmation"],

  // Claims and proofs.
  held_verified: ["conflict", "The holder of that callsign has verified it", { callsign: "string" }],
  holder_suspended: ["conflict", "The holder of that callsign is suspended", { callsign: "string" }],
  unheld: ["conflict", "Nobody holds that callsign; sign up with it", { callsign: "string" }],
  yours: ["conflict", "Your account holds that callsign already", { callsign: "string" }],
  claim_closed: ["conflict", "This claim is closed", { status: "string" }],
  claim_other_call: ["conflict", "This claim is for another callsign than the one named", {
    callsign: "string",
  }],
  no_receiving_site: ["conflict", "No receiving station is trusted, so nobody could hear you"],
  no_proof: ["conflict", "Start this proof first; none is running"],
  too_many_tries: ["limited", "Too many tries with this code; start again"],
  not_published: ["unprocessable", "There is no TXT record at that name yet", { name: "string" }],
  wrong_code: ["unprocessable", "The TXT record does not contain the current code", { name: "string" }],
  cname: ["unprocessable", "There is a CNAME at that name; publish the TXT record itself", {
    name: "string",
  }],
  dnssec_bogus: ["unprocessable", "The zone's DNSSEC signatures are not valid", { name: "string" }],
  not_signed: [
    "unprocessable",
    "The DNS answer is not validated by DNSSEC, and this instance takes no other",
    { name: "string" },
  ],
  resolvers_disagree: ["unprocessable", "The resolvers do not all give the same answer yet", {
    name: "string",
  }],
  too_few_resolvers: ["upstream", "Too few independent resolvers answered", { answered: "number" }],
  ampr_closed: ["unavailable", "No DNS resolver is configured"],
  lotw_closed: ["unavailable", "No certificate authority is configured"],
  confirm_holder: ["conflict", "Name the account that holds the callsign", { holder: ["object", "null"] }],
  verified_already: ["conflict", "That callsign is verified already", { callsign: "string" }],
  verification_missing: ["missing", "There is no manual verification of that callsign", {
    callsign: "string",
  }],

  // Licence registers.
  import_in_future: ["invalid", "`importedAt` is more than an hour in the future", {
    source: "string",
    importedAt: "number",
  }],
  import_newer: ["conflict", "A newer import of that register has begun", {
    source: "string",
    importedAt: "number",
  }],
  import_unknown: ["conflict", "No batch of that import run has arrived", {
    source: "string",
    importedAt: "number",
  }],
  import_incomplete: [
    "conflict",
    "The run has not brought as many calls as `count` says; nothing was removed",
    { expected: "number", held: "number" },
  ],

  // Keys and portability.
  invalid_key: ["invalid", "That is not an Ed25519 public key in base64url"],
  key_taken: ["conflict", "That key is registered to another callsign"],
  key_missing: ["missing", "This account has no such device key"],
  too_many_keys: ["conflict", "This account already has as many device keys as an account may", {
    limit: "number",
  }],
  key_not_in_bundle: ["forbidden", "The key that signed the request is not in the bundle"],
  bad_signature: ["unauthenticated", "The signature is missing, wrong, too old or used already"],
  invalid_target: ["invalid", "The target is not the name of another instance", { target: "string" }],
  api_keys_at_cap: ["conflict", "This account already has as many API keys as an account may", {
    cap: "number",
  }],
  api_key_missing: ["missing", "There is no API key of that number"],
  prefs_too_large: ["invalid", "The preferences are larger than 4096 bytes"],

  // Moderation.
  operator_account: ["conflict", "An operator's account cannot be suspended"],
  not_suspended: ["conflict", "That callsign is not suspended", { callsign: "string" }],
  invalid_until: ["invalid", "The end of a suspension must lie in the future"],
});

/** The refusal of a suspended person: why, and until when (unix seconds; `null`: until it is lifted). */
export const suspendedFailure = ({ reason, until }: { reason: string; until: number | null }): Failure =>
  accountFailure.suspended({ suspended: { reason, until } });

/** The refusal of a call that an erased account held while it was suspended. */
export const closedFailure = ({ reason, until }: { reason: string; until: number | null }): Failure =>
  accountFailure.suspended(
    { suspended: { reason, until } },
    "That callsign was held by a suspended account; it stays closed until the suspension ends",
  );
