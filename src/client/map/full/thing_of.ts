/** The cache or station behind what was pressed on the map. */
import { lineOf } from "../../marks/node_words.ts";
import { say } from "../../ui/say.ts";
import { useApp } from "../../phone/app.ts";
import type { CacheRow } from "../../phone/known/caches.ts";
import type { Heard } from "../../phone/known/heard.ts";
import { nameOfCache } from "../../phone/known/in_parts.ts";
import type { Picked } from "../big_map.ts";

/** Kinds that are neither: what is said of them stands with the mark. */
export const BESIDE: readonly string[] = ["spot", "tak", "tastic"];

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

/** What is said of a thing that is neither cache nor station. */
export const sayOf = ({ kind, said }: Picked): string =>
  kind === "tak" ? say("map.legend.tak") : said === undefined ? "" : lineOf(JSON.parse(said));
