/** Values of words and check digits. Pure. */

/** A is 1 and Z is 26; letters with marks count as those without, ß as two s. */
export const wordValue = (text: string): number =>
  lettersOf(text).reduce((sum, letter) => sum + letter.charCodeAt(0) - 64, 0);
export const lettersOf = (text: string): string[] =>
  [...text.replaceAll("ß", "ss").normalize("NFD").toUpperCase().slice(0, 10_000)].filter((one) =>
    /[A-Z]/.test(one)
  );

/** The sum of all digits, and the sum of that until one digit is left. */
export const digitSum = (text: string): number =>
  [...text.slice(0, 10_000)].reduce((sum, one) => /\d/.test(one) ? sum + Number(one) : sum, 0);
export const digitRoot = (text: string): number => {
  const sum = digitSum(text);
  return sum === 0 ? 0 : 1 + (sum - 1) % 9;
};

/** The check digit of a number by Luhn (ISO/IEC 7812), as on cards. */
export function luhn(digits: string): number {
  const sum = [...digits].reverse().reduce((all, one, i) => {
    const value = Number(one) * (i % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - sum % 10) % 10;
}
/** The check digit of EAN and ISBN-13. */
export const ean = (digits: string): number =>
  (10 - [...digits].reverse().reduce((all, one, i) => all + Number(one) * (i % 2 === 0 ? 3 : 1), 0) % 10) %
  10;
/** The check character of ISBN-10 after nine digits. */
export const isbn10 = (digits: string): string => {
  const sum = [...digits.slice(0, 9)].reduce((all, one, i) => all + Number(one) * (10 - i), 0);
  const check = (11 - sum % 11) % 11;
  return check === 10 ? "X" : String(check);
};
