/** The end of a first run: the box listens until its gateway has taken a frame. */
import { serveBox, type ServeOptions } from "./serve.ts";
import type { Sums } from "../spool/spool.ts";

const LOOK_MS = 250;

/** Runs the box of a folder until the gateway took a frame, `ms` at most; gives what became of what it heard. */
export async function untilTaken(
  options: Omit<ServeOptions, "http">,
  { ms, tell }: { ms: number; tell(sums: Sums): void },
): Promise<Sums> {
  const box = serveBox({ ...options, http: "off" });
  const late = AbortSignal.timeout(ms);
  try {
    for (;;) {
      const sums = box.parts.spool.sums();
      if (sums.sent > 0 || late.aborted) return sums;
      tell(sums);
      await options.io.wait(LOOK_MS, late);
    }
  } finally {
    await box.stop();
  }
}
