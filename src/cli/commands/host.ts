/** `install`, `uninstall`, `upgrade`, `release key`: the program as a service of a host. */
import { dirname } from "node:path";
import type { Command } from "commander";
import { asOwner, newToken, realWorld, replaceFile } from "../../base/mod.ts";
import {
  goBack,
  hostAt,
  install,
  RELEASE_KEY,
  releaseFailure,
  uninstall,
  upgrade,
} from "../../release/mod.ts";
import type { Environment } from "../../settings/mod.ts";
import { readSigningKey } from "../../wire/mod.ts";
import { cliFailure } from "../failing.ts";
import { lookAt, openNamed } from "../files.ts";
import { PROGRAM, say } from "../program.ts";
import { ProgressBar } from "./backups/progress_bar.ts";
import { runningAt } from "../running.ts";
import { setUp } from "../first_run/set_up.ts";

/** How long a version may take to come up, in seconds: a Pi brings a large database up to date. */
const PATIENCE_S = "300";
/** What `upgrade` is told. */
interface UpgradeOptions {
  back?: boolean;
  downgrade?: boolean;
  wait: string;
  root: string;
}

const ROOT = "folder of another host, e.g. a mounted card; its service manager is not asked";

export function hostCommands(program: Command, environment: Environment): void {
  /** Folder of the unpacked bundle, where the program runs out of one. */
  const bundle = PROGRAM === "service-gateway" ? dirname(new URL(import.meta.url).pathname) : undefined;

  program.command("install")
    .description(
      "install the service on this host: user, folders, unit, log, nightly copy (as root, out of the bundle)",
    )
    .option("--call <callsign>", "the operator's callsign")
    .option("--root <folder>", ROOT, "/")
    .addHelpText("after", "\nExample:\n  main.ts install --root /mnt/usb --call OE1XYZ")
    .action((options: { call?: string; root: string }) =>
      install({
        host: hostAt(options.root),
        bundle,
        setUp: (dataDir) => setUp({ ...environment, DATA_DIR: dataDir }, options.call, { TLS: "own" }),
        say,
      })
    );

  program.command("uninstall")
    .description("remove the service from this host; its data stay")
    .option("--root <folder>", ROOT, "/")
    .addHelpText("after", "\nExample:\n  main.ts uninstall --root /mnt/usb")
    .action((options: { root: string }) => uninstall({ host: hostAt(options.root), say }));

  program.command("upgrade [tarball]")
    .description(
      "bring this host to the version of a signed bundle, and back by itself where that does not come up",
    )
    .option("--back", "go back from an upgrade that was not finished")
    .option("--downgrade", "take an older version than the one that runs")
    .option("--wait <seconds>", "how long the new version may take to come up", PATIENCE_S)
    .option("--root <folder>", "folder below which the service lies", "/")
    .addHelpText(
      "after",
      "\nThe old version stays beside the new one. An older one is taken only with --downgrade, and only where it can open the\n" +
        "database: nothing that was written is lost. Where a newer version has changed the database, the older one is\n" +
        "refused; a copy from before that change (main.ts backups) lacks everything that was written since.\n\nExample:\n  main.ts upgrade /mnt/usb/service-gateway-9.9.9-linux-x64.tar.gz",
    )
    .action(async (file: string | undefined, options: UpgradeOptions) => {
      if (RELEASE_KEY === undefined) {
        throw releaseFailure.bundle_unsigned(
          {},
          "This program was bundled without a release key, so it cannot check a signature: upgrade by hand (main.ts help backup-and-upgrade)",
        );
      }
      const host = hostAt(options.root);
      const world = realWorld();
      const parts = {
        ...{ host, world, key: RELEASE_KEY, say, patienceMs: secondsOf(options.wait) * 1000 },
        target: Deno.build.arch === "aarch64" ? "arm64" as const : "x64" as const,
        address: () => asOwner(host.dataDir, () => runningAt(host.dataDir)),
        downgrade: options.downgrade ?? false,
      };
      if (options.back) {
        say(await goBack(parts) ? "The version before runs again." : "There is nothing to go back from.");
        return;
      }
      if (file === undefined) throw cliFailure.bad_option({}, "Name the tarball of the new version");
      const opened = openNamed(file, "the bundle in it");
      const bar = new ProgressBar(opened.statSync().size, () => world.elapsedMs());
      const { version } = await upgrade(bar.counting(opened.readable), parts)
        .finally(() => bar.end());
      say(`${version} runs. The version before stays in ${host.opt}.`);
    });

  program.command("release").description("for whoever makes bundles for others")
    .command("key <file>")
    .description("make the key that bundles are signed with; its public half goes into each bundle")
    .addHelpText("after", "\nExample:\n  main.ts release key release.key")
    .action((file: string) => {
      if (lookAt(file)) {
        throw cliFailure.output_unusable({}, `${file} is there already; a release key is made once`);
      }
      const seed = newToken(realWorld());
      replaceFile(file, `${seed}\n`);
      say(`Made ${file} (mode 0600). Its public half: ${readSigningKey(seed)!.publicKey}`);
      say(
        `Sign with it: RELEASE_KEY=${file} deno task bundle. Whoever loses it can sign no upgrade any more.`,
      );
    });
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 3600) return seconds;
  throw cliFailure.bad_option({}, "--wait takes a whole number of seconds from 1 to 3600");
}
