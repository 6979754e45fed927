/** Server-rendered pages: small, without scripts, for a phone, the keyboard, light and dark. */
import { html, raw } from "hono/html";
import { WholeAnswer } from "./answer.ts";
import { type Lang, PAGE_WORDS } from "./language.ts";

/** Text that is HTML already. Made only by `html`, which escapes every value that is put into it. */
export type Html = ReturnType<typeof html>;
export { html };

/** What a page may load: its own styles and images, nothing from elsewhere, and it is framed by nobody. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

interface PageOptions {
  title: string;
  /** Name of the instance, shown in the title bar and above the page. */
  instance: string;
  body: Html | Promise<Html>;
  status?: number;
  /** Language of title and body; English unless told. */
  lang?: Lang;
  /** Further elements of the head. */
  head?: Html;
  /** Replaces the default content security policy, e.g. where a page brings a script of its own. */
  policy?: string;
  headers?: Record<string, string>;
  /**
   * Whether the page is made for each request; not where everybody gets the same and its route says how long it is
   * kept.
   */
  fresh?: boolean;
}

/** What people read in the place of an instance's id: an instance without a name of its own is called after the program. */
export const nameOf = (instance: string): string => instance === "localhost" ? "Service Gateway" : instance;

/** The place for a line above a page: whoever makes the page does not know under which address it was asked for. */
export const NOTICE = "<!--notice-->";

/** The page with a line above it. */
export async function withNotice(answer: Response, line: Html): Promise<Response> {
  const notice = `<p id="notice" class="notice">${await line}</p>`;
  const text = answer instanceof WholeAnswer ? String(answer.sent) : await answer.text();
  return new WholeAnswer(text.replace(NOTICE, () => notice), answer);
}

/** A table of one line of headings and a row for each of `rows`. */
export const htmlTable = (
  head: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
): Html =>
  html`
    <table>
      <thead>
        <tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr>
      </thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table>
  `;

/** A whole page. */
export async function page(
  { title, instance, body, status = 200, lang = "en", head, policy = POLICY, headers, fresh = true }:
    PageOptions,
): Promise<Response> {
  const name = nameOf(instance), words = PAGE_WORDS[lang];
  const { pageStyle } = await import("./page_style.ts");
  const document = await html`
    <!doctype html>
    <html lang="${lang}">
      <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <title>${title === name ? title : `${title} · ${name}`}</title>
    <style>${raw(pageStyle())}</style>${head ?? ""}
      </head>
      <body>
        <header><a href="/">${name}</a></header>
        ${raw(NOTICE)}
        <main>
    <h1>${title}</h1>
    ${body}
        </main>
        <footer><a href="/imprint">${words.imprint}</a> · <a href="/privacy">${words
          .privacy}</a> · <a href="/source">${words.source}</a></footer>
      </body>
    </html>
  `;
  return new WholeAnswer(String(document), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "referrer-policy": "same-origin",
      ...(fresh && { "cache-control": "no-store" }),
      ...headers,
    },
  });
}

/** Whether the client asks for a page rather than data: a browser's navigation. */
export const wantsPage = (incoming: { headers: Headers }): boolean =>
  /\btext\/html\b/.test(incoming.headers.get("accept") ?? "");
