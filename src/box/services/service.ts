/** What runs in a box besides hearing and handing over. */
import type { BoxParts } from "../run/parts.ts";

export interface Service {
  readonly name: string;
  /**
   * Runs until `stop`. What it throws is told, drops the box to receive-only, and starts it again after a while: one
   * broken service silences nothing but the transmitter.
   */
  run(parts: BoxParts, stop: AbortSignal): Promise<void>;
}
