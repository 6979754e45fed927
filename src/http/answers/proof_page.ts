/** The page of something that an instance has signed: the drawing, which prints alone, whether it stands, and how it is checked. */
import { raw } from "hono/html";
import { fingerprintOf, showFingerprint } from "../../wire/mod.ts";
import type { Lang } from "./language.ts";
import { html, page } from "./page.ts";

/** What it says about itself, in the reader's language. */
interface ProofWords {
  picture: string;
  print: string;
  check: string;
  /** Names the instance as `{instance}`. */
  how: string;
  chapter: string;
  file: string;
  code: string;
  key: string;
}
interface Proof {
  title: string;
  /** Who shows the page. */
  instance: string;
  lang: Lang;
  words: ProofWords;
  /** Whether it stands, and the sentence that says so. */
  stands: boolean;
  standing: string;
  svg: string;
  /** A size of paper as CSS has it; what is drawn fills it. */
  paper: string;
  /** Address of the page, to which each form of it adds an ending. */
  path: string;
  /** What is added to the address of a picture. */
  query?: string;
  document: { instance: string; code: string; key: string };
  /** Address of the chapter of the handbook. */
  chapter: string;
}

/** The page. On paper the drawing is alone, as large as the paper. */
export function proofPage(
  { title, instance, lang, words, stands, standing, svg, paper, path, query = "", document, chapter }: Proof,
): Promise<Response> {
  const { code, key } = document;
  return page({
    title,
    instance,
    lang,
    head: html`<style>.sheet svg{width:100%;height:auto;display:block}
@page{size:${paper};margin:0}@media print{body{max-width:none;padding:0;margin:0}header,h1,footer,.on-screen,#notice{display:none}}</style>`,
    body: html`
      <p class="on-screen ${stands ? "notice" : "notice bad"}">${standing}</p>
      <div class="sheet">${raw(svg)}</div>
      <div class="on-screen">
        <p>
          <a class="button" href="${path}.png${query}" download="${code}.png">${words.picture} (PNG)</a>
          <a href="${path}.svg${query}" download="${code}.svg">SVG</a>
        </p>
        <p class="soft">${words.print}</p>
        <h2>${words.check}</h2>
        <p>${words.how.replaceAll("{instance}", document.instance)}</p>
        <p><a href="${chapter}">${words.chapter}</a></p>
        <p><a href="${path}.json" download="${code}.json">${words.file}</a></p>
        <dl>
          <dt>${words.code}</dt>
          <dd><code>${code}</code></dd>
          <dt>${words.key}</dt>
          <dd><code>${showFingerprint(fingerprintOf(key))}</code></dd>
        </dl>
      </div>
    `,
  });
}

/** A drawing as it is handed out: it loads nothing, wherever it is opened. */
export const DRAWN = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" } as const;
