/** `/about`: what this place is, what runs here, whose work is in it. Reads without scripts, in English and German. */
import { type Html, html, htmlTable, open, page, type Route, route } from "../../http/mod.ts";
import { instanceId, OPERATOR_NAME, type Settings, SOURCE_REPO } from "../../settings/mod.ts";
import { appFailure, type Licences, licences } from "../app/built.ts";
import { LANG_QUERY, languageOf, otherLanguages } from "../language.ts";
import { securityContacts, type SourceInfo } from "./well_known.ts";
import { pageWords } from "../../words/mod.ts";

// Whose data are in the program. What each is used for stands in the book of words under its key.

interface Source {
  key: "naturalEarth" | "geoNames" | "dxcc" | "ad1c" | "devices" | "symbols";
  name: string;
  url: string;
  /** None for what is in the public domain. */
  licence?: string;
}

const DATA: readonly Source[] = [
  { key: "naturalEarth", name: "Natural Earth", url: "https://www.naturalearthdata.com" },
  { key: "geoNames", name: "GeoNames", url: "https://www.geonames.org", licence: "CC BY 4.0" },
  { key: "dxcc", name: "dxcc-json", url: "https://github.com/k0swe/dxcc-json", licence: "Apache-2.0" },
  { key: "ad1c", name: "AD1C country files", url: "https://www.country-files.com", licence: "MIT" },
  {
    key: "devices",
    name: "APRS device identification",
    url: "https://github.com/aprsorg/aprs-deviceid",
    licence: "CC BY-SA 2.0",
  },
  {
    key: "symbols",
    name: "APRS symbol index",
    url: "https://github.com/hessu/aprs-symbol-index",
    licence: "CC BY-SA 4.0",
  },
];

const WORDS = pageWords("pages/about");

const SPEC = 'API "Live and misc"';
const gate = open("what this place is, and whose work is in it, is told to everybody");

interface AboutPageParts {
  settings: Settings;
  source: SourceInfo;
  /** The language that a member has chosen. */
  chosen: (account: number) => string | undefined;
}

/** Long names of packages break on a phone instead of making it scroll sideways. */
const STYLE =
  html`<style>td{overflow-wrap:anywhere;min-width:4rem}summary{overflow-wrap:anywhere;min-height:2.75rem}</style>`;

export function aboutPageRoutes({ settings, source, chosen }: AboutPageParts): Route[] {
  const instance = instanceId(settings), language = languageOf(WORDS, chosen);
  const common = {
    gate,
    spec: SPEC,
    produces: "text/html",
    query: LANG_QUERY,
    errors: [appFailure.app_not_built],
  } as const;
  return [
    route("GET /about", {
      ...common,
      summary:
        "What this instance is: operator, version, source, data and software of others with their licences",
      handle: async (reader) => {
        const lang = language(reader), words = WORDS[lang];
        const operator = settings.get(OPERATOR_NAME), repository = settings.get(SOURCE_REPO);
        const { packages } = await licences();
        return page({
          title: words.title,
          instance,
          lang,
          head: STYLE,
          body: html`
            <p>${words.what}</p>
            <p>${words.how}</p>
            <h2>${words.running}</h2>
            <dl>
              <dt>${words.operator}</dt>
              <dd>${operator ?? words.noOperator}</dd>
              <dt>${words.version}</dt>
              <dd>${source.version}${source.tag ? ` (${source.tag})` : ""}</dd>
              <dt>${words.commit}</dt>
              <dd>${source.commit ?? words.unknown}</dd>
            </dl>
            <p>${repository ? words.licence : words.noSource}</p>
            <ul>
              ${repository ? link("/source", words.source) : ""}${link("/imprint", words.imprint)}${link(
                "/privacy",
                words.privacy,
              )}${link("/support", words.support)}${link("/trust", words.trust)}${link(
                "/api/docs",
                words.api,
              )}${securityContacts(settings).length > 0
                ? link("/.well-known/security.txt", words.security)
                : ""}
            </ul>
            <h2>${words.map}</h2>
            <p>${words.borders}</p>
            <h2>${words.data}</h2>
            ${htmlTable(
              words.dataHead,
              DATA.map(({ key, name, url, licence }) => [
                html`<a href="${url}" rel="noreferrer">${name}</a>`,
                licence ?? words.publicDomain,
                words.uses[key],
              ]),
            )}
            <h2>${words.packages}</h2>
            <p>${words.packagesWhat.replace("{n}", String(packages.length))} ${words.runtime.replace(
              "{version}",
              Deno.version.deno,
            )}</p>
            <p><a href="/about/licences?lang=${lang}">${words.texts}</a></p>
            ${htmlTable(
              words.packagesHead,
              packages.map(({ name, version, licence }) => [name, version, licence]),
            )}
            ${otherLanguages("/about", lang, WORDS)}
          `,
        });
      },
    }),
    route("GET /about/licences", {
      ...common,
      summary: "Texts of the licences under which others' software is in the program",
      handle: async (reader) => {
        const lang = language(reader), words = WORDS[lang], known = await licences();
        return page({
          title: words.texts,
          instance,
          lang,
          head: STYLE,
          body: html`
            <p><a href="/about?lang=${lang}">${words.back}</a></p>
            <p>${words.textsWhat}</p>
            ${known.texts.map((text, at) => textWith(text, at, known))}
            ${otherLanguages("/about/licences", lang, WORDS)}
          `,
        });
      },
    }),
  ];
}

const link = (to: string, text: string): Html => html`<li><a href="${to}">${text}</a></li>`;

/** A licence's text, closed, under the names of those who came with it. */
const textWith = (text: string, at: number, { packages }: Licences): Html =>
  html`
    <details>
      <summary>${packages.filter((one) => one.text === at).map(({ name, version }) => `${name} ${version}`)
        .join(", ")}</summary>
      <pre lang="en" tabindex="0">${text}</pre>
    </details>
  `;
