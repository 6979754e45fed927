/** Who is suspended, for statements of other areas that leave such people out of what they list. They bind `:now`. */
export const SUSPENDED_ACCOUNTS = "(SELECT account_id FROM suspension WHERE until IS NULL OR until > :now)";
