/** How wide the list's pane is, in percent of the room for both panes. Pure. */

/** The narrowest and the widest list. */
export const LEAST = 20, MOST = 70;
/** The width at first. */
export const USUAL = 38;
/** That of a map. */
export const USUAL_MAP = 55;
/** That of a list with its own map beside it. */
export const USUAL_BOTH = 68;
/** How far one press of an arrow key moves the edge. */
const STEP = 4;
/** A press on the edge without dragging goes to the next of these, so that nobody has to drag. */
const STOPS = [25, USUAL, 55];

/** A width within the limits, whole percent; what is no number is the usual width. */
export const within = (size: unknown, usual: number = USUAL): number =>
  typeof size === "number" && Number.isFinite(size)
    ? Math.round(Math.min(MOST, Math.max(LEAST, size)))
    : usual;

/** The width after a key; `undefined` for a key that does nothing here. `rtl`: the list stands at the right. */
export function afterKey(size: number, key: string, rtl = false): number | undefined {
  const outward = rtl ? "ArrowLeft" : "ArrowRight", inward = rtl ? "ArrowRight" : "ArrowLeft";
  if (key === outward) return within(size + STEP);
  if (key === inward) return within(size - STEP);
  if (key === "Home") return LEAST;
  if (key === "End") return MOST;
  return key === "Enter" ? afterPress(size) : undefined;
}

/** The width after a press: the next wider stop, after the widest the narrowest. */
export const afterPress = (size: number): number => STOPS.find((stop) => stop > size) ?? STOPS[0]!;
