/** Service Gateway. Parses arguments and nothing else; see `main.ts --help`. */
import { run } from "./src/cli/mod.ts";

if (import.meta.main) await run(Deno.args, Deno.env.toObject());
