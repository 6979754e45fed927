/** `/trust`: how a device comes to trust the certificate that this gateway makes for itself. Plain http and https alike. */
import { z } from "#schemas";
import { failures } from "../../base/mod.ts";
import {
  among,
  type Html,
  html,
  type Lang,
  langOf,
  open,
  page,
  type Route,
  route,
  text,
} from "../../http/mod.ts";
import { instanceId, type Settings } from "../../settings/mod.ts";
import { authorityCertificate, fingerprintOf, mobileConfig, type Reach } from "../../tls/mod.ts";
import script from "./check.js" with { type: "text" };
import { LANG_QUERY, otherLanguages } from "../language.ts";
import { renderSVG } from "uqr";
import { raw } from "hono/html";
import { pageWords } from "../../words/mod.ts";

// The page that brings a device to trust this gateway, in the reader's language.

// A small drawing of a step: a screen with rows, and a mark on the one to touch or to switch on.

const ROW = 26, WIDTH = 240, EDGE = 8;
/** Characters of a row that fit. */
const FITS = 32;

/** The rows from top to bottom, as `Step.screen` has them. */
function drawing(rows: readonly string[]): Html {
  const height = rows.length * ROW + 2 * EDGE;
  return html`
    <svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" aria-hidden="true"
      font-size="12"
      font-family="system-ui,sans-serif"><rect x="1" y="1" width="${WIDTH - 2}" height="${height -
        2}" rx="9" fill="none" stroke="currentColor" stroke-opacity=".45" stroke-width="2"/>${rows.map((
          row,
          at,
        ) => drawRow(row, EDGE + at * ROW))}</svg>
  `;
}

function drawRow(row: string, y: number): Html {
  const mark = row[0] === ">" || row[0] === "+" ? row[0] : "";
  const text = row.slice(mark.length).slice(0, FITS);
  const middle = y + ROW / 2;
  return html`${
    mark === "" ? "" : html`
      <rect x="5" y="${y + 1}" width="${WIDTH - 10}" height="${ROW - 2}" rx="6" fill="var(--go)"
        fill-opacity=".18" stroke="var(--go)" stroke-width="1.5" />
    `
  }<text x="14" y="${middle + 4}" fill="currentColor">${text}</text>${
    mark === ">"
      ? html`
        <circle cx="${WIDTH - 20}" cy="${middle}" r="6" fill="none" stroke="var(--go)" stroke-width="2" />
        <circle cx="${WIDTH - 20}" cy="${middle}" r="2" fill="var(--go)" />
      `
      : mark === "+"
      ? html`
        <rect x="${WIDTH - 38}" y="${middle - 7}" width="26" height="14" rx="7" fill="var(--go)" />
        <circle cx="${WIDTH - 19}" cy="${middle}" r="5" fill="var(--paper)" />
      `
      : ""
  }`;
}

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
function trustPage(view: TrustView): Promise<Response> {
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

const SPEC = 'API "Live and misc"';
const gate = open("whoever has no trust yet has no session either");

const failure = failures({
  no_authority: "missing",
});

interface TrustParts {
  settings: Settings;
  dataDir: string;
  /** Absent in a program that does not listen. */
  reach: Reach | undefined;
}

export function trustRoutes({ settings, dataDir, reach }: TrustParts): Route[] {
  const instance = instanceId(settings);
  const authority = () => reach?.mode === "own" ? authorityCertificate(dataDir) : undefined;
  const needed = () => {
    const found = authority();
    if (!found) throw failure.no_authority();
    return found;
  };
  const bytes = (body: Uint8Array<ArrayBuffer> | string, type: string, name: string) =>
    new Response(body, {
      headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
    });
  return [
    route("GET /trust", {
      gate,
      spec: SPEC,
      summary: "Page that brings a device to trust this instance's own certificate",
      produces: "text/html",
      query: LANG_QUERY,
      handle: ({ query, incoming }) => {
        const secure = (reach?.addresses() ?? []).map(({ url }) => url).filter((url) =>
          url.startsWith("https:")
        );
        return trustPage({
          instance,
          lang: langOf(query.lang, incoming.header("accept-language") ?? ""),
          mode: reach?.mode ?? "off",
          der: authority()?.der,
          secure,
          agent: incoming.header("user-agent") ?? "",
        });
      },
    }),
    route("GET /trust/ca.pem", {
      gate,
      spec: SPEC,
      summary: "The authority's certificate as PEM",
      produces: "application/x-pem-file",
      errors: [failure.no_authority],
      handle: () => bytes(needed().pem, "application/x-pem-file", "gateway.pem"),
    }),
    route("GET /trust/ca.crt", {
      gate,
      spec: SPEC,
      summary: "The authority's certificate as DER",
      produces: "application/x-x509-ca-cert",
      errors: [failure.no_authority],
      handle: () => bytes(needed().der, "application/x-x509-ca-cert", "gateway.crt"),
    }),
    route("GET /trust/ca.mobileconfig", {
      gate,
      spec: SPEC,
      summary: "The authority's certificate as a profile for Apple's systems",
      produces: "application/x-apple-aspen-config",
      errors: [failure.no_authority],
      handle: () =>
        bytes(
          mobileConfig(needed().der, instance),
          "application/x-apple-aspen-config",
          "gateway.mobileconfig",
        ),
    }),
    route("GET /trust/check", {
      gate,
      spec: SPEC,
      summary:
        "Answers whoever reached it: over https, so that a page can see whether its device trusts this instance",
      reply: z.object({ ok: z.literal(true) }),
      handle: () => ({ ok: true }),
    }),
    route("GET /trust/check.js", {
      gate,
      spec: SPEC,
      summary: "Script of the live check",
      produces: "text/javascript",
      handle: () => text(script, "text/javascript"),
    }),
    route("GET /trust/worker.js", {
      gate,
      spec: SPEC,
      summary:
        "A service worker that does nothing: browsers let one in only where they trust the certificate",
      produces: "text/javascript",
      handle: () => text("// Nothing to do.\n", "text/javascript"),
    }),
  ];
}
