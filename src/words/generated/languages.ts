// Made by `deno task app` from the files of words.
/** Codes of the languages, English first. */
export const LANGUAGES = ["en", "de", "es"] as const;
