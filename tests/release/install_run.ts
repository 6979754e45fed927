/**
 * Installs a bundle below a root: in a process of its own, since it takes on the rights of the service's user for a while, and
 * a process has one user for all that runs in it.
 */
import { join } from "node:path";
import { hostAt, install } from "../../src/release/mod.ts";

const [root, bundle] = Deno.args as [string, string];
await install({
  host: hostAt(root),
  bundle,
  setUp(dataDir) {
    Deno.mkdirSync(dataDir, { recursive: true });
    Deno.writeTextFileSync(join(dataDir, "gateway.env"), 'INGEST_SECRET="x"\n');
  },
  say: console.log,
});
