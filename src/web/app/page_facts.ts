/** What the routes of the app's pages know of each: who draws it, its feed, what stands in its address. */

/** As much of a description as messengers and search engines show. */
export const DESCRIBED = 200;

/** Pages whose content the server draws. */
export const DRAWN: ReadonlySet<string> = new Set([
  "/",
  "/c/:code",
  "/find/:id",
  "/u/:call",
  "/sign-in",
  "/help",
  "/help/:chapter",
  "/welcome",
  "/found-a-box",
]);

/** The feed with what is new on a page, for feed readers that are given the page's address. */
export const FEEDS: Readonly<Record<string, string>> = {
  "/activity": "/feeds/activity.xml",
  "/ranks": "/feeds/leaderboard.xml",
  "/bbs": "/feeds/bulletins.xml",
  "/bbs/b/:category": "/feeds/bulletins.xml",
};

/** What the parameters of the app's pages are. */
export const PARAMS: Readonly<Record<string, string>> = {
  code: "Code of the cache, e.g. as its label shows it",
  id: "Number of the thing here, or its global id where another instance has it",
  call: "Callsign of a person or station, with or without SSID",
  node: "Number of a Meshtastic node: `!` and eight hexadecimal digits",
  chapter: "Name of a chapter of the handbook, e.g. first-find",
  share: "End of the address under which a member shares a list of caches",
  category: "Category of the bulletins, e.g. ALL or WX",
  box: "Id of the receiver box, as the list of boxes shows it",
  part: "A neighbour by its name, or what stands beside all of them: add, exchange, identity",
};

/** The parameters of an address, each with what it is. */
export const paramsOf = (path: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, PARAMS[name!]!]));
