/** Bounds of what is written, taken in and handed on (API "Limits", BBS posts). */

/** Text of a message written here, in bytes. */
export const MOST_BODY = 65_536;
/** The same with the R: lines that systems on the way have added. */
export const MOST_INBOUND_BODY = 98_304;
/** A subject, in characters as posted and in bytes as handed on. */
export const MOST_SUBJECT = 80;
/** Longest life of a message that has an end, in seconds: also that of every bulletin for which none was asked. */
export const MOST_LIFE_S = 30 * 86_400;
/** Text of one batch of mail for a forwarding program, in bytes. */
export const MOST_BATCH_BYTES = 1_048_576;
