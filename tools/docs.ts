/** Writes the app's icons anew: `deno task docs`. */
import { fieldPaths, iconPaths } from "./app/icons.ts";

if (import.meta.main) {
  const write = (file: string, text: string) =>
    Deno.writeTextFileSync(new URL(`../src/client/ui/icons/${file}`, import.meta.url), text);
  write("paths.ts", await iconPaths());
  write("field_paths.ts", await fieldPaths());
}
