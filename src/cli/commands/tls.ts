/** `tls show|renew`: the certificate that this instance makes for itself. */
import type { Command } from "commander";
import { DATA_DIR, type Environment, instanceId, ownOrigins } from "../../settings/mod.ts";
import { authorityCertificate, fingerprintOf, leafIn, newAuthority, renewLeaf } from "../../tls/mod.ts";
import { withEnvFile } from "../environment.ts";
import { cliFailure } from "../failing.ts";
import { readSettings, useDataDir, worldOf } from "../house/house.ts";
import { say, sayJson } from "../program.ts";

const day = (unix: number): string => new Date(unix * 1000).toISOString().slice(0, 10);

export function tlsCommands(program: Command, environment: Environment): void {
  const tls = program.command("tls").description("https with a certificate of this instance's own (TLS=own)");

  tls.command("show")
    .description(
      "the authority's fingerprint, in hex and in words to read to others, and whom the certificate names",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExamples:\n  main.ts tls show\n  main.ts tls show --json")
    .action((options: { json?: boolean }) => {
      const dataDir = readSettings(withEnvFile(environment), { serving: false }).get(DATA_DIR);
      const authority = authorityCertificate(dataDir);
      if (!authority) {
        throw cliFailure.not_found(
          {},
          "There is no certificate authority yet: a start with TLS=own makes it",
        );
      }
      const { hex, words } = fingerprintOf(authority.der);
      const leaf = leafIn(dataDir, authority.der);
      if (options.json) {
        return sayJson({
          fingerprint: hex.join(""),
          words,
          names: leaf?.names ?? [],
          notAfter: leaf?.to ?? null,
        });
      }
      say(`Fingerprint (SHA-256)  ${hex.join(" ")}`);
      say(`In words               ${words.join(" ")}`);
      if (leaf) say(`Names until ${day(leaf.to)}  ${leaf.names.join(", ")}`);
    });

  tls.command("renew")
    .description("make a new certificate now; a running server takes it over within seconds")
    .option("--authority", "make a new authority as well: every phone has to trust it anew")
    .addHelpText("after", "\nExamples:\n  main.ts tls renew\n  main.ts tls renew --authority")
    .action(async (options: { authority?: boolean }) => {
      const settings = readSettings(withEnvFile(environment), { serving: false });
      const dataDir = settings.get(DATA_DIR);
      useDataDir(dataDir);
      const parts = {
        dataDir,
        world: worldOf(settings),
        instance: instanceId(settings),
        origins: ownOrigins(settings),
      };
      if (options.authority) await newAuthority(parts);
      const leaf = await renewLeaf(parts);
      say(`A new certificate until ${day(leaf.to)} names ${leaf.names.join(", ")}.`);
      if (options.authority) {
        const { words } = fingerprintOf(authorityCertificate(dataDir)!.der);
        say(
          `The new authority's fingerprint in words: ${
            words.join(" ")
          }. Every phone trusts it anew, at /trust.`,
        );
      }
    });
}
