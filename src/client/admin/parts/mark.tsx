/** Shows a state as a coloured dot with words, never by colour alone. */
import type { ComponentChildren } from "preact";

/** `go`: it is well. `wait`: somebody should look. `bad`: it does not work. `off`: it is not in use. */
export type MarkKind = "go" | "wait" | "bad" | "off";

export const Mark = ({ kind, children }: { kind: MarkKind; children: ComponentChildren }) => (
  <span class={`mark mark-${kind}`}>{children}</span>
);
