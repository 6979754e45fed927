/** What `GET /api/watch` answers. */
export interface Watching {
  watching: { id: number; callsign: string; addedAt: number }[];
  unseen: number;
  limit: number;
}

/** The base call of one with an SSID: a watch is for all of a person's stations. */
export const baseOf = (call: string): string => call.split("-", 1)[0]!;
