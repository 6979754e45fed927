/** In which language a server-rendered page answers, and the link to the other one. */
import { z } from "zod";
import { type Asked, type Html, html, type Lang, langOf, type Visitor } from "../http/mod.ts";

/** What a page in two languages takes: its language, instead of the reader's own. */
export const LANG_QUERY = z.object({
  lang: z.string().max(5).optional().describe(
    "Language of the page, `en` or `de`; without it, the reader's own",
  ),
});

/** Who reads, as far as the language goes. */
interface Reader {
  query: { lang?: string | undefined };
  who: Visitor;
  incoming: Asked;
}

/** Finds a reader's language: the one asked for, else the one that a member has chosen, else the browser's. */
export const languageOf =
  (chosen: (account: number) => string | undefined) =>
  ({ query, who: { session }, incoming }: Reader): Lang =>
    langOf(
      query.lang ?? (session ? chosen(session.account) : undefined),
      incoming.header("accept-language") ?? "",
    );

/** The link to the same page in the other language, named in that language. */
export function otherLanguage(path: string, lang: Lang, name: string): Html {
  const other = lang === "de" ? "en" : "de";
  return html`<p><a href="${path}?lang=${other}" hreflang="${other}" lang="${other}">${name}</a></p>`;
}
