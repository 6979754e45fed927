/** The form in which codes are compared and sealed. */
import { folded } from "../../base/mod.ts";

/** Trimmed, and without the difference of capitals and of how a letter with an accent is written. */
export const normalCode = (text: string): string => folded(text.trim());
