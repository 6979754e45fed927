/** Who a box is, from its folder. */
import { join } from "node:path";
import { readSigningKey } from "../../wire/mod.ts";
import { type BoxFile, KEY_FILE } from "../config/box_file.ts";
import { boxFailure } from "../errors.ts";
import { authorityOf } from "./authority.ts";
import type { Identity } from "./client.ts";

/** Who the box is: its id, its key, its gateway's addresses. */
export function identityOf(dir: string, file: Readonly<BoxFile>): Identity {
  const key = readSigningKey(Deno.readTextFileSync(join(dir, KEY_FILE)).trim());
  if (!key) throw boxFailure.box_file_bad({}, `${join(dir, KEY_FILE)} holds no key`);
  return { box: file.box, key, addresses: file.gateways, authority: authorityOf(dir) };
}
