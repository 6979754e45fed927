/** Number systems and Roman numerals. Pure. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A whole number in a system of 2 to 36 digits; `undefined` where a digit is none of it. */
export function readIn(text: string, base: number): bigint | undefined {
  const digits = text.trim().toLowerCase().replaceAll(/[\s_]/g, "");
  if (digits === "" || digits.length > 200) return undefined;
  let value = 0n;
  for (const one of digits) {
    const digit = DIGITS.indexOf(one);
    if (digit < 0 || digit >= base) return undefined;
    value = value * BigInt(base) + BigInt(digit);
  }
  return value;
}

const ROMAN: readonly [string, number][] = [
  ...[["M", 1000], ["CM", 900], ["D", 500], ["CD", 400], ["C", 100], ["XC", 90], ["L", 50], [
    "XL",
    40,
  ]] as const,
  ...[["X", 10], ["IX", 9], ["V", 5], ["IV", 4], ["I", 1]] as const,
].map(([sign, value]) => [sign, value]);

/** 1 to 3999 in Roman numerals. */
export function toRoman(value: number): string | undefined {
  if (!Number.isInteger(value) || value < 1 || value > 3999) return undefined;
  let rest = value, text = "";
  for (const [sign, size] of ROMAN) {
    for (; rest >= size; rest -= size) text += sign;
  }
  return text;
}
/** Reads Roman numerals, only as they are written today. */
export function fromRoman(text: string): number | undefined {
  const wanted = text.trim().toUpperCase();
  let rest = wanted, value = 0;
  for (const [sign, size] of ROMAN) {
    for (; rest.startsWith(sign); rest = rest.slice(sign.length)) value += size;
  }
  return rest === "" && toRoman(value) === wanted ? value : undefined;
}

/** Codes of characters as text: in decimal, hexadecimal or binary, parted by blanks. */
export function fromCodes(text: string, base: number): string | undefined {
  const codes = text.trim().split(/[\s,]{1,5}/).slice(0, 500).map((one) => readIn(one, base));
  if (codes.some((one) => one === undefined || one > 0x10ffffn)) return undefined;
  return codes.map((one) => String.fromCodePoint(Number(one))).join("");
}
