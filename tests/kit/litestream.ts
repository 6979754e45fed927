/** The real litestream, with the configuration that the README gives. */
import { join } from "node:path";
import { fromReadme } from "./readme.ts";

/** Starts replicating a data folder's database into `replica`. */
export async function replicate(
  dataDir: string,
  replica: string,
  folder: string,
): Promise<Deno.ChildProcess> {
  const file = join(folder, "litestream.yml");
  await Deno.writeTextFile(
    file,
    fromReadme("yaml").replace("/var/lib/service-gateway/gateway.db", join(dataDir, "gateway.db"))
      .replace("/srv/replica", replica),
  );
  return new Deno.Command("litestream", {
    args: ["replicate", "-config", file],
    stdout: "null",
    stderr: "null",
  }).spawn();
}
