/** How hard an NFC code is to guess, and its normal form. Pure. */

/** The form in which codes are compared and sealed: trimmed, lower case. */
export const normalCode = (text: string): string => text.trim().toLowerCase();

/**
 * Strength in whole bits: length times log2 of the alphabet drawn from (10 for digits, 26 for letters, 33 for others),
 * of the normal form. Fewer than four different characters are worth nothing.
 */
export function codeBits(text: string): number {
  const code = [...normalCode(text)];
  if (new Set(code).size < 4) return 0;
  let alphabet = 0;
  if (code.some((c) => c >= "0" && c <= "9")) alphabet += 10;
  if (code.some((c) => c >= "a" && c <= "z")) alphabet += 26;
  if (code.some((c) => !/[0-9a-z]/.test(c))) alphabet += 33;
  return Math.floor(code.length * Math.log2(alphabet));
}
