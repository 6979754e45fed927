/** The sentence of an alert, as a notification and a mail show it. */
import { filledWith, LANGUAGES, pageWords } from "../../words/mod.ts";
import { alertNames, alertSaid } from "./kinds.ts";

type Language = typeof LANGUAGES[number];

/** The language of somebody who has chosen none, or one that there are no words in. */
const USUAL: Language = "en";
export const languageFor = (chosen: string | undefined): Language =>
  LANGUAGES.find((code) => code === chosen) ?? USUAL;

interface AlertFacts {
  kind: string;
  call: string;
  code?: string | null;
  title?: string | null;
  farM?: number | null;
}

export const alertText = (alert: AlertFacts, lang: Language = USUAL): string =>
  filledWith(pageWords("pages/alerts")[lang][alertSaid(alert.kind)], alertNames(alert)).trim();
