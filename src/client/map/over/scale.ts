/** The scale of a map: a round length in the reader's units, and how long it is drawn. Pure but for the units in force. */
import { units } from "../../ui/units.ts";
import { sayDistance } from "../../ui/times.ts";
import { roundest, UNITS } from "./round_length.ts";

interface ScaleBar {
  text: string;
  /** In the pixels of the map. */
  length: number;
}

/** The longest round length (1, 2 or 5 and zeros) that takes at most `room` pixels. */
export function scaleBar(metresPerPixel: number, room: number): ScaleBar {
  const metres = roundest(UNITS[units.value], room * metresPerPixel);
  return { text: sayDistance(metres), length: metres / metresPerPixel };
}
