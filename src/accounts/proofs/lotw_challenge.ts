/**
 * What a holder of a Logbook of the World certificate signs. Kept apart from the check of the answer, which loads a
 * certificate library.
 */

export const LOTW_ALGORITHM = "RSASSA-PKCS1-v1_5 with SHA-256";

/** The text that is signed: bound to the instance, the call and one challenge. */
export const lotwMessage = (instance: string, base: string, challenge: string): string =>
  `svc-lotw/1\n${instance}\n${base}\n${challenge}`;
