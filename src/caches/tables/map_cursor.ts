/** Where a further page of a box begins. Pure. */
import { gameFailure } from "../errors.ts";
import { type Distant, FROM_THE_MIDDLE } from "./nearest.ts";

/** In the order in which they are kept where a box has too many. Mirrors are counted by themselves. */
const KINDS = ["native", "imported", "mirrored"] as const;
export type CacheOrigin = typeof KINDS[number];

/** The row of its kind that the page before ended with. */
export interface After extends Distant {
  kind: CacheOrigin;
}

/** Where the caches of this instance and the mirrored ones go on; `undefined` where all of them were shown. */
interface MapCursor {
  own?: After | undefined;
  mirrors?: After | undefined;
}

/** The first page. */
export const FROM_THE_START: Required<MapCursor> = {
  own: { kind: "native", ...FROM_THE_MIDDLE },
  mirrors: { kind: "mirrored", ...FROM_THE_MIDDLE },
};

/** `undefined` where nothing is left. */
export function sayMapCursor({ own, mirrors }: MapCursor): string | undefined {
  const parts = [own, mirrors].flatMap((one) =>
    one ? [`${KINDS.indexOf(one.kind)}.${one.far}.${one.key}`] : []
  );
  return parts.length > 0 ? parts.join("_") : undefined;
}

/** Reads what `sayMapCursor` made. Throws the refusal of anything else. */
export function mapCursor(text: string | undefined): MapCursor {
  if (text === undefined) return FROM_THE_START;
  const cursor: MapCursor = {};
  for (const part of text.split("_", 3)) {
    const [, kind, far, key] = /^([012])\.(-1|0|[1-9]\d{0,15})\.(0|[1-9]\d{0,15})$/.exec(part) ?? [];
    if (kind === undefined) throw gameFailure.bad_map_cursor();
    const after = { kind: KINDS[Number(kind)]!, far: Number(far), key: Number(key) };
    const whose = after.kind === "mirrored" ? "mirrors" : "own";
    if (cursor[whose]) throw gameFailure.bad_map_cursor();
    cursor[whose] = after;
  }
  return cursor;
}
