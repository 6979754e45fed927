/**
 * Registers of licences as their offices publish them, known by what stands in them. What is no file of rows by itself is either
 * read by its own reader, or refused with the sentence that says what to take in its place. Pure.
 */

/** Bytes at a file's beginning by which its form is known. */
export const HEAD_BYTES = 32_768;

/** A register that is known by its form. */
export interface PublishedRegister {
  /** The id under which it is kept where nobody names one, and its name. */
  id: string;
  name: string;
  /** `rows`: as any CSV. `plain`: the same, where a quote is a letter. `entries`: a list that was set in columns, as text. `devices`: joined with the licences beside it. */
  reads: "rows" | "plain" | "entries" | "devices";
}

const FCC = { id: "fcc", name: "FCC (USA)", reads: "rows" } as const;
const ISED = { id: "ised", name: "ISED (Canada)", reads: "plain" } as const;
const OFCOM = { id: "ofcom", name: "Ofcom (United Kingdom)", reads: "rows" } as const;
const ACMA = { id: "acma", name: "ACMA (Australia)" } as const;
const GERMANY = { id: "de", name: "Bundesnetzagentur (Germany)", reads: "entries" } as const;
const AUSTRIA = { id: "at", name: "Fernmeldebehörde (Austria)", reads: "entries" } as const;

/** `DL1ABC, A, …`: an entry of the German list, of which several stand in a line. */
export const GERMAN_ENTRY = /(?<![A-Z0-9])(D[A-R][0-9][A-Z]{1,4}), [AEN],/g;
/** `OE1ABC   …`: a row of the Austrian list, with its columns apart; whoever does not want to be named still has a call. */
export const AUSTRIAN_ENTRY = /^ {0,40}(OE[0-9][A-Z]{1,4})(?= {2,80}\S)/;

/** The register whose file begins so; undefined for one that nobody here knows. */
export function registerOf(head: string): PublishedRegister | undefined {
  const first = (/^\s{0,20}([^\r\n]{0,2000})/.exec(head)?.[1] ?? "").toLowerCase().replaceAll('"', "");
  if (/^(?:hd|en|am|hs)\|/.test(first)) return FCC;
  if (first.startsWith("callsign;first_name;surname;")) return ISED;
  const names = first.split(/[,;\t]/).map((name) => name.trim().replaceAll(" ", "_"));
  const has = (...columns: string[]) => columns.every((name) => names.includes(name));
  if (has("licence_number", "call_sign", "licence_status")) return OFCOM;
  if (has("licence_no", "call_sign")) {
    return { ...ACMA, reads: has("status_text") || has("status") ? "rows" : "devices" };
  }
  if (/deutschen\s{1,20}Amateurfunkrufzeichen/.test(head) || entriesIn(head, GERMAN_ENTRY) >= 3) {
    return GERMANY;
  }
  const lines = head.split("\n").filter((line) => AUSTRIAN_ENTRY.test(line)).length;
  return /sterreichischer\s{1,20}Amateurfunkstellen/.test(head) || lines >= 3 ? AUSTRIA : undefined;
}

const entriesIn = (text: string, entry: RegExp): number => [...text.matchAll(entry)].length;

/** Why a file that begins so cannot be read, and what can; undefined where nothing speaks against it. */
export function unreadableOf(head: string): string | undefined {
  if (head.startsWith("%PDF-")) {
    return "The file is a PDF: make text of it, as with pdftotext -layout list.pdf list.txt, and take that";
  }
  if (head.startsWith("PK\u0003\u0004")) return "The file is a ZIP: unpack it, and take the list in it";
  const first = (/^\s{0,20}([^\r\n]{0,2000})/.exec(head)?.[1] ?? "").toLowerCase();
  const isLicences = first.includes("licence_no") && first.includes("sv_id") && !first.includes("call_sign");
  return isLicences
    ? "The file has ACMA's licences, and no call signs: take device_details.csv, with this one beside it"
    : undefined;
}
