/** Forms of what boxes are named by: ids, receiving stations, one-time codes. Pure. */
import { normalCall, sha256Hex } from "../base/mod.ts";
import { ingestFailure } from "./errors.ts";

/** Without I, O, 0 and 1: 16 of these are 80 bits. */
export const CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const BOX_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const SITE = /^[A-Z0-9]{3,9}(-\d{1,2})?$/;

/** Checks the form of a box's id; throws where it does not fit. */
export function boxId(text: string): string {
  if (!BOX_ID.test(text)) throw ingestFailure.bad_box_id();
  return text;
}

/** A receiving station's call in normal form, or `undefined`. */
export function siteCall(text: string): string | undefined {
  const site = normalCall(text);
  return SITE.test(site) ? site : undefined;
}

/** A code as it is compared: codes are read with or without dashes and blanks, in any case. */
export const bareCode = (code: string): string => code.replace(/[\s-]/g, "").toUpperCase();
/** What is stored of a code: SHA-256, hex. */
export const hashOf = (code: string): string => sha256Hex(bareCode(code));
/** A code as it is shown: `ABCD-EFGH`. */
export const grouped = (code: string): string => code.match(/.{4}/g)!.join("-");
