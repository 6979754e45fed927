/** Query parameters that several reads take. */
import { type core, z } from "#schemas";
import { type Box, BOX_TEXT_MAX, parseBox } from "../base/mod.ts";

/** `minLon,minLat,maxLon,maxLat`, at most that many degrees a side; anything else is a 400. */
export const boxParam = (maxDegrees: number) =>
  z.string().max(BOX_TEXT_MAX).transform((text, context): Box => {
    const box = parseBox(text, maxDegrees);
    if (box) return box;
    context.addIssue({
      code: "custom",
      message: `takes minLon,minLat,maxLon,maxLat in degrees, at most ${maxDegrees} degrees a side`,
    });
    return z.NEVER;
  }).meta({ description: `minLon,minLat,maxLon,maxLat; at most ${maxDegrees} degrees a side` });

/**
 * A number out of a query, under the rule given (`z.coerce.number()` …). A value without a character is refused with the
 * parameter's name: JavaScript reads it as 0, which for `lat=&lon=` is a place and for `at=` a time.
 */
export const numberParam = <T extends core.$ZodType>(rule: T) =>
  z.preprocess((given, context) => {
    if (typeof given !== "string" || given.trim() !== "") return given;
    context.addIssue({ code: "custom", message: "is empty, but takes a number" });
    return z.NEVER;
  }, rule);

/** A whole number within bounds; what lies outside is refused. */
export const wholeParam = (least: number, most: number, fallback: number) =>
  numberParam(z.coerce.number().int().min(least).max(most)).default(fallback);

/** A whole number; a number outside the bounds becomes the nearest bound, other text is refused. */
export const clampedParam = (least: number, most: number, fallback: number) =>
  numberParam(z.coerce.number().int()).optional().transform((value) =>
    value === undefined ? fallback : Math.min(most, Math.max(least, value))
  );
