/** A state as a dot and words: never as a colour alone. */
import type { ComponentChildren } from "preact";

/** `go`: well. `wait`: worth a look. `bad`: does not work. `off`: not in use. */
export type MarkKind = "go" | "wait" | "bad" | "off";

export const Mark = ({ kind, children }: { kind: MarkKind; children: ComponentChildren }) => (
  <span class={`mark mark-${kind}`}>{children}</span>
);
