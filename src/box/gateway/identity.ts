/** Who a box is, from its folder. */
import { join } from "node:path";
import { readSigningKey } from "../../wire/mod.ts";
import { type BoxFile, KEY_FILE } from "../config/box_file.ts";
import { boxFailure } from "../errors.ts";
import { authorityOf } from "./authority.ts";
import type { Facts } from "../spool/facts.ts";
import type { Identity } from "./client.ts";
import type { Joined } from "./proof.ts";

/**
 * Who the box is: its id, its key, its gateway's addresses. Which gateway it joined is a fact of its database, since a hand may
 * change the file; without that database anyone's who proves to be a gateway counts.
 */
export function identityOf(dir: string, file: Readonly<BoxFile>): Identity {
  const key = readSigningKey(Deno.readTextFileSync(join(dir, KEY_FILE)).trim());
  if (!key) throw boxFailure.box_file_bad({}, `${join(dir, KEY_FILE)} holds no key`);
  return { box: file.box, key, addresses: file.gateways, authority: authorityOf(dir), instance: "" };
}

/** The gateway that the box joined, by its facts; by its file where it has joined before there were such facts. */
export const joinedOf = (facts: Pick<Facts, "get">, file: Readonly<BoxFile>): Joined => ({
  instance: facts.get("gateway_name") ?? file.instance,
  instanceKey: facts.get("gateway_key"),
});
