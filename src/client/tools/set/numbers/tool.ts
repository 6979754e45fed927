/** Numbers in every system, Roman numerals, codes of characters. */
import { type Register, sayIn, type Tool, UNREAD } from "../interface.ts";
import { fromCodes, fromRoman, readIn, toRoman } from "./numbers.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool), unread = say(UNREAD);
const NAMED = [2, 3, 8, 10, 12, 16, 20, 36];

register({
  decoders: [
    {
      id: "systems",
      kind: "line",
      label: say({ en: "One number in every system", de: "Eine Zahl in jedem System" }),
      placeholder: "101101",
      decode: (input) =>
        NAMED.flatMap((from) => {
          const value = readIn(input, from);
          return value === undefined
            ? []
            : [`${from} → ${
              NAMED.filter((to) => to !== from).map((to) => `${to}: ${value.toString(to)}`).join("  ")
            }`];
        }).concat(
          NAMED.every((from) =>
              readIn(input, from) === undefined
            )
            ? [unread]
            : [],
        ),
    },
    {
      id: "roman",
      kind: "line",
      label: say({ en: "Roman numerals, both ways", de: "Römische Zahlen, in beide Richtungen" }),
      sample: "MCMLXXXIV",
      decode: (input) =>
        String(/^\d+$/.test(input.trim()) ? toRoman(Number(input)) ?? unread : fromRoman(input) ?? unread),
    },
    {
      id: "codes",
      kind: "lines",
      label: say({ en: "Codes of characters as text", de: "Codes von Zeichen als Text" }),
      placeholder: "67 81",
      decode: (input) =>
        [2, 8, 10, 16].flatMap((base) => {
          const text = fromCodes(input, base);
          return text === undefined ? [] : [`${base}: ${text}`];
        }),
    },
    {
      id: "text",
      kind: "line",
      label: say({ en: "Text as codes of characters", de: "Text als Codes von Zeichen" }),
      decode: (input) =>
        [10, 16, 2].map((base) =>
          [...input].slice(0, 200).map((one) => one.codePointAt(0)!.toString(base)).join(" ")
        ),
    },
  ],
});
