/** Where the tarball's `box.js` begins: the receiver box without a byte of the server. `main.ts` leads to it elsewhere. */
import { run } from "../src/cli/box_main.ts";

if (import.meta.main) await run(Deno.args, Deno.env.toObject());
