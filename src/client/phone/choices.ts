/** What a person chose for this device: language, look and units. "system" follows the browser. */
import { chooseLanguage, LANGUAGES } from "../ui/say.ts";
import { speakIn } from "../ui/words/load.ts";
import { UNIT_CHOICES, type Units, units } from "../ui/units.ts";

export const LANGUAGE_CHOICES = ["system", ...LANGUAGES] as const;
export const LOOK_CHOICES = ["system", "light", "dark", "sun", "night"] as const;
type LanguageChoice = typeof LANGUAGE_CHOICES[number];
type LookChoice = typeof LOOK_CHOICES[number];

/** Reads a small value that this device remembers, such as what a map showed last; `undefined` where there is none. */
export function recall<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}
/**
 * Whom this browser was registered for at its push service. It is put right by itself for that person alone: whoever signs in
 * after them has asked for nothing.
 */
export const PUSHED = "push:whose";
/** Remembers a small value as JSON. A browser that forbids storage keeps nothing, without an error. */
export function remember(key: string, value: unknown): void {
  write(key, JSON.stringify(value));
}

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
    // A browser that forbids storage: the choice holds until the page is closed.
  }
};

/** The chosen language; "system" where nothing was chosen. */
export const chosenLanguage = (): LanguageChoice => read("language", LANGUAGE_CHOICES);
/** The chosen look; "system" where nothing was chosen. */
export const chosenLook = (): LookChoice => read("look", LOOK_CHOICES);

/** Sets the look now and for this device. */
export function setLook(choice: LookChoice): void {
  write("look", choice);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = choice === "system" ? dark ? "dark" : "light" : choice;
}

/** Sets the language for this device; it changes once its words are loaded. */
export function setLanguage(choice: LanguageChoice): void {
  write("language", choice);
  void speak(choice);
}

/** Takes over the units that the signed-in person chose on any device; without a choice, those of this device. */
export function heedUnits(chosen?: unknown): void {
  const found = UNIT_CHOICES.find((one) => one === chosen);
  if (found) setUnits(found);
  else units.value = read("units", UNIT_CHOICES);
}

/** Sets the units now and for this device. */
export function setUnits(choice: Units): void {
  write("units", choice);
  units.value = choice;
}

/** Takes over the language that the signed-in person chose on any device. */
export function heedLanguage(chosen: unknown): void {
  const found = LANGUAGES.find((one) => one === chosen);
  if (!found || found === chosenLanguage()) return;
  setLanguage(found);
}

/** The language to speak: the chosen one, else the first of the browser's languages that the app has. */
const wantedLanguage = (choice: LanguageChoice): string =>
  choice === "system" ? chooseLanguage(navigator.languages) : choice;

/** Changes to the language of a choice once its words are loaded. `atFirst`: the page has no words yet, see `speakIn`. */
export async function speak(choice: LanguageChoice = chosenLanguage(), atFirst = false): Promise<void> {
  document.documentElement.lang = await speakIn(wantedLanguage(choice), atFirst);
}
