/** Bytes as people compare them: hex in groups of four to look at, words to read over the air. */
import { EVEN, ODD } from "./pgp_words_data.ts";

/** Hex digits in groups of four, upper case: `3FA2 91C0 …`. */
export const hexGroups = (bytes: Uint8Array): string[] =>
  Array.from(
    { length: Math.ceil(bytes.length / 2) },
    (_, at) =>
      [...bytes.subarray(at * 2, at * 2 + 2)].map((one) => one.toString(16).padStart(2, "0")).join(""),
  ).map((group) => group.toUpperCase());

/** The bytes in words of the PGP word list. */
export const pgpWords = (bytes: Uint8Array): string[] =>
  [...bytes].map((byte, at) => (at % 2 === 0 ? EVEN : ODD)[byte]!);
