/** What is wrong, at the top of every page of administration; nothing is shown where all is well. */
import type { ComponentChildren } from "preact";
import { tell } from "../tell.ts";
import { Mark, type MarkKind } from "./mark.tsx";

/** One thing that is wrong: a sentence, and how to mend it. */
export interface Fault {
  /** `bad`: something does not work. `wait`: something will fail soon, or somebody should look. */
  kind: Extract<MarkKind, "bad" | "wait">;
  sentence: ComponentChildren;
  /** A link or a button that mends it, or a sentence that says how. */
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
