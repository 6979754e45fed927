/** The document that every page of the app is: names of its files, and what the server has drawn already. */
import { type Html, html, langOf, NOTICE, PAGE_WORDS, WholeAnswer } from "../../http/mod.ts";
import { raw } from "hono/html";
import { names } from "./built.ts";

/**
 * No inline script, no inline style, no other host. Photos and sounds that the phone keeps are shown from its own
 * memory.
 */
const POLICY =
  "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'";

/** The ground of a page by the system's look, for what a browser draws around it. */
export const PAPER = { light: "#f6f3ec", dark: "#0a1016" } as const;

export interface Drawn {
  /** Language of the page. */
  lang: string;
  title: string;
  /** What stands there, for whoever passes the address on and for search engines. */
  description?: string;
  /** Whole address of the picture that goes with them. */
  picture?: string;
  /** Address of the feed with what is new on the page. */
  feed?: string;
  /** HTML of the page, made by the app's own components. */
  body: string;
  status?: number;
  /** Whether the body already holds the page's content: it stays until the app has drawn the same. */
  whole?: boolean;
  /** It looks as the app begins: no other page's style is named. */
  first?: boolean;
  /** Address of the club's own style, where it has one. */
  club?: string | undefined;
  /** For paper: with no script but its button's. */
  paper?: boolean;
}

/** The app's first words, and the scripts that it needs, are fetched beside it and not after it. */
const ahead = (
  { needs, words }: { needs: readonly string[]; words: Readonly<Record<string, string>> },
  lang: string,
): string =>
  [...needs, ...Object.hasOwn(words, lang) ? [words[lang]!] : []]
    .map((path) => `<link rel="modulepreload" href="${path}">`).join("");

/** What a sheet for paper needs no page of the app for: its button. */
const PRINT = `<script type="module" src="/print/button.js"></script>`;

/** A page of the app as it is sent. */
export async function frame(
  {
    lang,
    title,
    description,
    picture,
    feed,
    body,
    status = 200,
    whole = false,
    first = false,
    paper = false,
    club,
  }: Drawn,
): Promise<Response> {
  const { theme, style, rest, paper: sheet, script, needs, words, homeScreen } = await names();
  const { front, scripts } = PAGE_WORDS[langOf(lang, "")];
  const document: Html = await html`
    <!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>${title}</title>
        ${description === undefined ? "" : html`
          <meta name="description" content="${description}">
          <meta property="og:title" content="${title}">
          <meta property="og:description" content="${description}">
        `}
        ${picture === undefined ? "" : html`
          <meta property="og:type" content="website">
          <meta property="og:image" content="${picture}">
          <meta property="og:image:type" content="image/png">
          <meta property="og:image:width" content="800">
          <meta property="og:image:height" content="420">
          <meta name="twitter:card" content="summary_large_image">
        `}
        ${feed === undefined ? "" : html`<link rel="alternate" type="application/rss+xml" href="${feed}">`}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml">
        <link rel="manifest" href="/manifest.webmanifest?lang=${lang}">
        <link rel="apple-touch-icon" href="${homeScreen.apple}">
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="${PAPER.light}">
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${PAPER.dark}">
        ${raw(paper ? PRINT : `<script src="${theme}"></script>`)}
        <link rel="stylesheet" href="${style}">
        ${first ? "" : raw(`<link rel="stylesheet" href="${rest}">`)}
        ${raw(paper ? `<link rel="stylesheet" href="${sheet}">` : "")}
        ${club === undefined ? "" : html`<link rel="stylesheet" href="${club}">`}
        ${paper ? "" : raw(`<script type="module" src="${script}"></script>${ahead({ needs, words }, lang)}`)}
      </head>
      <body>
        ${paper
          ? ""
          : html`${raw(NOTICE)}<noscript><p class="connection">${
            whole ? "" : scripts
          } <a href="/">${front}</a></p></noscript>`}
        <div id="app">
          <main id="page" class="page" ${whole ? raw("data-drawn") : ""}>${raw(body)}</main>
        </div>
      </body>
    </html>
  `;
  return new WholeAnswer(String(document).trim(), {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "referrer-policy": "same-origin",
      vary: "Accept-Language",
    },
  });
}
