/** Old ciphers, as caches use them. Letters A to Z change, all else stays. Pure. */

const A = 65;
const shifted = (letter: string, by: number): string => {
  const upper = letter >= "A" && letter <= "Z", base = upper ? A : 97;
  return String.fromCharCode(base + ((letter.charCodeAt(0) - base + by) % 26 + 26) % 26);
};
const eachLetter = (text: string, change: (letter: string, index: number) => string): string => {
  let index = 0;
  return text.replace(/[A-Za-z]/g, (letter) => change(letter, index++));
};

export const caesar = (text: string, by: number): string => eachLetter(text, (letter) => shifted(letter, by));
export const atbash = (text: string): string =>
  eachLetter(text, (letter) => {
    const base = letter <= "Z" ? A : 97;
    return String.fromCharCode(base + 25 - (letter.charCodeAt(0) - base));
  });

/** Vigenère with a key of letters; `sign` is 1 to write and -1 to read. */
export function vigenere(text: string, key: string, sign: 1 | -1): string | undefined {
  const shifts = [...key.toUpperCase().replace(/[^A-Z]/g, "")].map((one) => one.charCodeAt(0) - A);
  if (shifts.length === 0) return undefined;
  return eachLetter(text, (letter, i) => shifted(letter, sign * shifts[i % shifts.length]!));
}

/** The order in which a fence of so many rails takes letters. */
function railOrder(length: number, rails: number): number[] {
  const turn = Math.max(1, 2 * (rails - 1));
  const railOf = (at: number) => Math.min(at % turn, turn - at % turn);
  return Array.from({ length }, (_, at) => at).sort((a, b) => railOf(a) - railOf(b) || a - b);
}
export const fenced = (text: string, rails: number): string =>
  railOrder(text.length, rails).map((at) => text[at]).join("");
export function unfenced(text: string, rails: number): string {
  const found = Array<string>(text.length);
  railOrder(text.length, rails).forEach((at, i) => found[at] = text[i]!);
  return found.join("");
}

/** Polybius's square of five by five: I and J share a place. */
const SQUARE = "ABCDEFGHIKLMNOPQRSTUVWXYZ";
export const toPolybius = (text: string): string =>
  [...text.toUpperCase().replaceAll("J", "I")].flatMap((letter) => {
    const at = SQUARE.indexOf(letter);
    return at < 0 ? [] : [`${Math.floor(at / 5) + 1}${at % 5 + 1}`];
  }).join(" ");
export const fromPolybius = (text: string): string =>
  (text.match(/[1-5]\s{0,2}[1-5]/g) ?? []).map((pair) =>
    SQUARE[(Number(pair[0]) - 1) * 5 + Number(pair.at(-1)) - 1]
  ).join("");

/** Bacon's two letters with 26 places: five of them stand for one letter. */
export const toBacon = (text: string): string =>
  [...text.toUpperCase()].flatMap((letter) =>
    /[A-Z]/.test(letter)
      ? [(letter.charCodeAt(0) - A).toString(2).padStart(5, "0").replaceAll("0", "A").replaceAll("1", "B")]
      : []
  ).join(" ");
export function fromBacon(text: string): { new26: string; old24: string } {
  const fives =
    text.toUpperCase().replace(/[^AB01]/g, "").replaceAll("0", "A").replaceAll("1", "B").match(/.{5}/g) ?? [];
  const numbers = fives.map((five) => parseInt(five.replaceAll("A", "0").replaceAll("B", "1"), 2));
  const OLD = "ABCDEFGHIKLMNOPQRSTUWXYZ";
  return {
    new26: numbers.map((n) => n < 26 ? String.fromCharCode(A + n) : "?").join(""),
    old24: numbers.map((n) => OLD[n] ?? "?").join(""),
  };
}
