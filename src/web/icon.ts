/** The icon that browsers ask every site for. */
import { open, redirect, type Route, route, SHARED, text } from "../http/mod.ts";

const SPEC = 'API "Live and misc"';
const ADDRESS = "/favicon.svg";

/** A box under a mast that sends: no text, plain at sixteen pixels. */
const ICON =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6e4f"/>` +
  `<path d="M16 9v9M11 5a6 6 0 0 0 0 8M21 5a6 6 0 0 1 0 8" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>` +
  `<circle cx="16" cy="9" r="2.2" fill="#fff"/><path d="M8 18h16v9H8z" fill="#fff"/></svg>\n`;

export function iconRoutes(): Route[] {
  const gate = open("browsers ask every site for it");
  return [
    route(`GET ${ADDRESS}`, {
      gate,
      spec: SPEC,
      summary: "The icon of this site",
      share: SHARED.slow,
      produces: "image/svg+xml",
      handle: () =>
        text(ICON, "image/svg+xml", {
          "content-security-policy": "default-src 'none'",
        }),
    }),
    route("GET /favicon.ico", {
      gate,
      spec: SPEC,
      summary: "Where the icon is, for browsers that ask at the old place",
      produces: "image/svg+xml",
      status: 302,
      handle: () => redirect(ADDRESS),
    }),
  ];
}
