/** In which language a server-rendered page answers, and the links to the others. */
import { z } from "#schemas";
import { among, type Asked, type Html, html, type Lang, langOf, type Visitor } from "../http/mod.ts";

/** What a page in several languages takes: its language, instead of the reader's own. */
export const LANG_QUERY = z.object({
  lang: z.string().max(5).optional().describe(
    "Language of the page, such as `en`; without it, the reader's own where the page has it",
  ),
});

/** Who reads, as far as the language goes. */
interface Reader {
  query: { lang?: string | undefined };
  who: Visitor;
  incoming: Asked;
}

/**
 * Finds a reader's language of those that a page has words in: the one asked for, else the one that a member has chosen, else
 * the browser's.
 */
export const languageOf = <Table extends { readonly en: unknown }>(
  words: Table,
  chosen: (account: number) => string | undefined,
) =>
({ query, who: { session }, incoming }: Reader): keyof Table & Lang =>
  among(
    words,
    langOf(
      query.lang ?? (session ? chosen(session.account) : undefined),
      incoming.header("accept-language") ?? "",
    ),
  );

/** A language's name in itself. */
const nameOf = (code: string): string => {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1);
};

/** Links to the same page in the other languages that it has, each named in itself. */
export const otherLanguages = (path: string, lang: string, words: object): Html =>
  html`<p>${
    Object.keys(words).filter((code) => code !== lang).map((code) =>
      html`
        <a href="${path}?lang=${code}" hreflang="${code}" lang="${code}">${nameOf(code)}</a>
      `
    )
  }</p>`;
