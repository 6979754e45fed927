/** A QR code drawn from its dark and light fields: black on white, on the screen and on paper, with scripts and without. */

/** Empty fields around it, as the standard wants. */
const EDGE = 4;

/** What an encoder gives. */
export interface Fields {
  data: readonly (readonly boolean[])[];
  size: number;
}

/** `label`: what it leads to, in words. */
export function QrDrawing({ fields: { data, size }, label }: { fields: Fields; label: string }) {
  const path = data.flatMap((row, y) =>
    row.flatMap((dark, x) => dark ? [`M${x + EDGE} ${y + EDGE}h1v1h-1z`] : [])
  )
    .join("");
  const side = size + 2 * EDGE;
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
