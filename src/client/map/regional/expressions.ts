/** The few expressions of which the style of a regional archive is made. Pure. */
import type { ExpressionSpecification } from "maplibre-gl";

export type Expression = ExpressionSpecification;

/** An expression of the library, whose own types do not follow what is put together from tables. */
export const ex = (...parts: [name: string, ...of: unknown[]]): Expression => parts as Expression;

export const POLYGON = ex("==", ["geometry-type"], "Polygon");
export const LINE = ex("==", ["geometry-type"], "LineString");
export const POINT = ex("==", ["geometry-type"], "Point");

export const all = (...of: readonly Expression[]): Expression => ex("all", ...of);
export const not = (one: Expression): Expression => ex("!", one);

/** Whether a thing's property is one of these words: looked up, not compared one by one, since it is asked of every feature. */
export const among = (key: string, ...words: readonly string[]): Expression =>
  ex("match", ["get", key], words, true, false);

/** One of several values, by a word: `[[words, value] …]`, else the last. */
export const by = (
  word: Expression,
  cases: readonly (readonly [words: string | readonly string[], value: unknown])[],
  rest: unknown,
): Expression => ex("match", word, ...cases.flat(), rest);

/** A number that grows with the zoom: `zoom, value, zoom, value …`; a value may be an expression. */
export const zoomed = (base: number, ...stops: readonly unknown[]): Expression =>
  ex("interpolate", ["exponential", base], ["zoom"], ...stops);
