/** Fields that several requests have. */
import { z } from "zod";

// deno-lint-ignore no-control-regex -- control characters are what is refused
const NO_CONTROLS = /^[^\u0000-\u001f\u007f]*$/;
// deno-lint-ignore no-control-regex -- the same, line breaks and tabs allowed
const NO_CONTROLS_BUT_BREAKS = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;
/** One line. */
export const line = (max: number) => z.string().trim().max(max).regex(NO_CONTROLS, "has control characters");
/** Several lines, kept as sent. */
export const lines = (max: number) =>
  z.string().max(max).regex(NO_CONTROLS_BUT_BREAKS, "has control characters");
export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const callText = z.string().trim().min(3).max(12);
