/** Bands: the table of a region, or where a frequency lies. */
import { type Register, sayIn, type Tool } from "../interface.ts";
import { bandAt, BANDS, SOURCE, written } from "./plan.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool);
const source = `${SOURCE}. ${
  say({ en: "Your licence may allow less.", de: "Deine Lizenz erlaubt vielleicht weniger." })
}`;

register({
  decoders: [{
    id: "bands",
    kind: "line",
    label: say({
      en: "Region 1, 2 or 3, or a frequency in MHz",
      de: "Region 1, 2 oder 3, oder eine Frequenz in MHz",
    }),
    sample: "1",
    placeholder: "144.8",
    decode(input) {
      const value = Number(input.trim().replace(",", "."));
      if ([1, 2, 3].includes(value)) {
        return [
          ...BANDS.flatMap(({ name, khz }) => {
            const range = khz[value - 1];
            return range ? [`${name}: ${written(range[0])} – ${written(range[1])}`] : [];
          }),
          source,
        ];
      }
      return [
        ...([1, 2, 3] as const).map((region) =>
          `Region ${region}: ${bandAt(value * 1000, region)?.name ?? say({ en: "no band", de: "kein Band" })}`
        ),
        source,
      ];
    },
  }],
});
