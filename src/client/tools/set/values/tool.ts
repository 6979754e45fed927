/** Values of words, digit sums, check digits. */
import { type Register, sayIn, type Tool, UNREAD } from "../interface.ts";
import { digitRoot, digitSum, ean, isbn10, lettersOf, luhn, wordValue } from "./words.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool);

register({
  decoders: [
    {
      id: "word",
      kind: "lines",
      label: say({ en: "Word value (A = 1)", de: "Wortwert (A = 1)" }),
      sample: "Geocaching",
      decode: (input) =>
        input.split("\n").slice(0, 50).flatMap((line) =>
          line.trim() === "" ? [] : [
            `${line.trim().slice(0, 80)}: ${wordValue(line)}`,
            lettersOf(line).map((one) => one.charCodeAt(0) - 64).join(" "),
          ]
        ),
    },
    {
      id: "digits",
      kind: "line",
      label: say({ en: "Digit sum", de: "Quersumme" }),
      placeholder: "48 12.345",
      decode: (input) => [
        `${say({ en: "Sum", de: "Summe" })}: ${digitSum(input)}`,
        `${say({ en: "Down to one digit", de: "Bis auf eine Ziffer" })}: ${digitRoot(input)}`,
      ],
    },
    {
      id: "check",
      kind: "line",
      label: say({ en: "Check digits", de: "Prüfziffern" }),
      placeholder: "7992739871",
      decode(input) {
        const digits = input.replace(/[\s-]/g, "");
        if (!/^\d{1,40}$/.test(digits)) return say(UNREAD);
        return [
          `Luhn: ${digits} ${luhn(digits)}`,
          `EAN, ISBN-13: ${digits} ${ean(digits)}`,
          ...(digits.length === 9 ? [`ISBN-10: ${digits} ${isbn10(digits)}`] : []),
        ];
      },
    },
  ],
});
