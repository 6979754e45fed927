/** What else people call a setting, so that a search by the words that they know finds it. */
import { isTold, tell } from "../tell.ts";

/** Its other names, in any order; none where its own name says it all. */
export const otherNames = (key: string): string => {
  const words = `also.${key}`;
  return isTold(words) ? tell(words) : "";
};
