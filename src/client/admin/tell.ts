/** What administration says: words of its own, loaded with its pages. Whoever looks for caches never fetches them. */
import { isSaid, say, type Values } from "../shell/say.ts";
import type { AdminKey, Key } from "../words/dictionary.ts";

export type { AdminKey };
export const tell = (key: AdminKey, values?: Values): string => say(key as Key, values);
/** Whether there is a sentence of this name: what the gateway names may be newer than these words. */
export const isTold = (key: string): key is AdminKey => isSaid(key);
