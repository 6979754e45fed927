/** The cache or station behind what was pressed on the map. */
import { useApp } from "../../phone/app.ts";
import { usePart } from "../../ui/use_part.ts";
import type { CacheRow } from "../../phone/known/caches.ts";
import type { Heard } from "../../phone/known/heard.ts";
import { nameOfCache } from "../../phone/known/in_parts.ts";
import type { Picked } from "../big_map.ts";

/** Kinds that are neither: what is said of them stands with the mark. */
export const BESIDE: readonly string[] = ["object", "spot", "tak", "tastic"];

/** Either, where it is still known. */
export function useThing(
  { kind, id, code }: Picked,
): { cache?: CacheRow | undefined; station?: Heard | undefined } {
  const { caches, stations } = useApp();
  return kind === "cache"
    ? { cache: caches.rows.value.find((row) => nameOfCache(row) === id) }
    : BESIDE.includes(kind)
    ? {}
    : { station: stations.of(code)?.value };
}

/** What is said of a thing that is neither cache nor station, once the words for it are there. */
export function useSaid({ kind, said }: Picked): string {
  const words = usePart(() => import("../../marks/node_words.ts"), BESIDE.includes(kind));
  if (!words || kind === "spot") return "";
  if (kind === "tak") return words.legendOf("tak");
  if (said === undefined) return "";
  return kind === "object" ? words.lineOfObject(JSON.parse(said)) : words.lineOf(JSON.parse(said));
}
