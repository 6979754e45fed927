/** Every part that pages are made of, in each of its states: for human eyes, who look at them without a gateway. */
import { renderToString } from "preact-render-to-string";
import { GroupHead } from "../../ui/look/lists.tsx";
import { FILLED_IN } from "./filled_in.tsx";
import { ON_THE_AIR } from "./on_the_air.tsx";
import { OVER } from "./over.tsx";
import { ROWS } from "./rows.tsx";
import type { Section } from "./section.ts";
import { TYPE_AND_ACTS } from "./type_and_acts.tsx";

const SECTIONS: readonly Section[] = [...TYPE_AND_ACTS, ...ON_THE_AIR, ...FILLED_IN, ...ROWS, ...OVER];

/** All of them as HTML: sections with a heading each. */
export const drawParts = (): string =>
  renderToString(
    <main>
      {SECTIONS.map(([title, Shown]) => (
        <section key={title} aria-label={title}>
          <GroupHead>{title}</GroupHead>
          <Shown />
        </section>
      ))}
    </main>,
  );
