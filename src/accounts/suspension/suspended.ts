/** SQL for statements of other areas that leave suspended people out of their lists. They bind `:now`, unix seconds. */
import { IN_FORCE, MEMORIAL } from "../store.ts";

export const SUSPENDED_ACCOUNTS =
  `(SELECT account_id FROM suspension WHERE ${IN_FORCE} AND category <> '${MEMORIAL}')`;
/** ... and of those that are closed for whatever reason: nobody acts for them. */
export const CLOSED_ACCOUNTS = `(SELECT account_id FROM suspension WHERE ${IN_FORCE})`;
