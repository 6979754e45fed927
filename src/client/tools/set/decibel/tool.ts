/** Decibels and watts. */
import { type Register, sayIn, type Tool, UNREAD } from "../interface.ts";
import { dbm, freeSpace, readPower, volts } from "./power.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool), unread = say(UNREAD);
const few = (value: number): string => Number(value.toPrecision(5)).toString();

register({
  decoders: [
    {
      id: "power",
      kind: "line",
      label: say({ en: "A power with its unit", de: "Eine Leistung mit Einheit" }),
      placeholder: "5 W",
      decode(input) {
        const watts = readPower(input);
        if (watts === undefined) return unread;
        return [
          `${few(watts)} W`,
          `${few(dbm(watts))} dBm`,
          `${few(dbm(watts) - 30)} dBW`,
          `${few(volts(watts))} V (50 Ω)`,
        ];
      },
    },
    {
      id: "ratio",
      kind: "line",
      label: say({ en: "dB as a ratio", de: "dB als Verhältnis" }),
      placeholder: "6",
      decode(input) {
        const value = Number(input.replace(",", "."));
        if (input.trim() === "" || !Number.isFinite(value)) return unread;
        return [
          `${say({ en: "Power", de: "Leistung" })}: × ${few(10 ** (value / 10))}`,
          `${say({ en: "Voltage", de: "Spannung" })}: × ${few(10 ** (value / 20))}`,
        ];
      },
    },
    {
      id: "path",
      kind: "line",
      label: say({ en: "Loss of free space: km; MHz", de: "Freiraumdämpfung: km; MHz" }),
      placeholder: "10; 433.9",
      decode(input) {
        const [km, mhz] = input.replaceAll(",", ".").split(";").map(Number);
        return km! > 0 && mhz! > 0 ? `${freeSpace(km!, mhz!).toFixed(1)} dB` : unread;
      },
    },
  ],
});
