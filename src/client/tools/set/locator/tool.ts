/** Locators: where they are, and the ways from the first to all others. */
import { readAny, writeAll } from "../coordinates/forms.ts";
import { way } from "../geometry/geodesic.ts";
import { linesOf } from "../geometry/reading.ts";
import { languageOf, type Register, sayIn, type Tool, UNREAD } from "../interface.ts";

declare const register: Register;
declare const tool: Tool & { setMapLayer(layer: object): void };
const lang = languageOf(tool), say = sayIn(tool), unread = say(UNREAD);

register({
  decoders: [{
    id: "ways",
    kind: "lines",
    label: say({ en: "From the first place to all others", de: "Vom ersten Ort zu allen anderen" }),
    placeholder: "JN88EF\nJO62QM",
    decode(input) {
      const lines = linesOf(input), places = lines.map((line) => readAny(line, lang));
      const [from] = places;
      if (!from) return unread;
      tool.setMapLayer({
        id: "places",
        points: places.flatMap((place, i) => place ? [{ ...place, label: lines[i]! }] : []),
      });
      if (places.length === 1) return writeAll(from);
      return places.slice(1).map((to, i) => {
        if (!to) return `${lines[i + 1]}: ${unread}`;
        const there = way(from, to), back = way(to, from);
        return `${lines[i + 1]}: ${(there.metres / 1000).toFixed(1)} km, ${there.bearing.toFixed(0)}°, ` +
          `${say({ en: "back", de: "zurück" })} ${back.bearing.toFixed(0)}°`;
      });
    },
  }],
});
