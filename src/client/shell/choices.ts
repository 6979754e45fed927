/** What a person chose for this device: language and look. "system" follows the browser. */
import { chooseLanguage, LANGUAGES } from "./say.ts";
import { speakIn } from "../words/load.ts";
import { signal } from "@preact/signals";

export const LANGUAGE_CHOICES = ["system", ...LANGUAGES] as const;
export const LOOK_CHOICES = ["system", "light", "dark", "sun", "night"] as const;
export const UNIT_CHOICES = ["metric", "imperial", "nautical"] as const;
export type Units = typeof UNIT_CHOICES[number];
type LanguageChoice = typeof LANGUAGE_CHOICES[number];
type LookChoice = typeof LOOK_CHOICES[number];

/** Something that this device remembers by itself, such as what a map showed last. */
export function recall<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
export function remember(key: string, value: unknown): void {
  write(key, JSON.stringify(value));
}

/** The units in which distances are said. */
export const units = signal<Units>("metric");

const read = <C extends string>(key: string, choices: readonly C[]): C => {
  try {
    const value = localStorage.getItem(key);
    return choices.find((one) => one === value) ?? choices[0]!;
  } catch {
    return choices[0]!; // a browser that forbids storage
  }
};

const write = (key: string, value: string): void => {
  try {
    if (value === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // It holds until the page is closed.
  }
};

export const chosenLanguage = (): LanguageChoice => read("language", LANGUAGE_CHOICES);
export const chosenLook = (): LookChoice => read("look", LOOK_CHOICES);

export function setLook(choice: LookChoice): void {
  write("look", choice);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = choice === "system" ? dark ? "dark" : "light" : choice;
}

export function setLanguage(choice: LanguageChoice): void {
  write("language", choice);
  void speak(choice);
}

/** Takes over the units that the device keeps, or that the signed-in person chose on whatever device. */
export function heedUnits(chosen?: unknown): void {
  const found = UNIT_CHOICES.find((one) => one === chosen);
  if (found) setUnits(found);
  else units.value = read("units", UNIT_CHOICES);
}

export function setUnits(choice: Units): void {
  write("units", choice);
  units.value = choice;
}

/** Takes over the language that the signed-in person chose, on whatever device. */
export function heedLanguage(chosen: unknown): void {
  const found = LANGUAGES.find((one) => one === chosen);
  if (!found || found === chosenLanguage()) return;
  setLanguage(found);
}

/** The language to speak: the chosen one, else the first of the browser's that there is. */
const wantedLanguage = (choice: LanguageChoice): string =>
  choice === "system" ? chooseLanguage(navigator.languages) : choice;

/** Speaks the language of a choice as soon as its words are here. */
export async function speak(choice: LanguageChoice = chosenLanguage(), atFirst = false): Promise<void> {
  document.documentElement.lang = await speakIn(wantedLanguage(choice), atFirst);
}
