/** Writes the generated parts of the README and the app's icons anew: `deno task docs`. */
import { settingsTable } from "../src/cli/mod.ts";
import { iconPaths } from "./app/icons.ts";

const path = new URL("../README.md", import.meta.url);

/** The README with its generated parts as the program has them now. */
export function current(readme: string): string {
  return readme.replace(
    /(<!-- settings:[^\n]*-->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, open: string, close: string) => `${open}\n${settingsTable()}\n\n${close}`,
  );
}

if (import.meta.main) {
  const readme = Deno.readTextFileSync(path);
  if (current(readme) === readme) console.log("README.md is current.");
  else Deno.writeTextFileSync(path, current(readme));
  Deno.writeTextFileSync(new URL("../src/client/ui/icons/paths.ts", import.meta.url), await iconPaths());
}
