/**
 * Copies of one frame within two seconds at one site: the same TNC on KISS and AGWPE gives each frame twice. A MeshCom
 * packet comes over LoRa and again from the server: LoRa wins, so a copy by LoRa passes after one of the server.
 */

const WINDOW_MS = 2000, MESH_WINDOW_MS = 30_000;
/** A packet of a Meshtastic mesh comes by radio and by brokers, minutes apart; what a device remembers with each connection. */
export const MESHTASTIC_MS = 3_600_000;
/** Keys that are remembered; beyond that the oldest are forgotten. */
const MOST = 20_000;

export class Copies {
  readonly #seen = new Map<string, { until: number; strong: boolean }>();

  /** Whether this was heard before. A `strong` copy counts as new after a weak one (LoRa after the mesh's server). */
  isCopy(
    key: string,
    atMs: number,
    { mesh = false, strong = true, windowMs = mesh ? MESH_WINDOW_MS : WINDOW_MS }: {
      mesh?: boolean;
      strong?: boolean;
      windowMs?: number;
    } = {},
  ): boolean {
    this.#forget(atMs);
    const before = this.#seen.get(key);
    if (before && before.until > atMs && (before.strong || !strong)) return true;
    this.#seen.delete(key);
    this.#seen.set(key, { until: atMs + windowMs, strong });
    return false;
  }

  #forget(atMs: number): void {
    for (const [key, { until }] of this.#seen) {
      if (until > atMs && this.#seen.size <= MOST) return;
      this.#seen.delete(key);
    }
  }
}
