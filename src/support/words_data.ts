/** What `/support` says, in each language. `{n}` is filled in. */

interface Words {
  title: string;
  model: string;
  noDonations: string;
  ways: string;
  stands: string;
  cameIn: string;
  spent: string;
  left: string;
  byPurpose: string;
  byMonth: string;
  /** Heads of the columns: what a row is of, in, out. */
  purposeHead: readonly [string, string, string];
  monthHead: readonly [string, string, string];
  /** What money is for, by the ledger's names. */
  purposes: Readonly<Record<string, string>>;
  supporters: string;
  nobody: string;
  count: string;
  named: string;
}

export const WORDS: Readonly<Record<"en" | "de", Words>> = {
  en: {
    title: "Support",
    model:
      "This instance is run by amateurs for amateurs. Gifts help to pay for it; they buy nothing, and nothing is closed to whoever gives none.",
    noDonations: "The operator takes no donations here.",
    ways: "Ways to give",
    stands: "Where it stands",
    cameIn: "Came in",
    spent: "Spent",
    left: "Left",
    byPurpose: "By purpose",
    byMonth: "By month",
    purposeHead: ["Purpose", "In", "Out"],
    monthHead: ["Month", "In", "Out"],
    purposes: {
      development: "Development",
      hosting: "Hosting",
      operation: "Operation",
      peer_reimbursement: "Shared with other instances",
    },
    supporters: "Supporters",
    nobody: "Nobody yet.",
    count: "{n} so far.",
    named: "Those who may be named:",
  },
  de: {
    title: "Unterstützen",
    model:
      "Diese Instanz betreiben Funkamateure für Funkamateure. Spenden helfen, sie zu bezahlen; sie kaufen nichts, und wer nichts gibt, dem ist nichts verschlossen.",
    noDonations: "Der Betreiber nimmt hier keine Spenden an.",
    ways: "Wege zu geben",
    stands: "Wie es steht",
    cameIn: "Eingegangen",
    spent: "Ausgegeben",
    left: "Übrig",
    byPurpose: "Nach Zweck",
    byMonth: "Nach Monat",
    purposeHead: ["Zweck", "Eingang", "Ausgang"],
    monthHead: ["Monat", "Eingang", "Ausgang"],
    purposes: {
      development: "Entwicklung",
      hosting: "Hosting",
      operation: "Betrieb",
      peer_reimbursement: "Mit anderen Instanzen geteilt",
    },
    supporters: "Unterstützer",
    nobody: "Noch niemand.",
    count: "Bisher {n}.",
    named: "Wer genannt werden darf:",
  },
};
