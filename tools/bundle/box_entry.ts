/** Where the tarball's `box.cjs` begins: the receiver box without a byte of the server. */
import { run } from "../../src/cli/box_main.ts";

// No await here: a script that is required has none at its top. What goes wrong ends the process in there.
void run(Deno.args, Deno.env.toObject());
