/** What runs in a box besides hearing and handing over. */
import type { BoxParts } from "../parts.ts";

/** A service names the parts that it takes. */
export interface Service<Needs = BoxParts> {
  readonly name: string;
  /**
   * Runs until `stop`. What it throws is logged, ends transmitting, and starts the service again after a while: one
   * broken service stops nothing but the transmitter.
   */
  run(parts: Needs, stop: AbortSignal): Promise<void>;
}
