/** Writes the app's icons anew: `deno task docs`. */
import { iconPaths } from "./app/icons.ts";

if (import.meta.main) {
  Deno.writeTextFileSync(new URL("../src/client/ui/icons/paths.ts", import.meta.url), await iconPaths());
}
