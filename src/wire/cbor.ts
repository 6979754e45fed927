/**
 * Deterministic CBOR: the RFC 8949 section 4.2 subset of FED "Envelope". Pure.
 *
 * Values are safe integers, text, bytes, booleans, null, arrays and maps with integer or text keys. A decoder here
 * accepts exactly the bytes that the encoder would write for the same value and nothing else: no floats, tags,
 * indefinite lengths, other simple values, longer heads than needed, unsorted or repeated keys, text that is not
 * UTF-8, integers beyond 2^53 - 1, bytes left over, nesting past `MAX_DEPTH`.
 */

export type CborKey = number | string;
export type CborMap = Map<CborKey, CborValue>;
export type CborValue = number | string | boolean | null | Uint8Array | CborValue[] | CborMap;

/** Levels of arrays and maps inside one another. Deeper input is refused, so that recursion stays bounded. */
export const MAX_DEPTH = 32;

/** Major types of heads, and the simple values that are whole heads (RFC 8949 3.1, 3.3). */
export const UINT = 0, NEGATIVE = 1, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5;
export const FALSE = 0xf4, TRUE = 0xf5, NULL = 0xf6;
