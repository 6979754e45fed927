/** A whole backup of an instance that is another one than those of the tests. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { command } from "./command.ts";

export const PHRASE = "correct horse battery";
/** The photo that is in it: 700,000 times a 7. */
export const MEDIA = "media/ab/cdef0123456789.webp";

/** A whole backup of an instance with a name, a photo and secrets of its own. */
export async function wholeBackup(
  folder: string,
): Promise<{ archive: Uint8Array<ArrayBuffer>; env: string }> {
  const data = join(folder, "old"), file = join(folder, "club.tar"), phrase = join(folder, "phrase");
  const made = await command(["setup", "--call", "OE1XYZ"], { DATA_DIR: data });
  assert.equal(made.code, 0, made.stderr);
  const env = join(data, "gateway.env");
  await Deno.writeTextFile(env, 'INSTANCE_ID="hill.example"\n', { append: true });
  assert.equal((await command(["migrate"], { DATA_DIR: data })).code, 0);
  await Deno.mkdir(join(data, "media/ab"), { recursive: true });
  await Deno.writeFile(join(data, MEDIA), new Uint8Array(700_000).fill(7));
  await Deno.writeTextFile(phrase, `${PHRASE}\n`);
  const whole = await command(["backup", file, "--whole", "--passphrase-file", phrase], { DATA_DIR: data });
  assert.equal(whole.code, 0, whole.stderr);
  return { archive: await Deno.readFile(file), env: await Deno.readTextFile(env) };
}
