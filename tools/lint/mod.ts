/**
 * The rules of the house that one file's source can break, as a plugin of `deno lint`: an editor says them while one writes. What
 * needs the whole tree (who imports whom, what is used nowhere) is in `tests/policy/`.
 */
import { addresses, button, fields, reads, red } from "./client.ts";
import { nouns } from "./names.ts";
import { sleep, using } from "./tests.ts";
import { decimals, imports, latin1, permits, world } from "./world.ts";

export default {
  name: "house",
  rules: {
    world,
    imports,
    permits,
    latin1,
    decimals,
    button,
    fields,
    red,
    reads,
    addresses,
    using,
    sleep,
    nouns,
  },
} satisfies Deno.lint.Plugin;
