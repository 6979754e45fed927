/** A setting as one line: its name, its value and where that comes from. It is unfolded to be changed. */
import type { ComponentChildren } from "preact";

export const Fold = ({ id, label, now, mark, changed = false, open, children }: {
  id: string;
  label: string;
  /** Its value, in one line. */
  now: string;
  mark: ComponentChildren;
  /** Whether the club has set it. */
  changed?: boolean;
  open: boolean;
  children: ComponentChildren;
}) => (
  <section class={changed ? "setting setting-changed" : "setting"} id={id} aria-label={label}>
    <details open={open}>
      <summary>
        <h3>{label}</h3>
        <span class="setting-now" dir="auto">{now}</span>
        {mark}
      </summary>
      <div class="setting-body">{children}</div>
    </details>
  </section>
);
