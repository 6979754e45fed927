/** Shapes that several routes of this area take or give. The OpenAPI document is made of them. */
import { z } from "#schemas";
import { accountFailure } from "./errors.ts";

/** The clause that most routes of this area come from. */
export const SPEC = 'API "Accounts, identity, verification"';

/** A call as people type it; longer texts are refused before anything looks at them. */
export const Callsign = z.string().max(40).trim().min(1).max(20).describe("Callsign, with or without SSID");

/** The code of an invitation, as it was typed; null where there is none. */
export const InvitationCode = z.string().trim().max(20).nullish().transform((code) => code || null).describe(
  "Code of an invitation, where signing up takes one; no heed is paid to case, blanks and dashes",
);

/** What registers say of a call; never a proof of who operates it. */
export const LicenceReply = z.object({
  callsign: z.string().describe("The call without SSID, prefix or suffix, e.g. OE1XYZ"),
  status: z.enum(["licensed", "expired", "unconfirmed"]),
  source: z.string().optional().describe("Name of the licence register that says so"),
  sourceName: z.string().optional(),
  expiresAt: z.number().optional().describe(
    "When the licence ends, in unix seconds; absent: the register names no end",
  ),
  checkedAt: z.number().optional().describe("Unix seconds of the register's run"),
});

/** The answer that opens a session. A data session, which reaches export and erasure only, says `accountData`. */
export const OpenedReply = z.object({
  ok: z.literal(true),
  callsign: z.string().nullable(),
  accountData: z.literal(true).optional(),
  verified: z.boolean().optional(),
  licence: LicenceReply.optional(),
  emailPending: z.boolean().optional().describe("An address waits for confirmation"),
});

/** Why a call cannot be signed up with, added or claimed. */
export const CALL_REFUSALS = [
  accountFailure.held,
  accountFailure.held_unverified,
  accountFailure.operator_call,
  accountFailure.reserved,
  accountFailure.invalid,
  accountFailure.suspended,
] as const;
