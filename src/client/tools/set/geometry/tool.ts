/** Projection, the crossing of two bearings, the middle of places, and the ways between them. */
import { readAny, writeAll } from "../coordinates/forms.ts";
import { languageOf, type Register, sayIn, type Tool, UNREAD } from "../interface.ts";
import { meeting, middle, projected, way } from "./geodesic.ts";
import { linesOf, splitPlace } from "./reading.ts";

declare const register: Register;
declare const tool: Tool & { setMapLayer(layer: object): void };
const lang = languageOf(tool), say = sayIn(tool), unread = say(UNREAD);

const shown = (place: { lat: number; lon: number }) => {
  tool.setMapLayer({ id: "place", points: [{ ...place, tone: "accent" }] });
  return writeAll(place);
};

register({
  decoders: [
    {
      id: "project",
      kind: "line",
      label: say({ en: "Projection: place; bearing; metres", de: "Peilung: Ort; Richtung; Meter" }),
      placeholder: "N 48° 12.500' E 016° 22.430'; 90; 250",
      decode(input) {
        const read = splitPlace(input, 2), at = read && readAny(read.place, lang);
        return at ? shown(projected(at, read.numbers[0]!, read.numbers[1]!)) : unread;
      },
    },
    {
      id: "meet",
      kind: "lines",
      label: say({
        en: "Crossing: two lines of place; bearing",
        de: "Schnittpunkt: zwei Zeilen aus Ort; Richtung",
      }),
      placeholder: "48.2, 16.3; 45\n48.2, 16.4; 315",
      decode(input) {
        const [a, b] = linesOf(input).map((line) => splitPlace(line, 1));
        const from = a && readAny(a.place, lang), other = b && readAny(b.place, lang);
        if (!from || !other) return unread;
        const found = meeting(from, a!.numbers[0]!, other, b!.numbers[0]!);
        return found
          ? shown(found)
          : say({ en: "They do not meet ahead.", de: "Sie treffen sich voraus nicht." });
      },
    },
    {
      id: "middle",
      kind: "lines",
      label: say({
        en: "Middle of places, and the ways between them",
        de: "Mitte von Orten, und die Wege dazwischen",
      }),
      placeholder: "48.2, 16.3\n48.3, 16.4",
      decode(input) {
        const places = linesOf(input).map((line) => readAny(line, lang));
        if (places.includes(undefined) || places.length === 0) return unread;
        const all = places as { lat: number; lon: number }[], found = middle(all);
        const ways = all.slice(1).map((to, i) => {
          const { metres, bearing } = way(all[i]!, to);
          return `${i + 1} → ${i + 2}: ${metres.toFixed(1)} m, ${bearing.toFixed(2)}°`;
        });
        return [...(found ? shown(found) : []), ...ways];
      },
    },
  ],
});
