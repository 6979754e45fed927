/** Words for codes of the gateway, which may be newer than the app and have codes that the app has no words for. */
import { isTold, tell } from "../tell.ts";

/** The sentence of a key, or `other` where there is none. */
export const toldOr = (key: string, other: string): string => isTold(key) ? tell(key) : other;
