/** The map archive of the instance's region, where it has one. The big map reads it one range of bytes at a time. */
import type { Packs } from "../../phone/packs/packs.ts";
import type { Gateway } from "../../phone/ask.ts";
import type { Reader } from "../../phone/reader.ts";
import type { Archive } from "./archive.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Needs {
  reader: Reader;
  gateway: Gateway;
  packs: Packs;
}

/** Opened once for each app. */
const opened = new WeakMap<Packs, Promise<Archive | undefined>>();

/** The detailed map of this instance's region, opened once; `undefined` where it has none. */
export function archiveOf({ reader, gateway, packs }: Needs): Promise<Archive | undefined> {
  const known = opened.get(packs) ?? regionalArchive(reader, gateway, packs);
  opened.set(packs, known);
  return known;
}

/** Its path on the instance. Maps of other hosts are not read: the app asks no other host. */
const OWN = "/tiles/offline.pmtiles";

/** Opens the archive; `undefined` where there is none, or where it cannot be read at the moment. */
async function regionalArchive(
  reader: Reader,
  gateway: Gateway,
  packs: Packs,
): Promise<Archive | undefined> {
  let url: string | null = null, attribution = "";
  await reader.read(routeTo("GET /api/offline/tiles"), ({ value }) => ({ url, attribution } = value));
  if (url !== OWN) return undefined;
  await packs.open();
  const { openArchive } = await import("./archive.ts");
  return await openArchive({
    getKey: () => OWN,
    async getBytes(offset, length) {
      // Bytes that a pack has are not fetched again, and are there without a connection.
      const kept = await packs.keptRange(offset, length);
      if (kept) return { data: kept };
      const got = await gateway.bytes(OWN, [offset, offset + length - 1]);
      if (!got.ok) throw new Error("the archive cannot be read now");
      return { data: got.value.bytes };
    },
  }, attribution);
}
