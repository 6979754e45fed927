/** The page that brings a device to trust this gateway, in the reader's language. */
import { renderSVG } from "uqr";
import { raw } from "hono/html";
import { among, type Html, html, type Lang, page } from "../../http/mod.ts";
import { fingerprintOf } from "../../tls/mod.ts";
import { otherLanguages } from "../language.ts";
import { drawing } from "./drawing.ts";
import { pageWords } from "../../words/mod.ts";

const WORDS = pageWords("pages/trust");
type Words = typeof WORDS.en;
type System = keyof Words["systems"];
/** What to do on a system, step by step with what its screen shows: of its rows the one to touch begins with `>`, one to switch on with `+`. */
interface SystemWords {
  name: string;
  steps: readonly { text: string; screen: readonly string[] }[];
  /** Lines to type at a shell, with what they are for. */
  lines?: readonly { what: string; line: string }[];
}

interface TrustView {
  instance: string;
  lang: Lang;
  mode: "off" | "files" | "own";
  /** DER of the authority, where there is one. */
  der: Uint8Array | undefined;
  /** Addresses under https, the best first. */
  secure: readonly string[];
  /** `User-Agent`: which system's steps stand open. */
  agent: string;
}

/** Where each system gets the certificate in its own form. */
const FILES: Record<System, string> = {
  android: "/trust/ca.crt",
  ios: "/trust/ca.mobileconfig",
  windows: "/trust/ca.crt",
  macos: "/trust/ca.crt",
  linux: "/trust/ca.pem",
};
const SYSTEMS = Object.keys(FILES) as System[];
const AGENTS: readonly [System, RegExp][] = [
  ["android", /Android/],
  ["ios", /iPhone|iPad/],
  ["windows", /Windows/],
  ["macos", /Macintosh/],
  ["linux", /Linux|X11/],
];
/** Addresses that the live check tries. */
const MOST_TRIED = 6;

const systemOf = (agent: string): System | undefined =>
  AGENTS.find(([, pattern]) => pattern.test(agent.slice(0, 500)))?.[0];

/** The page as HTML. */
export function trustPage(view: TrustView): Promise<Response> {
  const { instance, mode, der, secure } = view, lang = among(WORDS, view.lang);
  const words = WORDS[lang];
  const switched = otherLanguages("/trust", lang, WORDS);
  const isOwn = mode === "own" && der !== undefined;
  const body = isOwn
    ? html`<p>${words.why}</p>${buttons(view, words)}${checks(view, words)}${print(der, words)}
<p>${words.scope}</p>${goOn(view, words)}${steps(view, words)}<p class="soft">${words.undo}</p>${switched}`
    : html`<p>${mode === "files" ? words.files : words.off}</p>${goOn(view, words)}${switched}`;
  return page({
    title: words.title,
    instance,
    lang,
    body,
    // Where nothing is to be trusted, there is nothing to check.
    ...(isOwn && { head: html`<script src="/trust/check.js" type="module"></script>` }),
    // The live check asks this very host under its https addresses.
    policy: `default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src ${
      ["'self'", ...secure.slice(0, MOST_TRIED)].join(" ")
    }; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  });
}

/** The file for the reader's own system first. */
function buttons({ agent }: TrustView, words: Words): Html {
  const mine = systemOf(agent);
  const order = SYSTEMS.toSorted((a, b) => Number(b === mine) - Number(a === mine));
  return html`<ul id="files">${
    order.map((id) =>
      html`<li><a ${id === mine ? raw('class="button"') : ""} href="${FILES[id]}">${words.file[id]}</a></li>`
    )
  }</ul>`;
}

function checks({ secure }: TrustView, words: Words): Html {
  return html`
    <p id="live" role="status" data-state="checking" data-addresses="${JSON.stringify(
      secure.slice(0, MOST_TRIED),
    )}" data-trusted="${words.trusted}"
      data-untrusted="${words.untrusted}">${words.checking}</p>
  `;
}

function print(der: Uint8Array, words: Words): Html {
  const { hex, words: spoken } = fingerprintOf(der);
  return html`
    <h2>${words.fingerprint}</h2>
    <p id="fingerprint"><code>${hex.join(" ")}</code></p>
    <p>${words.words}: <strong id="words" lang="en">${spoken.join(" ")}</strong></p>
    <p>${words.compare}</p>
  `;
}

function goOn({ secure }: TrustView, words: Words): Html | string {
  const [best, ...others] = secure;
  if (best === undefined) return "";
  return html`<h2>${words.goOn}</h2><p><a id="secure" href="${best}">${best}</a></p>
<figure style="margin:0;max-width:12rem;background:#fff">${
    raw(renderSVG(best, { ecc: "M", border: 4 }))
  }</figure>
<p class="soft">${words.scan.replace("{address}", best)}</p>${
    others.length === 0 ? "" : html`
      <p>${words.others}:</p>
      <ul>${others.map((address) => html`<li><a href="${address}">${address}</a></li>`)}</ul>
    `
  }`;
}

function steps({ agent }: TrustView, words: Words): Html {
  const mine = systemOf(agent);
  return html`<h2>${words.how}</h2>${
    SYSTEMS.map((id) => {
      const { name, steps, lines = [] }: SystemWords = words.systems[id];
      return html`<details ${id === mine ? "open" : ""}><summary>${name}</summary><ol>${
        steps.map(({ text, screen }) => html`<li><p>${text}</p>${drawing(screen)}</li>`)
      }</ol>${
        lines.map(({ what, line }) =>
          html`
            <p>${what}</p>
            <pre>${line}</pre>
          `
        )
      }</details>`;
    })
  }`;
}
