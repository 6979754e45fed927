/** Antenna lengths for a frequency in MHz, and a velocity factor behind it. */
import { type Register, sayIn, type Tool, UNREAD } from "../interface.ts";
import { lengths } from "./lengths.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool);

register({
  decoders: [{
    id: "lengths",
    kind: "line",
    label: say({ en: "MHz; velocity factor", de: "MHz; Verkürzungsfaktor" }),
    placeholder: "144.8; 0.95",
    decode(input) {
      const [mhz, velocity = 0.95] = input.replaceAll(",", ".").split(";").map(Number);
      const its = lengths(mhz!, velocity);
      if (!its) return say(UNREAD);
      const line = (name: { en: string; de: string }, metres: number) =>
        `${say(name)}: ${metres.toFixed(3)} m`;
      return [
        line({ en: "Wave length", de: "Wellenlänge" }, its.wave),
        line({ en: "Dipole, both arms together", de: "Dipol, beide Arme zusammen" }, its.halfDipole),
        line({ en: "Quarter wave", de: "Viertelwelle" }, its.quarter),
        line({ en: "Five eighths", de: "Fünfachtel" }, its.fiveEighths),
        line({ en: "Loop of a whole wave", de: "Ganzwellenschleife" }, its.loop),
      ];
    },
  }],
});
