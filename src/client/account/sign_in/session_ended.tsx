/** A session that ended without the person's doing is told of on every page. What tells of it is loaded when one did. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import type { SessionEnd } from "../../phone/person/ended.ts";

export function SessionEnded() {
  const app = useApp(), told = useSignal<{ by: ComponentType<{ ended: SessionEnd }> } | undefined>(undefined);
  const ended = app.call.value ? undefined : app.ended.value;
  useEffect(() => {
    if (ended) import("./ended_told.tsx").then((file) => told.value = { by: file.default }, () => {});
  }, [ended]);
  return ended && told.value ? <told.value.by ended={ended} /> : null;
}
