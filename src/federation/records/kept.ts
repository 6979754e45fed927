/** What federation itself reads of a body: what a record is looked up by, beside its frame. */
import type { Bodies, RecordKind } from "../../wire/mod.ts";

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
