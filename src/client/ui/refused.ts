/** A request that failed: refused by the gateway (`reason` is a fixed word, `sentence` is English), or without an answer. */
export type Refused =
  | {
    ok: false;
    refused: true;
    status: number;
    reason: string;
    sentence: string;
    retryAfterS?: number;
    value?: unknown;
  }
  | { ok: false; refused: false };
