/** A small drawing of a find's evidence, without words, for a card that says in a sentence what it shows. */
import { useCache } from "../cache/read_cache.ts";
import { asJudged, type Candidate, drawingOf } from "./evidence.ts";
import { Picture, SIZE } from "./evidence_picture.tsx";

export interface EvidenceThumbProps {
  /** Code of the cache. */
  code: string;
  foundAt: number;
  candidates: readonly Candidate[];
  /** Whether the find counts. */
  verified: boolean | undefined;
}

/** Nothing where its place is not known, or where nothing lies near it that could be drawn. */
export default function EvidenceThumb({ code, foundAt, candidates, verified }: EvidenceThumbProps) {
  const { lat, lon } = useCache(code).cache.value?.value ?? { lat: null, lon: null };
  if (lat === null || lon === null) return null;
  const drawing = drawingOf({ lat, lon }, foundAt, asJudged(candidates, verified), SIZE);
  if (drawing.marks.length + drawing.halos.length === 0) return null;
  return (
    <div class="evidence-thumb">
      <Picture drawing={drawing} small />
    </div>
  );
}
