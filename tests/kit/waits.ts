/** Waiting for what has to come about: bounded, so that what never comes fails its test by name instead of hanging it. */

const DEADLINE_MS = 30_000;

/** What the work comes to, if it comes to anything in time. */
export async function within<T>(what: string, work: Promise<T>, ms = DEADLINE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms / 1000} s`)), ms);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Looks again and again, where nothing tells when it has come about. */
export async function becomes(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = DEADLINE_MS,
): Promise<void> {
  for (const end = performance.now() + ms; !await holds();) {
    if (performance.now() > end) throw new Error(`${what}: not within ${ms / 1000} s`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

/**
 * Real time that passes, where that is what a test is about: a kill at a moment of chance, silence that is listened to, work that
 * takes so long by intent. Never for something to come about: that is waited for by what it is.
 */
export const passes = (ms: number, _why: string): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
