/** A station that is heard, as a row of two lines. */
import type { ComponentChildren } from "preact";
import type { ReadonlySignal } from "@preact/signals";
import { CallPlate } from "./radio.tsx";

/** The classes of a row by when it was heard. */
export const HEARD = {
  now: "entry heard heard-now",
  late: "entry heard",
  old: "entry heard heard-old",
} as const;

/** `look`: one of `HEARD`. `link`: where the row leads. `way`: how it was heard, in a word beside its drawing. `of`: more classes of the row. */
export const LiveRow = ({ look, of, link, symbol, call, way, line, age, below }: {
  look: ReadonlySignal<string> | string;
  of?: string | undefined;
  link: { href: string };
  symbol: ComponentChildren;
  call: string;
  way: ComponentChildren;
  line: ComponentChildren;
  age: ComponentChildren;
  below?: ComponentChildren;
}) => (
  <li class={of}>
    <a class={look} {...link}>
      <span class="disc">{symbol}</span>
      <span class="entry-words">
        <span class="entry-name">
          <CallPlate call={call} />
          <span class="heard-way">{way}</span>
        </span>
        <span class="entry-line heard-says">{line}</span>
      </span>
      <span class="far">
        {age}
        {below !== undefined && <span class="far-below">{below}</span>}
      </span>
    </a>
  </li>
);
