/**
 * Whether a club's colour can be seen in each look, by the contrast of WCAG 2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
 * Where it cannot, the look keeps its own colour. Pure.
 */

/** The looks with the ground that a colour stands on, and the least contrast that it needs there. */
export const GROUNDS = {
  light: { paper: "#f6f3ec", least: 3 },
  dark: { paper: "#0a1016", least: 3 },
  /** Read in glaring light. */
  sun: { paper: "#ffffff", least: 4.5 },
} as const;
/** In the night look nothing but red keeps the eyes used to the dark: no colour of a club does. */
export type Look = keyof typeof GROUNDS;

/** Brightness of a colour `#rrggbb` as an eye has it, 0 to 1. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Whether a colour is seen in a look. */
export const isSeen = (colour: string, look: Look): boolean =>
  contrastOf(colour, GROUNDS[look].paper) >= GROUNDS[look].least;

/** Black or white, whichever is read better on a colour: one of both has 4.5:1 on any. */
export const inkOn = (colour: string): "#000000" | "#ffffff" =>
  contrastOf(colour, "#000000") >= contrastOf(colour, "#ffffff") ? "#000000" : "#ffffff";
