/** In which language a server-rendered page answers, and what all of them say. */

export const LANGS = ["en", "de"] as const;
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

interface Words {
  imprint: string;
  privacy: string;
  source: string;
  /** Titles of refusals by status. */
  refused: Readonly<Record<number, string>>;
  /** Title of a form's refusal that has none of its own. */
  formRefused: string;
  broken: string;
  front: string;
  /** On a page of the app whose content only its scripts draw. */
  scripts: string;
}

/** Words at the foot of every page, and on the pages of refusals. */
export const PAGE_WORDS: Readonly<Record<Lang, Words>> = {
  en: {
    imprint: "Imprint",
    privacy: "Privacy",
    source: "Source",
    refused: {
      403: "Not for you",
      404: "Not here",
      410: "Gone",
      429: "Too many requests",
      500: "Something broke",
    },
    formRefused: "That did not work",
    broken: "This address failed. Its operator finds why in the log.",
    front: "To the front page",
    scripts: "Without scripts there is no more on this page.",
  },
  de: {
    imprint: "Impressum",
    privacy: "Datenschutz",
    source: "Quelltext",
    refused: {
      403: "Nicht erlaubt",
      404: "Nicht gefunden",
      410: "Nicht mehr da",
      429: "Zu viele Anfragen",
      500: "Fehler",
    },
    formRefused: "Das hat nicht geklappt",
    broken: "Diese Adresse hat versagt. Der Betreiber findet den Grund im Protokoll.",
    front: "Zur Startseite",
    scripts: "Ohne Skripte steht auf dieser Seite nicht mehr.",
  },
};
