/** Words for what the gateway names by a code, which may be newer than these words. */
import { isTold, tell } from "../tell.ts";

export const toldOr = (key: string, other: string): string => isTold(key) ? tell(key) : other;
