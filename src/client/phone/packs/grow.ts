/** Fetches what a pack still lacks, photo by photo and range by range. Each is stored at once, so it can stop at any time. */
import { type NotKept, whyNotKept } from "../kept/database.ts";
import type { Gateway } from "../ask.ts";
import type { Refused } from "../../ui/refused.ts";
import { heardIn, missing, type Pack, partsOf, sizeOf, soundBytes, takesSounds } from "./pack.ts";
import type { PackStorage } from "./pack_storage.ts";
import { ARCHIVE } from "./archive.ts";

/** What fetching needs. */
export interface Room {
  gateway: Pick<Gateway, "bytes">;
  storage: Pick<
    PackStorage,
    | "caches"
    | "partNames"
    | "putPart"
    | "dropParts"
    | "rangeStarts"
    | "putRange"
    | "dropRanges"
    | "change"
    | "remove"
  >;
  /** Called with the number of bytes of the pack that are here. */
  told(bytes: number): void;
  /** Whether the next part may be fetched: the phone may leave its Wi-Fi meanwhile. */
  mayGo(): boolean;
}

/** Matches the addresses of stages' sounds; photos are in another folder. */
const CLIP = /^\/api\/media\/cache\/\d+\/stage\//;

/** Whether a part is gone, so that its pack is whole without it. Any other refusal may pass. */
const isGone = ({ status }: { status: number }): boolean => status === 404 || status === 410;

/** Fetches the list of a cache's stages and the sounds that everybody may hear; gives their addresses, or why it stopped. */
async function bringSounds(
  { gateway, storage }: Pick<Room, "gateway" | "storage">,
  grid: string,
  list: string,
  here: ReadonlySet<string>,
): Promise<{ named: readonly string[] } | "unreachable" | Refused> {
  const told = await gateway.bytes(list);
  if (!told.ok) {
    if (!told.refused) return "unreachable";
    return isGone(told) ? { named: [] } : told;
  }
  await storage.putPart({ grid, name: list, ...told.value });
  const { stages } = JSON.parse(new TextDecoder().decode(told.value.bytes)) as {
    stages: { mediaUrl: string | null }[];
  };
  const named = stages.flatMap(({ mediaUrl }) => mediaUrl ?? []);
  for (const mediaUrl of named) {
    if (here.has(mediaUrl)) continue;
    const got = await gateway.bytes(mediaUrl);
    if (got.ok) await storage.putPart({ grid, name: mediaUrl, ...got.value });
    else if (!got.refused) return "unreachable";
    else if (!isGone(got)) return got;
  }
  return { named };
}

/** Fetches until the pack is whole, has to wait, the gateway is not reached, or the phone is full; or gives a refusal. */
export async function grow(
  { gateway, storage, told, mayGo }: Room,
  pack: Pack,
): Promise<"whole" | "waits" | "unreachable" | NotKept | Refused> {
  const { grid } = pack;
  const caches = await storage.caches(grid);
  const wanted = partsOf(caches, pack.images);
  const lists = takesSounds(pack) ? heardIn(caches) : [];
  const here = await storage.partNames(grid);
  const names = new Set(wanted.map(({ name }) => name));
  const keeps = (name: string) =>
    names.has(name) || lists.includes(name) || lists.length > 0 && CLIP.test(name);
  await storage.dropParts(grid, [...here].filter((name) => !keeps(name)));
  const lacking = missing(wanted, here);
  let images = sizeOf(wanted) - sizeOf(lacking), sounds = 0, map = 0;
  const tell = () => told(pack.bytes.caches + images + sounds + map);
  try {
    for (const { name, bytes } of lacking) {
      if (!mayGo()) return "waits";
      tell();
      const got = await gateway.bytes(name);
      if (got.ok) await storage.putPart({ grid, name, ...got.value });
      else if (!got.refused) return "unreachable";
      // A photo that was removed meanwhile is left out; any other failure ends the run.
      else if (!isGone(got)) return got;
      images += bytes;
    }
    const heard = new Set<string>();
    for (const list of lists) {
      if (!mayGo()) return "waits";
      const came = await bringSounds({ gateway, storage }, grid, list, here);
      if (came === "unreachable" || "refused" in came) return came;
      for (const name of came.named) heard.add(name);
    }
    // A sound that was replaced has a new address; the old file is deleted.
    await storage.dropParts(grid, [...here].filter((name) => CLIP.test(name) && !heard.has(name)));
    if (lists.length > 0) sounds = soundBytes(caches);
    const { etag, ranges } = pack.archive ?? { etag: "", ranges: [] };
    const starts = await storage.rangeStarts(grid);
    for (const [from, to] of ranges) {
      if (!starts.has(from)) {
        if (!mayGo()) return "waits";
        tell();
        const got = await gateway.bytes(ARCHIVE, [from, to]);
        if (!got.ok) return got.refused ? got : "unreachable";
        if (got.value.etag !== etag) {
          // The archive was replaced meanwhile: parts of two archives do not make a map.
          await storage.dropRanges(grid);
          await storage.change(grid, ({ archive: _, ...rest }) => ({ ...rest, map: false, whole: true }));
          return "whole";
        }
        await storage.putRange({ grid, from, bytes: got.value.bytes });
      }
      map += to - from + 1;
    }
    const kept = await storage.change(
      grid,
      (one) => ({ ...one, whole: true, bytes: { ...one.bytes, images, sounds, map } }),
    );
    // The person removed the pack while it was fetched.
    if (!kept) await storage.remove(grid);
    return "whole";
  } catch (error) {
    return whyNotKept(error);
  }
}
