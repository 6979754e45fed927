/** Ciphers, each read and written. */
import { type Decoder, type Register, sayIn, type Tool } from "../interface.ts";
import * as cipher from "./ciphers.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool);
/** The first line is the key, the rest the text. */
const keyed = (input: string): [string, string] => {
  const [key = "", ...rest] = input.split("\n");
  return [key.trim(), rest.join("\n")];
};
const one = (id: string, label: string, decode: Decoder["decode"], placeholder = ""): Decoder => ({
  id,
  label,
  kind: "lines",
  decode,
  placeholder,
});
const noKey = say({
  en: "The first line is a key of letters.",
  de: "Die erste Zeile ist ein Schlüssel aus Buchstaben.",
});
const keyFirst = say({ en: "key\ntext", de: "Schlüssel\nText" });

register({
  decoders: [
    one(
      "caesar",
      say({ en: "Caesar, all shifts", de: "Caesar, alle Verschiebungen" }),
      (input) =>
        Array.from({ length: 25 }, (_, n) => `${n + 1}: ${cipher.caesar(input.slice(0, 900), n + 1)}`),
    ),
    one(
      "vigenere-read",
      say({ en: "Read Vigenère", de: "Vigenère lesen" }),
      (input) => cipher.vigenere(keyed(input)[1], keyed(input)[0], -1) ?? noKey,
      keyFirst,
    ),
    one(
      "vigenere-write",
      say({ en: "Write Vigenère", de: "Vigenère schreiben" }),
      (input) => cipher.vigenere(keyed(input)[1], keyed(input)[0], 1) ?? noKey,
      keyFirst,
    ),
    one("atbash", say({ en: "Atbash", de: "Atbasch" }), cipher.atbash),
    one(
      "rails",
      say({ en: "Rail fence, two to ten rails", de: "Gartenzaun, zwei bis zehn Reihen" }),
      (input) =>
        Array.from({ length: 9 }, (_, n) => `${n + 2}: ${cipher.unfenced(input.slice(0, 900), n + 2)}`),
    ),
    one(
      "rails-write",
      say({ en: "Write a rail fence of three", de: "Gartenzaun mit drei Reihen schreiben" }),
      (input) => cipher.fenced(input.slice(0, 900), 3),
    ),
    one(
      "polybius-read",
      say({ en: "Read Polybius", de: "Polybios lesen" }),
      cipher.fromPolybius,
      "23 15 31 31 34",
    ),
    one("polybius-write", say({ en: "Write Polybius", de: "Polybios schreiben" }), cipher.toPolybius),
    one("bacon-read", say({ en: "Read Bacon", de: "Bacon lesen" }), (input) => {
      const { new26, old24 } = cipher.fromBacon(input);
      return [`26: ${new26}`, `24: ${old24}`];
    }, "AABBB AABAA"),
    one("bacon-write", say({ en: "Write Bacon", de: "Bacon schreiben" }), cipher.toBacon),
  ],
});
