/**
 * What a member's installed tools add to pages. The part that runs tools sets it once one runs; pages ask for it here, know
 * nothing of tools and load nothing of them.
 */
import { signal } from "@preact/signals";
import type { Map as LibraryMap } from "maplibre-gl";
import type { ComponentChildren } from "preact";

/** How a row of a list of packets is shown: in the colour of a kind of stations, or not at all. */
export type RowLook = { colour: string } | { hidden: true };
/** What a packet is judged by: whom it is from and for, and its text. */
export interface Judged {
  src: string;
  dst: string;
  text: string;
}
export const rowLook = signal<((packet: Judged) => RowLook | undefined) | undefined>(undefined);

/** Tools that somebody wants in the menu, while they run. */
export const pinnedTools = signal<readonly { name: string; title: string }[]>([]);

/** Layers over the big map: `draw` gives what takes them off again; `choices` are rows in the list of layers. */
interface OverMap {
  draw(map: LibraryMap): () => void;
  choices(): ComponentChildren;
}
export const overMap = signal<OverMap | undefined>(undefined);
