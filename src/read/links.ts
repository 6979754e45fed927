/** Addresses of pages that feeds, exports and codes lead to. One place, so that they all change together. */

/** Start of the address of a cache's page; its code follows. */
const cachePageStart = (origin: string): string => `${origin}/c/`;

/** The page of a cache, absolute. */
export const cachePage = (origin: string, code: string): string =>
  `${cachePageStart(origin)}${encodeURIComponent(code)}`;

/** The page of a person, absolute. */
export const personPage = (origin: string, call: string): string => `${origin}/u/${encodeURIComponent(call)}`;
