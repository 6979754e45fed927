/**
 * Codes of countries (ISO 3166-1) by the English names of Natural Earth, so that each phone writes the names in its own
 * language (CLDR, which every browser has). Names that the two spell alike are found; the others stand here.
 */
const SPELT: Readonly<Record<string, string>> = {
  "Åland": "AX",
  "Cabo Verde": "CV",
  "Central African Rep.": "CF",
  "Congo": "CG",
  "Côte d'Ivoire": "CI",
  "Dem. Rep. Congo": "CD",
  "Dominican Rep.": "DO",
  "Eq. Guinea": "GQ",
  "eSwatini": "SZ",
  "Faeroe Is.": "FO",
  "Falkland Is.": "FK",
  "Fr. Polynesia": "PF",
  "Fr. S. Antarctic Lands": "TF",
  "Macedonia": "MK",
  "Myanmar": "MM",
  "S. Sudan": "SS",
  "Solomon Is.": "SB",
  "Turkey": "TR",
  "United States of America": "US",
  "Vatican": "VA",
  "W. Sahara": "EH",
  "Bosnia and Herz.": "BA",
  "Trinidad and Tobago": "TT",
};

const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/** Not of countries that are no more, as SU: their names are those of their successors. */
const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
const CODES = new Map(
  letters.flatMap((one) => letters.map((other) => one + other)).filter(isCurrent)
    .map((code) => [english.of(code), code]),
);

/** The country's code, or its name where it has none that is known here. */
export const countryCode = (name: string): string => SPELT[name] ?? CODES.get(name) ?? name;
