/** Coordinates in every form, and the point on the map. */
import { languageOf, type Register, sayIn, type Tool, UNREAD } from "../interface.ts";
import { readAny, writeAll } from "./forms.ts";

declare const register: Register;
declare const tool: Tool & { setMapLayer(layer: object): void };
const lang = languageOf(tool), say = sayIn(tool);

register({
  decoders: [{
    id: "forms",
    kind: "line",
    label: say({ en: "Every form of a place", de: "Jede Form eines Ortes" }),
    placeholder: "N 48° 12.500' E 016° 22.430'",
    sample: "N 48° 12.500' E 016° 22.430'",
    decode(input) {
      const place = readAny(input, lang);
      if (!place) return say(UNREAD);
      tool.setMapLayer({
        id: "place",
        points: [{ ...place, label: input.trim().slice(0, 40), tone: "accent" }],
      });
      return writeAll(place);
    },
  }],
});
