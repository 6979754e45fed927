/** The program's version, as logins and the gateway are told. */
import manifest from "../../deno.json" with { type: "json" };

export const VERSION = manifest.version;
