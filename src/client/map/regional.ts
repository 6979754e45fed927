/** The archive of its region that an instance may have, as the big map reads it: a range of bytes at a time. */
import type { Packs } from "../packs/packs.ts";
import type { Gateway } from "../shell/ask.ts";
import type { Reader } from "../shell/reader.ts";
import type { Archive } from "./archive.ts";

/** Where instances have it. A map from elsewhere is not read: pages ask no other host. */
const OWN = "/tiles/offline.pmtiles";

/** Opens it; `undefined` where there is none, or none can be read now. */
export async function regionalArchive(
  reader: Reader,
  gateway: Gateway,
  packs: Pick<Packs, "keptRange" | "open">,
): Promise<Archive | undefined> {
  let url: string | null = null;
  await reader.read<{ url: string | null }>("/api/offline/tiles", ({ value }) => url = value.url);
  if (url !== OWN) return undefined;
  await packs.open();
  const { openArchive } = await import("./archive.ts");
  return await openArchive({
    getKey: () => OWN,
    async getBytes(offset, length) {
      // What a pack has brought is not fetched again, and is there without a connection.
      const kept = await packs.keptRange(offset, length);
      if (kept) return { data: kept };
      const got = await gateway.bytes(OWN, [offset, offset + length - 1]);
      if (!got.ok) throw new Error("the archive cannot be read now");
      return { data: got.value.bytes };
    },
  });
}
