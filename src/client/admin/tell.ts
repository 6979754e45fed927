/** What administration says. Its words are loaded with its pages, so that members never fetch them. */
import { isSaid, say, type Values } from "../ui/say.ts";
import type { AdminKey, Key } from "../../words/all_words.ts";

export type { AdminKey };

/** How the program is started on the gateway's host. In the sentences `main.ts` stands for it. */
let program = "main.ts";
/** Sets how the program is started; all sentences from now on say it so. */
export const callProgram = (name: string): void => void (program = name);
/** A whole command line, to be typed on the gateway's host or on a box. */
export const command = (line: string): string => `${program} ${line}`;

/** The sentence of a key, with values and the program's name put in. */
export const tell = (key: AdminKey, values?: Values): string =>
  say(key as Key, values).replaceAll("main.ts", program);
/** Whether there is a sentence with this key. The gateway may be newer than the app and name what it has no words for. */
export const isTold = (key: string): key is AdminKey => isSaid(key);
