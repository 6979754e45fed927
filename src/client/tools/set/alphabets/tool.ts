/** Morse, phone keys, Braille, semaphore and flags, each read and written. */
import { type Register, sayIn, type Tool } from "../interface.ts";
import * as table from "./tables.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool), isGerman = say({ en: "", de: "x" }) !== "";
const pair = (
  id: string,
  name: { en: string; de: string },
  read: (text: string) => string,
  write: (text: string) => string,
  placeholder: string,
) => [
  {
    id: `${id}-read`,
    kind: "lines" as const,
    label: say({ en: `Read ${name.en}`, de: `${name.de} lesen` }),
    decode: read,
    placeholder,
  },
  {
    id: `${id}-write`,
    kind: "lines" as const,
    label: say({ en: `Write ${name.en}`, de: `${name.de} schreiben` }),
    decode: write,
  },
];

register({
  decoders: [
    ...pair("morse", { en: "Morse", de: "Morse" }, table.fromMorse, table.toMorse, "-.-. --.-"),
    ...pair(
      "keys",
      { en: "phone keys", de: "Telefontasten" },
      table.fromKeys,
      table.toKeys,
      "222 2 222 44 33",
    ),
    {
      id: "vanity",
      kind: "line",
      label: say({ en: "Letters as digits of a phone", de: "Buchstaben als Ziffern des Telefons" }),
      decode: table.vanity,
    },
    ...pair("braille", { en: "Braille", de: "Braille" }, table.fromBraille, table.toBraille, "⠉⠟ / 14 12345"),
    ...pair(
      "semaphore",
      { en: "semaphore", de: "Winkeralphabet" },
      table.fromSemaphore,
      table.toSemaphore,
      "↖↓ ←↘",
    ),
    {
      id: "flags",
      kind: "line",
      label: say({ en: "Flags and spelling words", de: "Flaggen und Buchstabierwörter" }),
      decode: (input) => [...input].slice(0, 200).flatMap((letter) => table.flagOf(letter, isGerman) ?? []),
      sample: "CQ",
    },
  ],
});
