/** Who is suspended, for statements of other areas that leave such people out of what they list. They bind `:now`. */
import { IN_FORCE } from "../store.ts";

export const SUSPENDED_ACCOUNTS = `(SELECT account_id FROM suspension WHERE ${IN_FORCE})`;
