/** A station's APRS symbol as a small drawing, with its meaning in words for screen readers. */
import { SIZE } from "./caches.ts";
import { stationPath, stationShape } from "./stations.ts";
import { say } from "../ui/say.ts";

export function Symbol({ symbol }: { symbol: string }) {
  const shape = stationShape(symbol);
  return (
    <svg class="symbol" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={say(`symbol.${shape}`)}>
      <path d={stationPath(shape)} fill-rule="evenodd" />
    </svg>
  );
}
