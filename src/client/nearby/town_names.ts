/** Towns by their names, as somebody types them who knows no locator. Names are local; the best known have an English one too. Pure. */
import { distanceM, type Point } from "../ui/places/arrow.ts";
import { readTowns, type Town } from "../ui/places/towns.ts";

/** A town with the forms in which its name may be typed: without accents, and with letters spelled out (Muenchen). */
export interface NamedTown extends Town {
  forms: readonly string[];
}

/** At most so many are offered. */
const MOST = 6;
/** Of two towns of the same name the larger comes first, unless it is far away: each step is half the people or twice the way. */
const STEP_M = 50_000;

const SPELLED: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ø: "oe",
  å: "aa",
  æ: "ae",
  ß: "ss",
};
/** What people elsewhere call them. */
const ENGLISH: Readonly<Record<string, string>> = {
  Wien: "vienna",
  München: "munich",
  Köln: "cologne",
  Nürnberg: "nuremberg",
  Bruxelles: "brussels",
  Genève: "geneva",
  Praha: "prague",
  København: "copenhagen",
  Firenze: "florence",
  Genova: "genoa",
  Milano: "milan",
  Napoli: "naples",
  Roma: "rome",
  Torino: "turin",
  Venezia: "venice",
  "Den Haag": "the hague",
  Warszawa: "warsaw",
  Lisboa: "lisbon",
  București: "bucharest",
  Beograd: "belgrade",
};
const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
const ONLY_ASCII = /^[\x20-\x7e]*$/;

/** Signs write a saint short, files may write one whole. */
const SAINT = /^st\.? /i;

/** The forms of a name: one, or two where letters of it can be spelled out. */
export function formsOf(name: string): string[] {
  const lower = name.toLowerCase();
  if (ONLY_ASCII.test(lower)) return [lower];
  const spelled = plain(lower.replace(/[äöüøåæß]/g, (letter) => SPELLED[letter]!));
  return [...new Set([plain(lower), spelled])];
}

/** The towns of a packed file. */
export const namedTowns = (bytes: Uint8Array): NamedTown[] =>
  readTowns(bytes).map((town) => ({ ...town, forms: [...formsOf(town.name), ...englishOf(town.name)] }));
const englishOf = (name: string): string[] => Object.hasOwn(ENGLISH, name) ? [ENGLISH[name]!] : [];

/**
 * Towns of which a word begins with the text, at most six: whole names first, then large and near ones. `from`: where the
 * searcher is, if that is known.
 */
export function townsNamed(towns: readonly NamedTown[], text: string, from?: Point): NamedTown[] {
  const looked = ["", "sankt ", "saint "].flatMap((saint) =>
    saint === ""
      ? formsOf(text.trim())
      : SAINT.test(text.trim())
      ? formsOf(text.trim().replace(SAINT, saint))
      : []
  );
  const begins = (form: string) =>
    looked.some((one) => form.startsWith(one) || form.includes(` ${one}`) || form.includes(`-${one}`));
  const isWhole = ({ forms }: NamedTown) => forms.some((form) => looked.includes(form));
  // `size` is twice the binary logarithm of the inhabitants.
  const worth = (town: NamedTown) =>
    (isWhole(town) ? 1000 : 0) + town.size / 2 -
    (from ? Math.log2(1 + distanceM(from, town) / STEP_M) : 0);
  return towns.filter(({ forms }) => forms.some(begins))
    .map((town) => ({ town, worth: worth(town) }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MOST)
    .map(({ town }) => town);
}
