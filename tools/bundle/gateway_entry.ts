/** Where the tarball's `gateway.cjs` begins: the server and its commands. Its launcher leads `box` elsewhere. */
import { run } from "../../src/cli/mod.ts";

// No await here: a script that is required has none at its top. What goes wrong ends the process in there.
void run(Deno.args, Deno.env.toObject());
