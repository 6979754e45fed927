/** What the pages of accounts say that the server draws, in each language. `{…}` is filled in. */
import type { Lang } from "../http/mod.ts";

interface Words {
  signIn: string;
  signInAt: string;
  linkOnce: string;
  mailSent: string;
  mailSentWhat: string;
  yourData: string;
  kept: string;
  yourAccount: string;
  download: string;
  erase: string;
  eraseMeans: string;
  eraseAll: string;
  signInAgain: string;
  signInFirst: string;
  eraseAsk: string;
  eraseAskWhat: string;
  eraseType: string;
  keep: string;
  erased: string;
  erasedWhat: string;
  unsubscribe: string;
  unsubscribeAsk: string;
  unsubscribed: string;
  unsubscribedWhat: string;
}

export const PAGE_WORDS: Readonly<Record<Lang, Words>> = {
  en: {
    signIn: "Sign in",
    signInAt: "Go on to sign in at {instance}.",
    linkOnce: "The link works once. If you did not ask for it, close this page: nothing has happened.",
    mailSent: "Look into your mail",
    mailSentWhat: "If everything fits, a link is on its way to {mail}.",
    yourData: "Your data",
    kept: "Everything that {instance} keeps of {who}.",
    yourAccount: "your account",
    download: "Download as JSON",
    erase: "Erase",
    eraseMeans: "This cannot be undone: your calls become free, your finds and caches lose your name.",
    eraseAll: "Erase everything",
    signInAgain: "To erase, sign in again first: your sign-in is older than 15 minutes.",
    signInFirst: "Sign in first.",
    eraseAsk: "Erase everything?",
    eraseAskWhat:
      "This cannot be undone. Your calls become free, your finds and caches lose your name, and all your sessions end.",
    eraseType: "Type {word} to erase everything",
    keep: "Keep it",
    erased: "Erased",
    erasedWhat: "Nothing of you is left here. Good-bye, and 73.",
    unsubscribe: "Unsubscribe",
    unsubscribeAsk: "Get no more digests of watch alerts by mail from {instance}?",
    unsubscribed: "Unsubscribed",
    unsubscribedWhat: "No more digests. You can turn them on again when you are signed in.",
  },
  de: {
    signIn: "Anmelden",
    signInAt: "Weiter zur Anmeldung bei {instance}.",
    linkOnce:
      "Der Link gilt einmal. Wer ihn nicht angefordert hat, schließt diese Seite: Es ist nichts geschehen.",
    mailSent: "Mail ansehen",
    mailSentWhat: "Wenn alles passt, ist ein Link an {mail} unterwegs.",
    yourData: "Eigene Daten",
    kept: "Alles, was {instance} über {who} gespeichert hat.",
    yourAccount: "dieses Konto",
    download: "Als JSON herunterladen",
    erase: "Löschen",
    eraseMeans:
      "Das lässt sich nicht zurücknehmen: Die Rufzeichen werden frei, Funde und Caches verlieren den Namen.",
    eraseAll: "Alles löschen",
    signInAgain: "Zum Löschen erst neu anmelden: Die Anmeldung ist älter als 15 Minuten.",
    signInFirst: "Bitte zuerst anmelden.",
    eraseAsk: "Alles löschen?",
    eraseAskWhat:
      "Das lässt sich nicht zurücknehmen. Die Rufzeichen werden frei, Funde und Caches verlieren den Namen, und alle Sitzungen enden.",
    eraseType: "Zum Löschen {word} eintippen",
    keep: "Behalten",
    erased: "Gelöscht",
    erasedWhat: "Hier ist nichts mehr gespeichert. Auf Wiedersehen und 73.",
    unsubscribe: "Abbestellen",
    unsubscribeAsk: "Keine Zusammenfassungen zu Beobachtetem mehr per Mail von {instance}?",
    unsubscribed: "Abbestellt",
    unsubscribedWhat:
      "Es kommen keine Zusammenfassungen mehr. Nach dem Anmelden lassen sie sich wieder einschalten.",
  },
};
