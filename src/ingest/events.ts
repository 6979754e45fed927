/** What happens to boxes that others act on, each inside the write that does it. */
import type { Tx } from "../db/mod.ts";

export interface IngestEvents {
  /** A box begins anew with somebody else: nothing of before is theirs. */
  boxChangedHands: { tx: Tx; box: string };
  /** Whose hearing counts has changed, for what was heard since a time, unix seconds. */
  trustChanged: { tx: Tx; since: number };
}
