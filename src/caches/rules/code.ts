/**
 * Cache codes: three letters, then four digits, such as KTR4729. Pure.
 *
 * Of symbols that look or sound alike at most one is used, and no letter that looks like a digit: no O or Q with 0,
 * no I or L with 1, no Z with 2, no S with 5, no G with 6, no B with 8, no U with V. No vowels, so that no words
 * come out. 15^3 x 8^4 = 13.8 million codes.
 */
import { newCode, type World } from "../../base/mod.ts";

const LETTERS = "CDFHJKMNPRTVWXY";
const DIGITS = "23456789";
const MINTED = new RegExp(`^[${LETTERS}]{3}[${DIGITS}]{4}$`);

/** A random code; the caller draws again when it is taken. */
export const mintCode = (world: World): string => newCode(world, 3, LETTERS) + newCode(world, 4, DIGITS);

/** Whether a key has the form of minted codes, which no imported cache may take. */
export const isMintedForm = (key: string): boolean => MINTED.test(key);

/** Codes that imported places bring along, as their programmes write them: `OE/OO-001`, `AT-0001`. */
export const IMPORTED_CODE = /^[A-Z0-9]([A-Z0-9/-]{0,14}[A-Z0-9])?$/;

/**
 * The form in which codes are compared: upper case, without dashes, slashes and blanks. `ktr-4729` and `KTR4729` are
 * one code, and so are `OE/OO-001` and `oeoo001`.
 */
export const codeKey = (text: string): string => text.toUpperCase().replace(/[\s/-]+/g, "");

/** A code out of a foreign text: its letters, digits and dashes, at most 20; `undefined` where there is none of them. */
export const plainCode = (text: string | undefined): string | undefined =>
  text?.replace(/[^A-Za-z0-9-]/g, "").slice(0, 20) || undefined;
