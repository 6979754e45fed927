/** What administration says: words of its own, loaded with its pages. Whoever looks for caches never fetches them. */
import { isSaid, say, type Values } from "../shell/say.ts";
import type { AdminKey, Key } from "../words/dictionary.ts";

export type { AdminKey };

/** How the program is called on the gateway's host. `main.ts` stands for it in the sentences. */
let program = "main.ts";
/** Sets what `main.ts` stands for in the sentences from now on. */
export const callProgram = (name: string): void => void (program = name);
/** A line for the gateway's host or a box's, to be typed as it stands. */
export const command = (line: string): string => `${program} ${line}`;

/** The sentence of a key, with its values and the program's name put in. */
export const tell = (key: AdminKey, values?: Values): string =>
  say(key as Key, values).replaceAll("main.ts", program);
/** Whether there is a sentence of this name: what the gateway names may be newer than these words. */
export const isTold = (key: string): key is AdminKey => isSaid(key);
