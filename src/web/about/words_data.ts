/** What `/about` says, in each language. `{…}` is filled in. */

/** Data that came from others: whose it is, under which licence, and what is made of it here. */
export interface Source {
  name: string;
  url: string;
  licence: string;
  use: string;
}
export interface Words {
  title: string;
  what: string;
  how: string;
  running: string;
  version: string;
  commit: string;
  unknown: string;
  licence: string;
  source: string;
  noSource: string;
  /** Title of the page where no repository is named. */
  sourceTitle: string;
  operator: string;
  noOperator: string;
  imprint: string;
  privacy: string;
  support: string;
  trust: string;
  security: string;
  api: string;
  map: string;
  borders: string;
  data: string;
  dataHead: readonly [source: string, licence: string, use: string];
  sources: readonly Source[];
  packages: string;
  packagesWhat: string;
  packagesHead: readonly [name: string, version: string, licence: string];
  runtime: string;
  texts: string;
  textsWhat: string;
  back: string;
  other: string;
}

const NATURAL_EARTH = { name: "Natural Earth", url: "https://www.naturalearthdata.com" };
const GEONAMES = { name: "GeoNames", url: "https://www.geonames.org", licence: "CC BY 4.0" };
const DXCC = { name: "dxcc-json", url: "https://github.com/k0swe/dxcc-json", licence: "Apache-2.0" };
const AD1C = { name: "AD1C country files", url: "https://www.country-files.com" };
const DEVICES = {
  name: "APRS device identification",
  url: "https://github.com/aprsorg/aprs-deviceid",
  licence: "CC BY-SA 2.0",
};
const SYMBOLS = {
  name: "APRS symbol index",
  url: "https://github.com/hessu/aprs-symbol-index",
  licence: "CC BY-SA 4.0",
};

export const WORDS: Readonly<Record<"en" | "de", Words>> = {
  en: {
    title: "About this place",
    what:
      "This is Service Gateway: a caching game for radio amateurs, a live map of stations, a mailbox system and a link to other clubs, in one program.",
    how:
      "Members hide caches and find them. A find counts most when a receiving station that is trusted here heard the finder at the place. Each club runs its own gateway; there is no centre.",
    running: "What runs here",
    version: "Version",
    commit: "Commit",
    unknown: "unknown",
    licence: "Free software under the MIT licence.",
    source: "Read the source of this version",
    noSource:
      "Free software under the MIT licence. The operator has not yet said where its source can be read.",
    sourceTitle: "Source",
    operator: "Operator",
    noOperator: "The operator has not named themselves yet.",
    imprint: "Imprint",
    privacy: "Privacy",
    support: "Support this place",
    trust: "Trust this gateway's certificate",
    security: "Report a weakness",
    api: "Interface for programs",
    map: "The map",
    borders:
      "The built-in map shows borders as they are in fact today, not as somebody claims them. That is Natural Earth's choice, and no opinion of the operator.",
    data: "Data from others",
    dataHead: ["Source", "Licence", "What it is used for"],
    sources: [
      { ...NATURAL_EARTH, licence: "Public domain", use: "Coasts, borders, lakes and rivers of the map" },
      { ...GEONAMES, use: "Towns of the map; a choice of them, with rounded places" },
      { ...DXCC, use: "Which country a callsign belongs to; shortened" },
      { ...AD1C, licence: "MIT", use: "Main prefix of each country" },
      { ...DEVICES, use: "Which device a station uses; shortened" },
      { ...SYMBOLS, use: "What a station's symbol means; shortened" },
    ],
    packages: "Software from others",
    packagesWhat: "{n} packages are part of this program or of its pages.",
    packagesHead: ["Package", "Version", "Licence"],
    runtime: "It runs on Deno {version} (MIT), with V8 (BSD-3-Clause) and SQLite (public domain) in it.",
    texts: "The texts of these licences",
    textsWhat: "Each text stands here once, with the packages that came with it.",
    back: "Back to what this place is",
    other: "Auf Deutsch",
  },
  de: {
    title: "Über diese Instanz",
    what:
      "Das ist Service Gateway: ein Cache-Spiel für Funkamateure, eine Live-Karte der Stationen, ein Mailbox-System und eine Verbindung zu anderen Clubs, in einem Programm.",
    how:
      "Mitglieder verstecken Caches und suchen sie. Ein Fund zählt am meisten, wenn eine vertrauenswürdige Empfangsstation den Finder am Ort gehört hat. Jeder Club betreibt sein eigenes Gateway; eine Zentrale gibt es nicht.",
    running: "Was hier läuft",
    version: "Version",
    commit: "Commit",
    unknown: "unbekannt",
    licence: "Freie Software unter der MIT-Lizenz.",
    source: "Den Quelltext dieser Version lesen",
    noSource:
      "Freie Software unter der MIT-Lizenz. Wo ihr Quelltext zu lesen ist, hat der Betreiber noch nicht angegeben.",
    sourceTitle: "Quelltext",
    operator: "Betreiber",
    noOperator: "Der Betreiber hat sich noch nicht genannt.",
    imprint: "Impressum",
    privacy: "Datenschutz",
    support: "Diese Instanz unterstützen",
    trust: "Dem Zertifikat dieses Gateways vertrauen",
    security: "Eine Schwachstelle melden",
    api: "Schnittstelle für Programme",
    map: "Die Karte",
    borders:
      "Die eingebaute Karte zeigt Grenzen so, wie sie heute tatsächlich verlaufen, nicht so, wie jemand sie beansprucht. So hat es Natural Earth entschieden; der Betreiber drückt damit keine Meinung aus.",
    data: "Daten von anderen",
    dataHead: ["Quelle", "Lizenz", "Wofür sie dienen"],
    sources: [
      { ...NATURAL_EARTH, licence: "Gemeinfrei", use: "Küsten, Grenzen, Seen und Flüsse der Karte" },
      { ...GEONAMES, use: "Orte der Karte; eine Auswahl, die Lage ist gerundet" },
      { ...DXCC, use: "Zu welchem Land ein Rufzeichen gehört; gekürzt" },
      { ...AD1C, licence: "MIT", use: "Hauptpräfix jedes Landes" },
      { ...DEVICES, use: "Welches Gerät eine Station benutzt; gekürzt" },
      { ...SYMBOLS, use: "Was das Symbol einer Station bedeutet; gekürzt" },
    ],
    packages: "Software von anderen",
    packagesWhat: "{n} Pakete sind Teil dieses Programms oder seiner Seiten.",
    packagesHead: ["Paket", "Version", "Lizenz"],
    runtime: "Es läuft auf Deno {version} (MIT); darin sind V8 (BSD-3-Clause) und SQLite (gemeinfrei).",
    texts: "Die Texte dieser Lizenzen",
    textsWhat: "Jeder Text steht hier einmal, mit den Paketen, denen er beiliegt.",
    back: "Zurück zu: Über diese Instanz",
    other: "In English",
  },
};
