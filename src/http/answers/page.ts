/** Server-rendered pages: small, without scripts, for a phone, the keyboard, light and dark. */
import { html, raw } from "hono/html";
import { WholeAnswer } from "./answer.ts";
import { type Lang, PAGE_WORDS } from "./language.ts";

/** Text that is HTML already. Made only by `html`, which escapes every value that is put into it. */
export type Html = ReturnType<typeof html>;
export { html };

const STYLE = `
:root{--ink:#1b2430;--paper:#fbfaf7;--soft:#5b6675;--line:#d5d9de;--go:#0b6e4f;--go-ink:#fff;--bad:#a3261b}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--ink:#e8eaed;--paper:#14181d;--soft:#a3adb8;--line:#39424c;--go:#4cc38a;--go-ink:#06281b;--bad:#ff8a7a}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:44rem;padding:1.25rem 1rem 3rem;font:1.0625rem/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0 1rem}h2{font-size:1.15rem;margin:1.75rem 0 .5rem}
a{color:var(--go)}a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--go);outline-offset:2px}
button,.button{display:inline-block;min-height:2.75rem;padding:.6rem 1.1rem;border:0;border-radius:.5rem;background:var(--go);color:var(--go-ink);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
input{width:100%;min-height:2.75rem;padding:.5rem .7rem;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:inherit;font:inherit}
label{display:block;margin:.75rem 0 .25rem;font-weight:600}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
code,pre{font-family:ui-monospace,monospace;font-size:.95em}pre{overflow-x:auto}
.notice{border:1px solid var(--line);border-left:.3rem solid var(--go);border-radius:.3rem;padding:.5rem .7rem}
.soft{color:var(--soft)}.bad{color:var(--bad)}footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.75rem;color:var(--soft);font-size:.95rem}
`.trim();

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
  const document = await html`
    <!doctype html>
    <html lang="${lang}">
      <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <title>${title === name ? title : `${title} · ${name}`}</title>
    <style>${raw(STYLE)}</style>${head ?? ""}
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
