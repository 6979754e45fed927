/** Sun and moon over a place, now or at a time (UTC). */
import { readAny } from "../coordinates/forms.ts";
import { languageOf, type Register, sayIn, type Tool, UNREAD } from "../interface.ts";
import { skyAt } from "./sky.ts";

declare const register: Register;
declare const tool: Tool;
const lang = languageOf(tool), say = sayIn(tool);
const clock = (date: Date | undefined): string => date ? `${date.toISOString().slice(11, 16)} UTC` : "–";

register({
  decoders: [{
    id: "sky",
    kind: "line",
    label: say({ en: "Place; and a time (UTC), else now", de: "Ort; und eine Zeit (UTC), sonst jetzt" }),
    placeholder: "JN88EF; 2026-06-21 12:00",
    decode(input) {
      const [where = "", when = ""] = input.split(";"), place = readAny(where, lang);
      const time = when.trim() === "" ? new Date() : new Date(`${when.trim().replace(" ", "T")}Z`);
      if (!place || !Number.isFinite(time.getTime())) return say(UNREAD);
      const { sun, moon } = skyAt(time, place);
      const line = (name: string, { azimuth, height, rise, set }: typeof sun) => [
        `${name}: ${say({ en: "azimuth", de: "Azimut" })} ${azimuth.toFixed(1)}°, ` +
        `${say({ en: "height", de: "Höhe" })} ${height.toFixed(1)}°`,
        `${name}: ${say({ en: "rises", de: "geht auf" })} ${clock(rise)}, ${
          say({ en: "sets", de: "geht unter" })
        } ${clock(set)}`,
      ];
      return [
        ...line(say({ en: "Sun", de: "Sonne" }), sun),
        ...line(say({ en: "Moon", de: "Mond" }), moon),
        `${say({ en: "Moon lit", de: "Mond beleuchtet" })}: ${Math.round(moon.lit * 100)} %`,
      ];
    },
  }],
});
