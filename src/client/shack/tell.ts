/** What the shack's pages say. Their words are loaded with them. */
import { say, type Values } from "../ui/say.ts";
import type { Key, ShackKey } from "../../words/all_words.ts";

export type { ShackKey };
/** The sentence of a key, with values put in. */
export const tell = (key: ShackKey, values?: Values): string => say(key as Key, values);
