/** How much room the browser gives, and whether it promises to keep what is stored. On plain http it says neither. */

/** `free`: bytes. `safe`: whether the browser has promised it. */
export interface Room {
  free: number | undefined;
  /** `undefined` where the browser does not say. */
  safe: boolean | undefined;
}

const storage = (): StorageManager | undefined => (navigator as { storage?: StorageManager }).storage;

/** Asks the browser for both. */
export async function room(): Promise<Room> {
  const [estimate, safe] = await Promise.all([
    storage()?.estimate?.().catch(() => undefined),
    storage()?.persisted?.().catch(() => undefined),
  ]);
  const { quota, usage } = estimate ?? {};
  return { free: quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0)), safe };
}

/** Asks the browser to keep what is stored until the person deletes it; gives whether it promises that. */
export const askToKeep = async (): Promise<boolean | undefined> =>
  await storage()?.persist?.().catch(() => undefined);
