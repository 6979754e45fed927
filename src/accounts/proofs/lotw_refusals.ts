/** Why a certificate of LoTW proves nothing: one code and one sentence for each check of `lotw.ts`. */
import { failures } from "../../base/mod.ts";

export const lotwFailure = failures({
  no_certificate: ["unprocessable", "No certificate was sent"],
  too_many_certificates: ["unprocessable", "Send at most eight certificates"],
  malformed_certificate: ["unprocessable", "One of the certificates cannot be read"],
  no_callsign: ["unprocessable", "None of the certificates names a callsign"],
  several_callsigns: ["unprocessable", "The certificates name more than one callsign"],
  // Also a portable form of the right call.
  wrong_callsign: ["unprocessable", "The certificate belongs to another callsign"],
  certificate_is_ca: ["unprocessable", "This is the certificate of an authority, not of a callsign"],
  certificate_expired: ["unprocessable", "The certificate has expired"],
  certificate_not_yet_valid: ["unprocessable", "The certificate is not valid yet"],
  unsupported_key: ["unprocessable", "The key of the certificate is not RSA"],
  key_too_small: ["unprocessable", "The key of the certificate is too small"],
  // MD5, or SHA-1 below an authority.
  weak_signature: ["unprocessable", "The certificate is signed with a hash that is not safe any more"],
  unknown_extension: ["unprocessable", "The certificate has a critical extension that is not known here"],
  // No certificate with that key identifier, or a chain that leads to no trusted authority.
  unknown_issuer: ["unprocessable", "The certificate's issuer is not among the trusted ones"],
  issuer_not_ca: ["unprocessable", "The certificate's issuer is not an authority"],
  issuer_key_too_small: ["unprocessable", "The key of the certificate's issuer is too small"],
  // The authority's dates do not cover the time at which it issued.
  issuer_not_valid_then: ["unprocessable", "The issuer was not valid when it issued the certificate"],
  bad_certificate_signature: ["unprocessable", "The signature of a certificate is wrong"],
  chain_too_long: ["unprocessable", "The chain of certificates is too long"],
  // Over the message.
  bad_signature: ["unprocessable", "The signature does not fit the message"],
});

export type LotwRefusal = keyof typeof lotwFailure;
