/** Bodies of records: what federation itself reads of them, and their numbers in the units of JSON. */
import type { Bodies, RecordKind } from "../../wire/mod.ts";

/** What a record is looked up by, beside its frame. */
export interface LookedUpBy {
  /** A cache's place, degrees × 10^7: pages may be narrowed to a region. */
  latE7: number | null;
  lonE7: number | null;
  /** When a bulletin expires, unix seconds. */
  until: number | null;
}

const BY: { readonly [K in RecordKind]?: (body: Bodies[K]) => Partial<LookedUpBy> } = {
  cache: ({ latE7, lonE7 }) => ({ latE7, lonE7 }),
  bulletin: ({ expiresAt }) => ({ until: expiresAt }),
};

const NOTHING: LookedUpBy = { latE7: null, lonE7: null, until: null };

/** The columns of a record that are taken from its body. */
export const lookedUpBy = <K extends RecordKind>(kind: K, body: Bodies[K]): LookedUpBy => {
  const by = BY[kind];
  return by ? { ...NOTHING, ...by(body) } : NOTHING;
};

/** Wire fields and what they are in JSON: name and scale (FED "Envelope", scaled fields). */
const SCALED: Record<string, [name: string, scale: number]> = {
  latE7: ["lat", 1e7],
  lonE7: ["lon", 1e7],
  difficultyX10: ["difficulty", 10],
  terrainX10: ["terrain", 10],
  distanceCm: ["distanceM", 100],
};

/** A body with its numbers in the units of JSON. */
export function unscaled(body: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const scaled = SCALED[name];
      return scaled && typeof value === "number" ? [scaled[0], value / scaled[1]] : [name, value];
    }),
  );
}
