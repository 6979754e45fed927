/** Alphabets of signs: Morse (ITU-R M.1677-1), phone keys, Braille, semaphore, signal flags. Pure. */

/** Morse by letter. */
export const MORSE: Readonly<Record<string, string>> = Object.fromEntries(
  ("A .- B -... C -.-. D -.. E . F ..-. G --. H .... I .. J .--- K -.- L .-.. M -- N -. O --- P .--. Q --.- R .-. " +
    "S ... T - U ..- V ...- W .-- X -..- Y -.-- Z --.. 0 ----- 1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... " +
    "7 --... 8 ---.. 9 ----. . .-.-.- , --..-- ? ..--.. / -..-. = -...- + .-.-. - -....- : ---... ' .----. " +
    '( -.--. ) -.--.- " .-..-. @ .--.-. Ä .-.- Ö ---. Ü ..--').split(" ").reduce<[string, string][]>(
      (pairs, one, i, all) => i % 2 === 0 ? [...pairs, [one, all[i + 1]!]] : pairs,
      [],
    ),
);
const LETTERS = new Map(Object.entries(MORSE).map(([letter, code]) => [code, letter]));

export const toMorse = (text: string): string =>
  text.toUpperCase().trim().split(/\s{1,20}/).map((word) =>
    [...word].flatMap((one) => MORSE[one] ?? []).join(" ")
  ).join(" / ");
/** Dots may be `.`, `·` or `*`, dashes `-`, `–` or `_`; words are parted by `/`, `|` or a long blank. */
export const fromMorse = (text: string): string =>
  text.replace(/[·•*]/g, ".").replace(/[–—_]/g, "-").split(/\s{0,9}[/|]\s{0,9}|\s{3,20}|\n/)
    .map((word) =>
      word.trim().split(/\s{1,3}/).map((one) => one === "" ? "" : LETTERS.get(one) ?? "?").join("")
    )
    .join(" ").trim();

/** Keys of a phone: how often each is pressed for a letter. */
const KEYS = ["", "", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"];
export const toKeys = (text: string): string =>
  [...text.toUpperCase()].flatMap((one) => {
    const key = KEYS.findIndex((letters) => letters.includes(one) && one !== "");
    return one === " " ? ["0"] : key < 0 ? [] : [String(key).repeat(KEYS[key]!.indexOf(one) + 1)];
  }).join(" ");
export const fromKeys = (text: string): string =>
  (text.match(/([2-9])\1{0,3}|0/g) ?? []).map((presses) =>
    presses === "0" ? " " : KEYS[Number(presses[0])]![presses.length - 1] ?? "?"
  ).join("");
/** The digit of each letter, as in a number that spells a word. */
export const vanity = (text: string): string =>
  [...text.toUpperCase()].map((one) => {
    const key = KEYS.findIndex((letters) => letters.includes(one));
    return key < 0 || !/[A-Z]/.test(one) ? one : String(key);
  }).join("");

/** Braille: the dots of the letters a to z, of which the numbers 1 to 0 are the first ten after a sign. */
const DOTS =
  ("1 12 14 145 15 124 1245 125 24 245 13 123 134 1345 135 1234 12345 1235 234 2345 136 1236 2456 1346 " +
    "13456 1356").split(" ");
const NUMBER_SIGN = "3456";
const cell = (dots: string): string =>
  String.fromCharCode(0x2800 + [...dots].reduce((sum, dot) => sum + 2 ** (Number(dot) - 1), 0));
export function toBraille(text: string): string {
  let inNumber = false;
  return [...text.toUpperCase()].map((one) => {
    if (/\d/.test(one)) {
      const sign = inNumber ? "" : cell(NUMBER_SIGN);
      inNumber = true;
      return sign + cell(DOTS[(Number(one) + 9) % 10]!);
    }
    inNumber = false;
    return /[A-Z]/.test(one) ? cell(DOTS[one.charCodeAt(0) - 65]!) : one === " " ? "\u2800" : one;
  }).join("");
}
/** Reads cells, or dots as numbers: `125 15 123`. */
export function fromBraille(text: string): string {
  const cells = /[1-6]/.test(text) ? text.trim().split(/\s{1,5}/).map(cell).join("") : text;
  const byCell = new Map(DOTS.map((dots, i) => [cell(dots), String.fromCharCode(65 + i)]));
  let inNumber = false;
  return [...cells].map((one) => {
    if (one === cell(NUMBER_SIGN)) return (inNumber = true, "");
    const letter = byCell.get(one);
    if (letter === undefined) return (inNumber = false, one === "\u2800" ? " " : "?");
    const number = letter.charCodeAt(0) - 64;
    return inNumber && number <= 10 ? String(number % 10) : letter;
  }).join("");
}

/** Semaphore: the two arms of each letter, as seen by the reader, clockwise from 1 (down left) to 8 (down). */
const ARMS =
  ("1-8 2-8 3-8 4-8 5-8 6-8 7-8 1-2 1-3 4-6 1-4 1-5 1-6 1-7 2-3 2-4 2-5 2-6 2-7 3-4 3-5 4-7 5-6 5-7 3-6 6-7")
    .split(" ");
const SIDES = ["↙", "←", "↖", "↑", "↗", "→", "↘", "↓"];
export const toSemaphore = (text: string): string =>
  [...text.toUpperCase()].flatMap((one) =>
    /[A-Z]/.test(one)
      ? [ARMS[one.charCodeAt(0) - 65]!.split("-").map((arm) => SIDES[Number(arm) - 1]).join("")]
      : one === " "
      ? ["/"]
      : []
  ).join(" ");
export const fromSemaphore = (text: string): string =>
  text.trim().split(/\s{1,5}/).map((pair) => {
    const arms = [...pair].map((side) => SIDES.indexOf(side) + 1).filter(Boolean).sort().join("-");
    const at = ARMS.indexOf(arms);
    return pair === "/" ? " " : at < 0 ? "?" : String.fromCharCode(65 + at);
  }).join("");

/** The spelling words of the flags (International Code of Signals). */
export const FLAGS =
  ("Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo " +
    "Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu").split(" ");
/** What each flag looks like, in words of both languages. */
const LOOKS = [
  ["white, blue swallowtail", "weiß, blau geschlitzt"],
  ["red swallowtail", "rot, geschlitzt"],
  ["blue, white, red, white, blue stripes", "blau, weiß, rot, weiß, blau gestreift"],
  ["yellow, blue, yellow stripes", "gelb, blau, gelb gestreift"],
  ["blue over red", "blau über rot"],
  ["white with a red diamond", "weiß mit roter Raute"],
  ["six upright stripes, yellow and blue", "sechs senkrechte Streifen, gelb und blau"],
  ["white and red, upright", "weiß und rot, senkrecht"],
  ["yellow with a black disc", "gelb mit schwarzem Kreis"],
  ["blue, white, blue stripes", "blau, weiß, blau gestreift"],
  ["yellow and blue, upright", "gelb und blau, senkrecht"],
  ["yellow and black quarters", "gelbe und schwarze Viertel"],
  ["blue with a white cross from corner to corner", "blau mit weißem Kreuz von Ecke zu Ecke"],
  ["chequered blue and white", "blau-weiß kariert"],
  ["red and yellow, parted from corner to corner", "rot und gelb, schräg geteilt"],
  ["blue with a white square", "blau mit weißem Quadrat"],
  ["yellow", "gelb"],
  ["red with a yellow cross", "rot mit gelbem Kreuz"],
  ["white with a blue square", "weiß mit blauem Quadrat"],
  ["red, white, blue, upright", "rot, weiß, blau, senkrecht"],
  ["red and white quarters", "rote und weiße Viertel"],
  ["white with a red cross from corner to corner", "weiß mit rotem Kreuz von Ecke zu Ecke"],
  ["blue, white, red, one within the other", "blau, weiß, rot, ineinander"],
  ["white with a blue cross", "weiß mit blauem Kreuz"],
  ["yellow and red, slanting stripes", "gelb-rote Schrägstreifen"],
  ["black, yellow, blue, red triangles", "Dreiecke: schwarz, gelb, blau, rot"],
] as const;
export const flagOf = (letter: string, german: boolean): string | undefined => {
  const at = letter.toUpperCase().charCodeAt(0) - 65;
  return FLAGS[at] === undefined ? undefined : `${FLAGS[at]}: ${LOOKS[at]![german ? 1 : 0]}`;
};
