/** Where the tarball's `box_run.cjs` begins: the box that runs beside a radio, and nothing that it needs not. */
import { run } from "../../src/cli/box_run_main.ts";

// No await here: a script that is required has none at its top. What goes wrong ends the process in there.
void run(Deno.args, Deno.env.toObject());
