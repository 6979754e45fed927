/** What is wrong: the first thing on every page of administration, and the only one that is not there when all is well. */
import type { ComponentChildren } from "preact";
import { tell } from "./tell.ts";
import { Mark, type MarkKind } from "./mark.tsx";

/** One thing that is wrong: a sentence, and what mends it. */
export interface Fault {
  /** `bad`: something does not work. `wait`: something will not, or is worth a look. */
  kind: Extract<MarkKind, "bad" | "wait">;
  sentence: ComponentChildren;
  /** A link or a button that mends it, or how. */
  fix?: ComponentChildren;
}

export function Wrong({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <section
      class={faults.some(({ kind }) => kind === "bad") ? "wrong wrong-bad" : "wrong"}
      aria-labelledby="wrong-title"
    >
      <h2 id="wrong-title">{tell("house.wrong", { n: faults.length })}</h2>
      <ul>
        {faults.map(({ kind, sentence, fix }, i) => (
          <li key={i}>
            <Mark kind={kind}>{sentence}</Mark>
            {fix && <span class="wrong-fix">{fix}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
