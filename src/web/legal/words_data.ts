/** What the imprint and the privacy page say, in each language. `{…}` is filled in. What the operator wrote stays as written. */

export interface Words {
  imprint: string;
  operator: string;
  address: string;
  mail: string;
  unnamed: string;
  privacy: string;
  responsible: string;
  theOperator: string;
  kept: string;
  keptHead: readonly [what: string, long: string];
  positions: string;
  packets: string;
  messages: string;
  sensors: string;
  alerts: string;
  reports: string;
  cookie: string;
  accounts: string;
  days: string;
  hours: string;
  untilErased: string;
  seen: string;
  seenWhat: string;
  rights: string;
  rightsWhat: string;
  /** The link to the page in the other language. */
  other: string;
}

export const WORDS: Readonly<Record<"en" | "de", Words>> = {
  en: {
    imprint: "Imprint",
    operator: "Operator",
    address: "Address",
    mail: "Mail",
    unnamed: "The operator of this instance has not named themselves yet.",
    privacy: "Privacy",
    responsible: "Responsible:",
    theOperator: "the operator",
    kept: "What is kept, and for how long",
    keptHead: ["What", "How long"],
    positions: "Positions heard on the air",
    packets: "Raw packets",
    messages: "Messages heard on the air",
    sensors: "Sensor values",
    alerts: "Alerts for members",
    reports: "Reports and what operators decided",
    cookie: "Sign-in cookie",
    accounts: "Accounts, caches and finds",
    days: "{n} days",
    hours: "{n} hours",
    untilErased: "until you erase them",
    seen: "What others see",
    seenWhat:
      "What is sent over amateur radio is open to everybody who listens. Caches and finds that their owners share are mirrored by other instances. Your mail address and passkeys stay here.",
    rights: "Your rights",
    rightsWhat:
      "You can export and erase your data at any time; the operator helps where you cannot sign in. No page here sets a cookie but the one that keeps you signed in, and none loads anything from elsewhere.",
    other: "Auf Deutsch",
  },
  de: {
    imprint: "Impressum",
    operator: "Betreiber",
    address: "Anschrift",
    mail: "Mail",
    unnamed: "Der Betreiber dieser Instanz hat sich noch nicht genannt.",
    privacy: "Datenschutz",
    responsible: "Verantwortlich:",
    theOperator: "der Betreiber",
    kept: "Was gespeichert wird, und wie lange",
    keptHead: ["Was", "Wie lange"],
    positions: "Über Funk gehörte Positionen",
    packets: "Pakete, wie sie gehört wurden",
    messages: "Über Funk gehörte Nachrichten",
    sensors: "Messwerte",
    alerts: "Benachrichtigungen für Mitglieder",
    reports: "Meldungen und was die Betreiber dazu entschieden haben",
    cookie: "Cookie der Anmeldung",
    accounts: "Konten, Caches und Funde",
    days: "{n} Tage",
    hours: "{n} Stunden",
    untilErased: "bis du sie löschst",
    seen: "Was andere sehen",
    seenWhat:
      "Was über Amateurfunk gesendet wird, können alle hören. Caches und Funde, deren Besitzer sie teilen, werden von anderen Instanzen gespiegelt. Deine Mailadresse und deine Passkeys bleiben hier.",
    rights: "Deine Rechte",
    rightsWhat:
      "Du kannst deine Daten jederzeit herunterladen und löschen; der Betreiber hilft, wenn du dich nicht anmelden kannst. Keine Seite hier setzt ein Cookie außer dem, das dich angemeldet hält, und keine lädt etwas von anderswo.",
    other: "In English",
  },
};
