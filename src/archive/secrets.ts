/** The secrets of an instance under a passphrase: a tar in the format age (https://age-encryption.org/v1). */
import { join } from "node:path";
import { parseEnv } from "node:util";
import { concat } from "../base/mod.ts";
import { archiveFailure } from "./errors.ts";
import { ENV, isSecretName, TLS } from "./names.ts";
import { envLine, settingOf } from "../settings/mod.ts";
import { entriesOf, packSmall, sourceOf } from "../tar/mod.ts";

/** Fewest characters of a passphrase. Whoever has the archive may try as many as they like. */
const LEAST_PASSPHRASE = 12;
/** Work for each try, as a power of two: 32 MB of memory and some tenths of a second, which a small Pi has too. */
const WORK = 15;

interface SecretFile {
  name: string;
  bytes: Uint8Array;
}

/** What of a data folder is secret: the env file, and what https is served with. */
export function secretFiles(dataDir: string): SecretFile[] {
  const read = (name: string): SecretFile[] => {
    try {
      return [{ name, bytes: Deno.readFileSync(join(dataDir, name)) }];
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  };
  const tls: string[] = [];
  try {
    for (const { name, isFile } of Deno.readDirSync(join(dataDir, TLS))) {
      if (isFile) tls.push(`${TLS}/${name}`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return [ENV, ...tls.sort()].filter(isSecretName).flatMap(read);
}

/** Throws `passphrase_short` for one that is guessed soon. */
export function checkPassphrase(passphrase: string): void {
  if ([...passphrase].length < LEAST_PASSPHRASE) throw archiveFailure.passphrase_short();
}

/** Seals files under a passphrase. */
export async function seal(files: readonly SecretFile[], passphrase: string, at: number) {
  checkPassphrase(passphrase);
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(WORK);
  return await encrypter.encrypt(packSmall(files, at));
}

/**
 * An env file as this program would have written it: settings that are declared, each on a line of its own. Whoever starts the
 * program reads all of the file, and a name that nobody declared (LD_PRELOAD) would be the loader's.
 */
export function declaredAlone(bytes: Uint8Array): Uint8Array {
  const lines: string[] = [], left: string[] = [];
  for (const [key, value = ""] of Object.entries(parseEnv(new TextDecoder().decode(bytes)))) {
    const setting = settingOf(key);
    try {
      if (setting) lines.push(`${key}=${envLine(setting, value)}`);
      else if (/^\w{1,60}$/.test(key)) left.push(key);
    } catch {
      throw archiveFailure.archive_unsound({}, `${key} in its ${ENV} is not one plain line`);
    }
  }
  if (left.length > 0) {
    lines.push(`# Left out when this was restored, since nothing here is called so: ${left.join(", ")}`);
  }
  return new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
}

/** Opens what was sealed. Throws `passphrase_wrong`, and `archive_unsound` where something else is in it. */
export async function unseal(sealed: Uint8Array, passphrase: string): Promise<SecretFile[]> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  let packed: Uint8Array;
  try {
    packed = await decrypter.decrypt(sealed);
  } catch {
    throw archiveFailure.passphrase_wrong();
  }
  const files: SecretFile[] = [];
  for await (const { name, pieces } of entriesOf(sourceOf(packed))) {
    if (!isSecretName(name) || files.some((file) => file.name === name)) {
      throw archiveFailure.archive_unsound({}, `${name} does not belong among its secrets`);
    }
    const parts: Uint8Array[] = [];
    for await (const piece of pieces()) parts.push(piece.slice());
    files.push({ name, bytes: concat(...parts) });
  }
  return files;
}
