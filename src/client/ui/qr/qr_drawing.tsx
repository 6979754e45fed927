/** Draws a QR code from its dark and light fields, black on white, on the screen and on paper. Needs no script. */

/** Width of the empty border in fields, as the standard demands. */
const EDGE = 4;

/** What a QR encoder gives: `size` times `size` fields, row by row. */
export interface Fields {
  data: readonly (readonly boolean[])[];
  size: number;
}

/** `label`: says for screen readers what it leads to. */
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
