/** The loop in which a service runs. */
import type { OnHost } from "../parts.ts";

/** Calls `turn` again and again, waiting as long as it says, until `stop`. */
export async function repeat(
  { io }: Pick<OnHost, "io">,
  stop: AbortSignal,
  turn: () => Promise<number>,
): Promise<void> {
  while (!stop.aborted) {
    const ms = await turn();
    await io.wait(ms, stop);
  }
}
