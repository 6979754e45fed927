/**
 * `deno task app`: modules of words, and the web app's browser files, built into `dist/app/` by esbuild and written as modules
 * that the program imports. Does nothing where the sources are those of the last build; takes a tenth of a second where they
 * are not.
 */
import { ROOT } from "./release.ts";
import { writeWordModules } from "./words.ts";

writeWordModules(ROOT);
// After that: what builds the app imports sources that import those modules, and a fresh checkout has none.
const { makeApp } = await import("./app/made.ts");
await makeApp(Deno.args.includes("--again"));
