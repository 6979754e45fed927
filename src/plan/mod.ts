/**
 * The plan of an area: what it keeps for others, what it takes of them, and what it is mounted with, as one value in its
 * mod.ts. The program is a list of such values and the order that follows from them. Owns no table; refuses a list in
 * which somebody needs what nobody keeps, two keep the same, or areas need each other in a circle: by name, at the start.
 */
export { type Area, area } from "./area.ts";
export { type Gathered, openAll } from "./open_all.ts";
export type { DataOf, PersonalData } from "./personal_data.ts";
