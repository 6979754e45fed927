/** In which language a server-rendered page answers, and what all of them say. */

import { LANGUAGES, pageWords } from "../../words/mod.ts";

export const LANGS = LANGUAGES;
export type Lang = typeof LANGS[number];

const isLang = (one: string | undefined): one is Lang => LANGS.some((lang) => lang === one);

/**
 * The language of a page: the one asked for, else the browser's first of ours, else English. `accept`: an `accept-language`
 * header (RFC 9110, 12.5.4), of which 200 characters are read; browsers name what they like best first, so weights are not.
 */
export function langOf(asked: string | undefined, accept: string): Lang {
  if (isLang(asked)) return asked;
  // Of a tag such as de-AT only the language counts: fr-DE is French.
  const wanted = accept.slice(0, 200).toLowerCase().split(",").map((one) => one.split(/[-;]/, 1)[0]!.trim());
  return wanted.find(isLang) ?? "en";
}

/** The language that a browser asks for. */
export const browserLang = (incoming: { header(name: string): string | undefined }): Lang =>
  langOf(undefined, incoming.header("accept-language") ?? "");

/** Words at the foot of every page, and on the pages of refusals: their titles by status. */
export const PAGE_WORDS = pageWords("pages/http");

/** Of the languages in which a page has words, the reader's; else English. */
export const among = <Table extends { readonly en: unknown }>(
  table: Table,
  lang: string,
): keyof Table & Lang => (Object.hasOwn(table, lang) ? lang : "en") as keyof Table & Lang;
