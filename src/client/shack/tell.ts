/** What the shack says: words of its own, loaded with its pages. */
import { say, type Values } from "../shell/say.ts";
import type { Key, ShackKey } from "../words/dictionary.ts";

export type { ShackKey };
export const tell = (key: ShackKey, values?: Values): string => say(key as Key, values);
