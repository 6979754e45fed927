/** The page of one's data: works without scripts, and for a session that reaches nothing else. */
import { html, open, page, route } from "../../http/mod.ts";
import { instanceId } from "../../settings/mod.ts";
import type { People } from "../people.ts";
import { PAGE_WORDS } from "../page_words.ts";
import { SPEC } from "../shapes.ts";

export function dataPages({ cards, sessions, settings }: People) {
  const instance = instanceId(settings);
  return [
    route("GET /auth/data", {
      gate: open("explains itself to whoever is not signed in"),
      spec: SPEC,
      summary: "Page to download or erase one's data",
      produces: "text/html",
      handle: ({ who: { session }, incoming }) => {
        const lang = cards.langFor(session?.account, incoming), words = PAGE_WORDS[lang];
        const signIn = (why: string) => html`<p>${why} <a href="/sign-in">${words.signIn}</a></p>`;
        return page({
          title: words.yourData,
          instance,
          lang,
          body: session
            ? html`
              <p>${words.kept.replace("{instance}", instance).replace(
                "{who}",
                session.call ?? words.yourAccount,
              )}</p>
              <form method="post" action="/api/account/me/export"><button>${words.download}</button></form>
              <h2>${words.erase}</h2>
              <p>${words.eraseMeans}</p>
              ${sessions.isFresh(session)
                ? html`<form method="post" action="/api/account/me/delete"><button>${words.eraseAll} &hellip;</button></form>`
                : signIn(words.signInAgain)}
            `
            : signIn(words.signInFirst),
        });
      },
    }),
  ];
}
