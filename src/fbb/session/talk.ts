/** State that both directions of one session share. */
import type { Settled } from "../effects.ts";
import type { Mode, Sid } from "../sid.ts";
import type { Inbox } from "./inbox.ts";
import type { Limits, SessionOptions } from "./options.ts";

export interface Talk {
  readonly options: SessionOptions;
  readonly limits: Limits;
  readonly inbox: Inbox;
  readonly sid: Sid;
  readonly mode: Mode;
  /** BIDs that we offered in this session, whatever became of them. */
  readonly offered: Set<string>;
  /** Messages of our last block whose bodies went out; the partner's next valid line confirms them all. */
  unconfirmed: Settled[];
}
