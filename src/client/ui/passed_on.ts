/** Addresses to pass on: on paper, in a code, to other programs, by word of mouth. */

/** Under such an address only the host itself can open this instance. */
const ONLY_HERE = /^https?:\/\/(localhost|127\.|\[::1\])/;
/** Whether an address leads each reader to their own device. */
export const isOnlyHere = (address: string): boolean => ONLY_HERE.test(address);

/** Addresses that others reach, the page's own first where it is one of them; the page's own where none is known. */
export const passedOn = (own: string, known: readonly string[]): string[] => {
  const reached = [...new Set([own, ...known.map(originOf)])].filter((one) => !isOnlyHere(one));
  return reached.length > 0 ? reached : [own];
};

const originOf = (address: string): string => URL.canParse(address) ? new URL(address).origin : address;
