/** Whole backups at the shell: their passphrase, how they are made, and what is said of one. */
import { Option } from "commander";
import { makeArchive, openArchive, type Opened } from "../../../archive/mod.ts";
import { BACKUP_PASSPHRASE, instanceId } from "../../../settings/mod.ts";
import type { House } from "../../../wiring/house.ts";
import { useDataDir } from "../../house/house.ts";
import { readNamed } from "../../files.ts";

/** `--passphrase-file`: never the passphrase itself, which every user of the host would see in the list of processes. */
export const passphraseFile = (): Option =>
  new Option(
    "--passphrase-file <file>",
    "file whose first line is the passphrase of the secrets; BACKUP_PASSPHRASE without it",
  );

/** The passphrase in a file that the caller named. */
export function passphraseIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  return new TextDecoder().decode(readNamed(file)).split(/\r?\n/, 1)[0]!;
}

/** How a whole backup of a house is made. */
export const wholeOf = (
  { db, dataDir, world, settings, source }: House,
  passphrase: string | undefined,
  copied: (done: number, total: number) => void,
) =>
(path: string): Promise<unknown> =>
  makeArchive({
    ...{ db, dataDir, path, copied, now: world.now() },
    instance: instanceId(settings),
    program: source.version,
    passphrase: passphrase ?? settings.get(BACKUP_PASSPHRASE),
  });

/** Opens an archive beside what is in use: checked whole, nothing changed. */
export async function openWhole(file: string, dataDir: string, passphrase?: string): Promise<Opened> {
  useDataDir(dataDir);
  return await openArchive(file, dataDir, passphrase);
}

/** What an archive holds, in lines. */
export function saysOf({ manifest, hasSecrets }: Opened): string[] {
  const { files, instance, madeAt, secrets } = manifest;
  const media = files.filter(({ name }) => name.startsWith("media/")).length;
  return [
    `It is of ${instance}, made ${new Date(madeAt * 1000).toISOString()}, with ${media} files of media.`,
    hasSecrets
      ? "Its secrets (gateway.env, tls/) are opened, and come with it."
      : secrets
      ? "Its secrets stay closed and are not put back: --passphrase-file opens them."
      : "It has no secrets in it: gateway.env and tls/ stay as they are here.",
  ];
}
