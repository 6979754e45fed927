/** A text as radios can show it: the server takes no other, so that nobody reads what its writer did not see. */

const SPELLED: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ß: "ss",
};

/** The text with umlauts spelled out and accents removed, without characters that a message on the air cannot have. */
export const onAir = (text: string): string =>
  text.normalize("NFC").replace(/[äöüÄÖÜß]/g, (letter) => SPELLED[letter]!).normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "").replace(/[|~{]/g, "").trim();
