/** Parts of pages that are drawn once `later.ts` is loaded. */
import type { ComponentProps } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type * as later from "./later.ts";

type Later = typeof later;

/** What `later.ts` exports; `undefined` until it is loaded. */
export function useLater(): Later | undefined {
  const later = useSignal<Later | undefined>(undefined);
  useEffect(() => void import("./later.ts").then((found) => later.value = found, () => {}), []);
  return later.value;
}

/** See `Failed` in `why.tsx`. */
export function Failed(props: ComponentProps<Later["Failed"]>) {
  const later = useLater();
  return later ? <later.Failed {...props} /> : null;
}

/** See `PositionLine` in `line.tsx`. */
export function PositionLine(props: ComponentProps<Later["PositionLine"]>) {
  const later = useLater();
  return later ? <later.PositionLine {...props} /> : null;
}

/** See `locate.tsx`. It has its room from the beginning, so that the list below it does not move. */
export function Locate() {
  const later = useLater();
  return <div class="nearby-locate">{later && <later.Locate />}</div>;
}
