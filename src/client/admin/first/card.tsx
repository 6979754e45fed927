/** A step of the first run: its number, its title, and whether it is done or skipped. */
import type { ComponentChildren } from "preact";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";

export const Card = ({ n, title, done, skipped = false, children }: {
  n: number;
  title: string;
  done: boolean;
  skipped?: boolean;
  children: ComponentChildren;
}) => (
  <section class="first-card" aria-label={title} data-state={done ? "done" : skipped ? "skipped" : "open"}>
    <h2>
      {n} {title}
    </h2>
    <p>
      <Mark kind={done ? "go" : skipped ? "off" : "wait"}>
        {tell(done ? "first.done" : skipped ? "first.skipped" : "first.open")}
      </Mark>
    </p>
    {children}
  </section>
);
