/** Fields that several requests have. */
import { z } from "#schemas";

export { oneLine as line, severalLines as lines } from "../../things/mod.ts";
export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const callText = z.string().trim().min(3).max(12);
