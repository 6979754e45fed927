/**
 * The book of words: every sentence of the project, one file a language and area. `en/refusals/caches.json` has what the game
 * refuses; each refusal has one English sentence, which the server answers with and the app shows. A language is a folder; an
 * area that it lacks is said in English. Owns sentences and nothing else: it imports nothing, and everything may read it.
 */

export { LANGUAGES } from "./generated/languages.ts";
export * from "./pages.ts";
export * from "./refusals.ts";
