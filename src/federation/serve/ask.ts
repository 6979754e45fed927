/** What a request for records may ask, and the words of the answers (FED "Public federation"). */
import type { SequenceKind } from "../../wire/mod.ts";
import { MAX_PAGE_FRAMES } from "../../wire/mod.ts";
import type { Rotation } from "../tables/peer_store.ts";
import type { Region } from "./region.ts";

const DEFAULT_LIMIT = 200;

/** `limit` of a request: 1 to 1000, 200 when it is missing or nonsense. */
export function readLimit(text: string | undefined): number {
  const limit = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : DEFAULT_LIMIT;
  return Math.min(Math.max(limit, 1), MAX_PAGE_FRAMES);
}

/** `since` of a request; anything invalid counts as the start. */
export const readSince = (text: string | undefined): number =>
  text !== undefined && /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0;

/** Records of one kind after a number, at most `limit` of them, narrowed to a region. */
export interface PageAsked {
  since: number;
  limit: number;
  region?: Region;
}

/** The last number of each kind. */
export type Numbers = Partial<Record<SequenceKind, number>>;

/** What a summary says of one origin. */
export interface SummaryEntry {
  origin: string;
  held?: Numbers;
  top: Numbers;
  publicKey: string;
  publicKeys: { x: string; until?: number }[];
  rotations: Rotation[];
}
export interface Summary {
  instance: string;
  origins: SummaryEntry[];
  complete: boolean;
  next?: string;
  asker?: { held: Numbers };
}
