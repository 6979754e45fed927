/**
 * How hard an NFC code is to guess. Pure. Loaded where a code is judged: its words are as long as a tenth of the program. A sealed stage lies in public packs, where anybody
 * may try word lists on it for as long as they like: so words, runs, dates and repetitions count the few bits
 * that they are worth; all other characters count by the size of their alphabet. Data: `words.txt`, its licence beside it.
 */
import { normalCode } from "./normal_code.ts";
import list from "./words.txt" with { type: "text" };

/** Characters of a code that are looked at. Those after them could only make it stronger. */
const COUNTED = 40;
const WORD_MIN = 3, WORD_MAX = 24;

let ranks: ReadonlyMap<string, number> | undefined;
/** Place of a word among the likely ones. */
function rankOf(word: string): number | undefined {
  ranks ??= new Map(list.trimEnd().split("\n").map((one, i) => [one, i]));
  return ranks.get(word);
}

/** Digits and signs that stand for letters. */
const STANDS_FOR: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  "$": "s",
  "!": "i",
};
const plainLetters = (text: string): string => text.replace(/[0134578@$!]/g, (c) => STANDS_FOR[c] ?? c);
const reversed = (text: string): string => [...text].reverse().join("");

const ROWS = ["qwertyuiop", "qwertzuiopü", "asdfghjklöä", "yxcvbnm", "zxcvbnm", "1234567890"];
/** A day of the last or this century, in the usual ways of writing one; and a year alone. */
const D = "(0?[1-9]|[12][0-9]|3[01])", M = "(0?[1-9]|1[0-2])", Y = "(19|20)?[0-9]{2}", GAP = "[./-]?";
const DAY = new RegExp(
  `^(${D}${GAP}${M}${GAP}${Y}|${M}${GAP}${D}${GAP}${Y}|(19|20)[0-9]{2}${GAP}${M}${GAP}${D})$`,
);
const YEAR = /^(19|20)\d\d$/;
const DAY_BITS = Math.log2(150 * 365), YEAR_BITS = Math.log2(150);
/** Bits of a word that stands on the cache's page, where anybody can read it. */
const KNOWN_BITS = 4;

/** Signs between words and groups, and how many bits one is worth. */
const PARTS = /[ :._-]/;
const PART_BITS = 3;

/**
 * Bits of one character, by what the code is drawn from: 10 digits, 26 letters, 33 others; 16 for the hexadecimal numbers
 * that tags carry.
 */
function bitsOfEach(code: string): number {
  const drawn = [...code].filter((c) => !PARTS.test(c)).join("");
  if (/^[0-9a-f]+$/.test(drawn) && /[0-9]/.test(drawn) && /[a-f]/.test(drawn)) return 4;
  let alphabet = 0;
  if (/[0-9]/.test(drawn)) alphabet += 10;
  if (/[a-z]/.test(drawn)) alphabet += 26;
  if (/[^0-9a-z]/.test(drawn)) alphabet += 33;
  return Math.log2(Math.max(2, alphabet));
}

/** Whether each character follows the one before by the same step: aaa, abc, 987. */
function isRun(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  for (let i = 2; i < text.length; i++) {
    if (text.charCodeAt(i) - text.charCodeAt(i - 1) !== step) return false;
  }
  return true;
}

/** Bits of a piece that is a word, a run, a date or the like; `Infinity` for any other piece. */
function bitsOfPiece(piece: string, each: number, known: ReadonlySet<string>): number {
  let bits = Infinity;
  const as = (word: string, more: number) => {
    const rank = rankOf(word);
    if (rank !== undefined) bits = Math.min(bits, Math.log2(rank + 2) + more);
    if (known.has(word)) bits = Math.min(bits, KNOWN_BITS + more);
  };
  as(piece, 0);
  as(reversed(piece), 1);
  const plain = plainLetters(piece);
  if (plain !== piece) as(plain, 2);
  if (isRun(piece)) bits = Math.min(bits, each + 1 + Math.log2(piece.length));
  const row = ROWS.some((keys) => keys.includes(piece) || keys.includes(reversed(piece)));
  if (row) bits = Math.min(bits, Math.log2(ROWS.length * 2 * 10) + Math.log2(piece.length));
  if (YEAR.test(piece)) bits = Math.min(bits, YEAR_BITS);
  if (piece.length >= 5 && DAY.test(piece)) bits = Math.min(bits, DAY_BITS);
  return bits;
}

/**
 * Strength in whole bits, of the normal form: that of the cheapest way to put the code together. `known` are words that
 * stand on the cache's page. Fewer than four different characters are worth nothing.
 */
export function codeBits(text: string, known: readonly string[] = []): number {
  const code = normalCode(text).slice(0, COUNTED);
  if (new Set(code).size < 4) return 0;
  const each = bitsOfEach(code);
  const words = new Set(known.map(normalCode).filter((word) => word.length >= WORD_MIN));
  /** `least[n]`: the fewest bits that the first `n` characters are worth. */
  const least = [0];
  for (let end = 1; end <= code.length; end++) {
    let bits = least[end - 1]! + (PARTS.test(code[end - 1]!) ? Math.min(PART_BITS, each) : each);
    for (let start = end - WORD_MIN; start >= Math.max(0, end - WORD_MAX); start--) {
      bits = Math.min(bits, least[start]! + bitsOfPiece(code.slice(start, end), each, words));
    }
    // A repetition of what stands directly before.
    for (let half = 1; 2 * half <= end; half++) {
      const again = code.slice(end - half, end);
      if (again === code.slice(end - 2 * half, end - half)) bits = Math.min(bits, least[end - half]! + 2);
    }
    least.push(bits);
  }
  return Math.floor(least[code.length]!);
}
