/** The page of a certificate, which is its proof too: it prints on one sheet, and says whether it stands. */
import { raw } from "hono/html";
import { html, page } from "../http/mod.ts";
import { fingerprintOf, showFingerprint } from "../wire/mod.ts";
import { pageWords } from "../words/mod.ts";
import type { AwardLang, Standing } from "./awards.ts";
import type { Certificate } from "./certificate.ts";
import { certificateSvg } from "./drawing.ts";
import type { CertificateWords } from "./told.ts";

const WORDS = pageWords("pages/awards");

/** On paper the sheet is alone, as large as the paper. */
const STYLE = html`<style>.sheet svg{width:100%;height:auto;display:block}
@page{size:A4 landscape;margin:0}@media print{body{max-width:none;padding:0;margin:0}header,h1,footer,.on-screen,#notice{display:none}}</style>`;

/** The page as HTML. */
export function certificatePage(
  { certificate, standing, told, lang, instance }: {
    certificate: Certificate;
    standing: Standing;
    told: CertificateWords;
    lang: AwardLang;
    instance: string;
  },
): Promise<Response> {
  const words = WORDS[lang], { code, call, key } = certificate, path = `/award/${code}`;
  return page({
    title: `${told.name}: ${call}`,
    instance,
    lang,
    head: STYLE,
    body: html`
      <p class="on-screen ${standing === "stands" ? "notice" : "notice bad"}">${words[standing]}</p>
      <div class="sheet">${raw(certificateSvg(certificate, told))}</div>
      <div class="on-screen">
        <p>
          <a class="button" href="${path}.png" download="${code}.png">${words.picture} (PNG)</a>
          <a href="${path}.svg" download="${code}.svg">SVG</a>
        </p>
        <p class="soft">${words.print}</p>
        <h2>${words.check}</h2>
        <p>${words.how.replaceAll("{instance}", certificate.instance)}</p>
        <p><a href="/help/first-find">${words.chapter}</a></p>
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
