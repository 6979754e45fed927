/** What runs in a box besides hearing and handing over. */
import type { BoxParts } from "../run/parts.ts";

export interface Service {
  readonly name: string;
  /**
   * Runs until `stop`. What it throws is logged, ends transmitting, and starts the service again after a while: one
   * broken service stops nothing but the transmitter.
   */
  run(parts: BoxParts, stop: AbortSignal): Promise<void>;
}
