/** Waiting for what comes about elsewhere: in another process, a browser, on the air. */

/**
 * Asks until something is so, and gives it. `what` says in the failure what never came, after `patienceMs`. It asks every
 * 25 ms unless told: what costs the other side something is asked for less often.
 */
export async function eventually<T>(
  what: string | (() => string),
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  patienceMs = 60_000,
  everyMs = 25,
): Promise<T> {
  const late = performance.now() + patienceMs;
  for (;;) {
    const given = await ask();
    if (given !== undefined && given !== false) return given;
    if (performance.now() > late) {
      throw new Error(`waited too long for ${typeof what === "string" ? what : what()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
