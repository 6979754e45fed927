/** How this program is called where it runs, so that every line it tells people to type can be typed as it stands. */
import { basename } from "node:path";

/** The name in the source's own texts, and not the one that has been put in its place already. */
const WRITTEN = /(?<!-P )\bmain\.ts\b/g;

/** `deno run -P main.ts` in a checkout, `service-gateway` out of the tarball, the file's name where it is compiled. */
export const PROGRAM = Deno.build.standalone
  ? basename(Deno.execPath())
  : /\/(gateway|box|box_run)\.c?js$/.test(import.meta.url)
  ? "service-gateway"
  : "deno run -P main.ts";

/** A text with the program's name as it is here: for whatever is printed, or answered to operators. */
export const named = (text: string): string => text.replace(WRITTEN, PROGRAM);
