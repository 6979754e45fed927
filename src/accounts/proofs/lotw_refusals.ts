/** Why a certificate of LoTW proves nothing: one code and one sentence for each check of `lotw.ts`. */
import { failures } from "../../base/mod.ts";

export const lotwFailure = failures({
  no_certificate: "unprocessable",
  too_many_certificates: "unprocessable",
  malformed_certificate: "unprocessable",
  no_callsign: "unprocessable",
  several_callsigns: "unprocessable",
  // Also a portable form of the right call.
  wrong_callsign: "unprocessable",
  certificate_is_ca: "unprocessable",
  certificate_expired: "unprocessable",
  certificate_not_yet_valid: "unprocessable",
  unsupported_key: "unprocessable",
  key_too_small: "unprocessable",
  // MD5, or SHA-1 below an authority.
  weak_signature: "unprocessable",
  unknown_extension: "unprocessable",
  // No certificate with that key identifier, or a chain that leads to no trusted authority.
  unknown_issuer: "unprocessable",
  issuer_not_ca: "unprocessable",
  issuer_key_too_small: "unprocessable",
  // The authority's dates do not cover the time at which it issued.
  issuer_not_valid_then: "unprocessable",
  bad_certificate_signature: "unprocessable",
  chain_too_long: "unprocessable",
  // Over the message.
  bad_message_signature: "unprocessable",
});

export type LotwRefusal = keyof typeof lotwFailure;
