/**
 * A certificate: what an instance signs when somebody has reached an award. Whoever has the instance's key checks it without
 * asking anybody. Pure. Members keep their names and meanings: they are signed, as RFC 8785 writes them, under `svc-award/1`.
 */
import { z } from "#schemas";
import { handedOut } from "../wire/mod.ts";
import { AwardRule } from "./rules.ts";

/** The certificate as it is kept, and handed out as a file. */
export const Certificate = z.object({
  instance: z.string(),
  code: z.string().describe("Leads to the page of proof at its instance"),
  call: z.string(),
  award: z.string().describe("The award's name when this was signed"),
  about: z.string(),
  rule: AwardRule,
  earnedAt: z.number().int().describe("When the find was made that completed it, in unix seconds"),
  signedAt: z.number().int(),
  key: z.string().describe("The instance's Ed25519 key, 32 bytes as base64url"),
  sig: z.string().describe(
    "Ed25519 over the line svc-award/1 and the RFC 8785 form of all other members, as base64url",
  ),
});
export type Certificate = z.infer<typeof Certificate>;

const certificates = handedOut<Certificate>(
  "svc-award/1",
  (file) => Certificate.strict().safeParse(file).data,
);

/** Signs what somebody has reached. */
export const signCertificate = certificates.sign;
/** What a file of a certificate says; `undefined` where it is none, or has members that nobody signed. */
export const readCertificate = certificates.read;
/** Whether it is signed by the key that it names, and is as it was signed. Whose key that is must be known from elsewhere. */
export const isSigned = certificates.isSigned;
