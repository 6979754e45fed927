/** How this program is called where it runs, so that every line it prints can be typed as it stands. */
import { basename } from "node:path";

/** The name in the source's own texts; it is replaced wherever something is printed. */
const WRITTEN = /\bmain\.ts\b/g;

/** `deno run -P main.ts` in a checkout, `service-gateway` out of the tarball, the file's name where it is compiled. */
export const PROGRAM = Deno.build.standalone
  ? basename(Deno.execPath())
  : /\/(gateway|box|box_run)\.c?js$/.test(import.meta.url)
  ? "service-gateway"
  : "deno run -P main.ts";

/** A text with the program's name as it is here. */
export const named = (text: string): string => text.replace(WRITTEN, PROGRAM);

/** Prints a line for people. */
export const say = (text: string): void => console.log(named(text));

/** Prints data as indented JSON. */
export const sayJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));
