/** The answer of `GET /api/watch`. */
export interface Watching {
  watching: { id: number; callsign: string; addedAt: number }[];
  unseen: number;
  limit: number;
}

/** A call without its SSID: a watch is for all stations of a person. */
export const baseOf = (call: string): string => call.split("-", 1)[0]!;
