/**
 * What a position report says beyond place, motion and comment: one declaration for the rows of stations and objects, and for what
 * is shown of them.
 */
import { z } from "#schemas";

/** The facts, each absent where the last report did not have it. */
export const DETAILS = {
  frequency: z.object({
    mhz: z.number(),
    tone: z.string().optional().describe("As sent: `T088` CTCSS in hertz, `D023` DCS, `1750` a burst"),
    offsetMhz: z.number().optional().describe("From the frequency of output to that of input"),
  }).optional().describe("Where somebody listens or a repeater sends, as the station or object says"),
  antenna: z.object({
    watts: z.number().optional(),
    strength: z.number().optional().describe("Of a signal that is looked for, in S points"),
    heightM: z.number(),
    gainDb: z.number(),
    directivity: z.number().describe("Direction in which it sends best, in degrees from north; 0: all round"),
  }).optional().describe("Power or strength, height above the land around, gain and direction (PHG, DFS)"),
  rangeM: z.number().optional().describe("How far it reaches, as it says itself"),
  bearing: z.object({ degrees: z.number(), nrq: z.string() }).optional().describe(
    "Direction of a signal that is looked for, and its quality as sent: number, range, quality",
  ),
  micE: z.string().optional().describe("Status of a Mic-E radio: `En Route`, `Off Duty` …"),
  emergency: z.literal(true).optional().describe("Its operator calls for help"),
};
/** Of an object or item besides: stations have these by themselves. */
export const OBJECT_DETAILS = {
  heightM: z.number().optional().describe("Height above the sea, in metres"),
  weather: z.record(z.string(), z.number()).optional().describe(
    "Its weather, by the names and units of a station's `wx`",
  ),
};
type Shape = typeof DETAILS & typeof OBJECT_DETAILS;
/** As read off a report. */
export type Details = { [Name in keyof Shape]?: NonNullable<z.output<Shape[Name]>> };

/** As a row keeps them; null where there are none. */
export const textOfDetails = (details: Details | undefined): string | null =>
  details === undefined ? null : JSON.stringify(details);

/** As a row kept them. */
export const detailsOfText = (text: string | null): Details => text === null ? {} : JSON.parse(text);
