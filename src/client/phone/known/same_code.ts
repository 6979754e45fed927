/** Codes of caches as they are compared: people and programs write them with and without dashes. Pure. */
export const plainCode = (code: string): string => code.toUpperCase().replace(/[\s/-]/g, "");
export const sameCode = (one: string, other: string): boolean => plainCode(one) === plainCode(other);
