/** A QR code: black on white in every look, since readers want it so. What draws it is loaded when one is shown. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Empty modules around it, as the standard wants. */
const EDGE = 4;

/** `label`: what it leads to, in words. */
export function Qr({ text, label }: { text: string; label: string }) {
  const drawn = useSignal<{ path: string; size: number } | undefined>(undefined);
  useEffect(() => {
    void import("uqr").then(({ encode }) => {
      const { data, size } = encode(text, { ecc: "M", border: 0 });
      const path = data.flatMap((row, y) =>
        row.flatMap((dark, x) => dark ? [`M${x + EDGE} ${y + EDGE}h1v1h-1z`] : [])
      );
      drawn.value = { path: path.join(""), size: size + 2 * EDGE };
    });
  }, [text]);
  if (!drawn.value) return null;
  const { path, size } = drawn.value;
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
