/** What reads the phone's place and says why that fails: in a piece of its own, loaded by the pages that need a place. */
export { Locate } from "./locate.tsx";
export { PositionLine } from "./line.tsx";
export { watchPosition } from "./watch.ts";
export { Failed, sayFailure } from "./why.tsx";
