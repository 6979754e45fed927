/** One thing that the specifications ask of an instance, and how it is looked at. */
import type { Probe } from "./probe.ts";

export interface Clause {
  /** Its name for people and scripts. */
  id: string;
  /** Where it stands: which of the two specifications, and its heading. */
  of: string;
  /** What holds. */
  says: string;
  /** Ends without a word where it holds; throws `Broken` or `Untried`. */
  look(probe: Probe): Promise<void>;
}
