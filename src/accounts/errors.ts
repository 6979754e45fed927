/** Refusals of the accounts area. The codes travel as `reason`. */
import { type Failure, failures } from "../base/mod.ts";

export const accountFailure = failures({
  invalid_call: ["invalid", { callsign: "string" }],
  reserved_call: ["invalid", { callsign: "string" }],
  not_admin_call: ["forbidden", { callsign: "string" }],
  link_unknown: "invalid",
  link_spent: "invalid",
  sessions_closed: "unavailable",
  user_verification: "unauthenticated",
  suspended: ["forbidden", {
    suspended: "object",
    callsign: "string",
  }],

  // A sign-up, or a call added to an account.
  invalid: ["conflict", { callsign: "string" }],
  held: ["conflict", { callsign: "string" }],
  held_unverified: ["conflict", {
    callsign: "string",
  }],
  operator_call: ["conflict", {
    callsign: "string",
  }],
  reserved: ["conflict", { callsign: "string" }],
  invitation_needed: "forbidden",
  invitation_unknown: "missing",
  not_waiting: ["conflict", { callsign: "string" }],
  welcome_unknown: "missing",
  welcome_late: "conflict",
  too_many_invitations: ["conflict", { limit: "number" }],
  too_many_calls: ["conflict", {
    limit: "number",
  }],
  not_held: ["forbidden", { callsign: "string" }],
  same_call: ["invalid", { callsign: "string" }],

  // Passkeys.
  challenge_unknown: "invalid",
  passkey_refused: ["invalid", { detail: "string" }],
  passkey_unknown: "unauthenticated",
  passkey_login_refused: ["unauthenticated", {
    detail: "string",
  }],
  passkey_exists: "conflict",
  passkey_last: "conflict",
  passkey_missing: "missing",
  too_many_passkeys: ["conflict", {
    limit: "number",
  }],
  no_account: ["missing", { callsign: "string" }],
  no_passkey: ["missing", { callsign: ["string", "null"] }],

  // Mail.
  needs_callsign: "conflict",
  has_callsign: "conflict",
  email_taken: "conflict",
  no_mail: ["unavailable", { pendingEmail: ["string", "null"] }],
  no_address: ["unavailable", {
    pendingEmail: ["string", "null"],
  }],
  no_pending_email: "conflict",

  // Claims and proofs.
  held_verified: ["conflict", { callsign: "string" }],
  holder_suspended: ["conflict", { callsign: "string" }],
  unheld: ["conflict", { callsign: "string" }],
  yours: ["conflict", { callsign: "string" }],
  claim_closed: ["conflict", { status: "string" }],
  claim_other_call: ["conflict", {
    callsign: "string",
  }],
  no_receiving_site: "conflict",
  no_proof: "conflict",
  too_many_tries: "limited",
  not_published: ["unprocessable", { name: "string" }],
  wrong_code: ["unprocessable", { name: "string" }],
  cname: ["unprocessable", {
    name: "string",
  }],
  dnssec_bogus: ["unprocessable", { name: "string" }],
  not_signed: ["unprocessable", { name: "string" }],
  resolvers_disagree: ["unprocessable", {
    name: "string",
  }],
  too_few_resolvers: ["upstream", { answered: "number" }],
  ampr_closed: "unavailable",
  lotw_closed: "unavailable",
  confirm_holder: ["conflict", { holder: ["object", "null"] }],
  verified_already: ["conflict", { callsign: "string" }],
  verification_missing: ["missing", {
    callsign: "string",
  }],

  // Licence registers.
  import_in_future: ["invalid", {
    source: "string",
    importedAt: "number",
  }],
  import_newer: ["conflict", {
    source: "string",
    importedAt: "number",
  }],
  import_unknown: ["conflict", {
    source: "string",
    importedAt: "number",
  }],
  import_incomplete: ["conflict", { expected: "number", held: "number" }],

  // Keys and portability.
  invalid_key: "invalid",
  key_taken: "conflict",
  key_missing: "missing",
  too_many_keys: ["conflict", {
    limit: "number",
  }],
  key_not_in_bundle: "forbidden",
  bad_signature: "unauthenticated",
  invalid_target: ["invalid", { target: "string" }],
  api_keys_at_cap: ["conflict", {
    cap: "number",
  }],
  api_key_missing: "missing",
  prefs_too_large: "invalid",

  // Moderation.
  operator_account: "conflict",
  not_suspended: ["conflict", { callsign: "string" }],
  invalid_until: "invalid",
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
