/** What the search needs of the library, in a piece of its own. */
export { toPoint } from "mgrs";
