/** A step of the first run: its number, its title, and whether it is done or skipped. One is open at a time. */
import type { ComponentChildren } from "preact";
import { Button } from "../../ui/parts.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";

/** `turn` opens the step, or closes it; without it, on a page without scripts, every step is open. */
export const Card = ({ n, title, done, skipped = false, open = true, turn, children }: {
  n: number;
  title: string;
  done: boolean;
  skipped?: boolean;
  open?: boolean;
  turn?: () => void;
  children: ComponentChildren;
}) => (
  <section class="first-card" aria-label={title} data-state={done ? "done" : skipped ? "skipped" : "open"}>
    <h2>
      {turn
        ? (
          <Button kind="quiet" aria-expanded={open} onClick={turn}>
            {n} {title}
          </Button>
        )
        : <>{n} {title}</>}
    </h2>
    <p>
      <Mark kind={done ? "go" : skipped ? "off" : "wait"}>
        {tell(done ? "first.done" : skipped ? "first.skipped" : "first.open")}
      </Mark>
    </p>
    {open && children}
  </section>
);
