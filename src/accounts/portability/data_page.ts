/** The page of one's data: works without scripts, and for a session that reaches nothing else. */
import { html, open, page, type Route, route } from "../../http/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import type { People } from "../people.ts";
import { SPEC } from "../shapes.ts";

export function dataPages({ sessions, settings }: People): Route[] {
  const instance = instanceId(settings);
  return [
    route("GET /auth/data", {
      gate: open("explains itself to whoever is not signed in"),
      spec: SPEC,
      summary: "Page to download or erase one's data",
      produces: "text/html",
      handle: ({ who }) =>
        page({
          title: "Your data",
          instance,
          body: who.session
            ? html`
              <p>Everything that <strong>${instance}</strong> keeps of ${who.session.call ??
                "your account"}.</p>
              <form method="post" action="/api/account/me/export"><button>Download as JSON</button></form>
              <h2>Erase</h2>
              <p>This cannot be undone: your calls become free, your finds and caches lose your name.</p>
              ${sessions.isFresh(who.session)
                ? html`<form method="post" action="/api/account/me/delete"><button>Erase everything &hellip;</button></form>`
                : html`<p>To erase, <a href="/sign-in">sign in again</a> first: your sign-in is older than 15 minutes.</p>`}
            `
            : html`<p>Sign in first: <a href="/sign-in">sign in</a>.</p>`,
        }),
    }),
  ];
}
