/** Formulas of mystery caches: the first line is the formula, those below give the letters their values. */
import { type Register, sayIn, type Tool, UNREAD } from "../interface.ts";
import { filled, readValues, reckon } from "./formula.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool);

register({
  decoders: [
    {
      id: "fill",
      kind: "lines",
      label: say({ en: "Formula, and below it the values", de: "Formel, und darunter die Werte" }),
      placeholder: "N 48° 1A.BC(D+1) E 016° 2B.A(C*2)0\nA=2 B=5 C=4 D=7",
      decode(input) {
        const [formula = "", ...rest] = input.split("\n"), values = readValues(rest.join("\n"));
        const said = values && filled(formula, values);
        return said ?? say({ en: "A letter has no value yet.", de: "Ein Buchstabe hat noch keinen Wert." });
      },
    },
    {
      id: "reckon",
      kind: "line",
      label: say({ en: "Calculator", de: "Rechner" }),
      placeholder: "(3+4)*12 % 7",
      decode: (input) => String(reckon(input, new Map()) ?? say(UNREAD)),
    },
  ],
});
