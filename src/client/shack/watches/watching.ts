/** The answer of `GET /api/watch`. */
export interface Watching {
  watching: { id: number; callsign: string; addedAt: number }[];
  unseen: number;
  limit: number;
}
