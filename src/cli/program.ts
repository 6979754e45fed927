/** What the command line prints for people and for scripts. */
import { named } from "../base/mod.ts";

export { named, PROGRAM } from "../base/mod.ts";

/** Prints a line for people. */
export const say = (text: string): void => console.log(named(text));

/** Prints data as indented JSON. */
export const sayJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));
