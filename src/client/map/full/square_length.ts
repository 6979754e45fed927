/** How large the square is that is taken from the map. Pure. */
import type { Length } from "../../ui/places/squares.ts";
import type { View } from "../../ui/places/view.ts";

/** From this zoom on, a pack is of a square with six characters. */
const NEAR = 9;

/** How long the name of the square is: as large as a region where the map shows much, and as a town where it shows little. */
export const lengthOf = (view: View | undefined, chosen: Length | undefined): Length =>
  chosen ?? ((view?.zoom ?? 0) < NEAR ? 4 : 6);
