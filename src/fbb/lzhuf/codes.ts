/** Sizes and fixed codes of LZHUF as FBB uses it (Yoshizaki's lzhuf with a window of 2048 bytes). */

/** Bytes of text that a match may reach back to. Filled with blanks before the text begins. */
export const WINDOW = 2048;
/** Longest match. */
export const LOOK_AHEAD = 60;
/** A match is worth its code from three bytes on. */
export const THRESHOLD = 2;

/** Symbols of the adaptive code: 256 bytes, then the match lengths 3 to 60. */
export const SYMBOLS = 256 - THRESHOLD + LOOK_AHEAD;

/**
 * The upper six bits of a match's position have a fixed prefix code: near ones are short. `[bits, how many]` in
 * order of position; the codes follow each other, so all tables come from this one.
 */
const POSITION_LENGTHS = [[3, 1], [4, 3], [5, 8], [6, 12], [7, 24], [8, 16]] as const;

/** Number of bits of each of the 64 codes. */
export const POSITION_BITS = new Uint8Array(64);
/** The code itself, left-aligned in eight bits. */
export const POSITION_CODE = new Uint8Array(64);
/** Which of the 64 the next eight bits begin with. */
export const POSITION_OF = new Uint8Array(256);

let position = 0, code = 0;
for (const [bits, count] of POSITION_LENGTHS) {
  for (let i = 0; i < count; i++, position++) {
    POSITION_BITS[position] = bits;
    POSITION_CODE[position] = code;
    const covers = 1 << (8 - bits);
    POSITION_OF.fill(position, code, code + covers);
    code += covers;
  }
}
