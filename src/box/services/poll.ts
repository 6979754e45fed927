/** The loop in which a service runs. */
import type { BoxParts } from "../run/parts.ts";

/** Calls `turn` again and again, waiting as long as it says, until `stop`. */
export async function repeat(
  { io }: Pick<BoxParts, "io">,
  stop: AbortSignal,
  turn: () => Promise<number>,
): Promise<void> {
  while (!stop.aborted) {
    const ms = await turn();
    await io.wait(ms, stop);
  }
}
