/** What will become of field notes: those that can be logged, those that need a text first, those that will not be logged. */
import { say } from "../../../ui/say.ts";
import { canBeSent, type Noted } from "./send_note.ts";

export const OUTLOOKS = ["ready", "text", "not"] as const;

/** A note that no log can be made of for another reason than its text stays what it is. */
export const outlookOf = (note: Noted): typeof OUTLOOKS[number] =>
  canBeSent(note) ? "ready" : note.state === "ready" ? "text" : "not";

/** Shares of a bar that is a hundred wide; each that has any is seen. */
const WIDTH = 100, GAP = 1;

/** All of them as one bar, and beside it in words what its parts are. */
export function Outlook({ notes }: { notes: readonly Noted[] }) {
  const shares = OUTLOOKS.map((outlook) => ({
    outlook,
    n: notes.filter((note) => outlookOf(note) === outlook).length,
  })).filter(({ n }) => n > 0);
  if (shares.length === 0) return null;
  const each = (WIDTH - GAP * (shares.length - 1)) / notes.length;
  let begin = 0;
  return (
    <>
      <svg class="outlook" viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" aria-hidden="true">
        {shares.map(({ outlook, n }) => {
          const x = begin;
          begin += n * each + GAP;
          return <rect key={outlook} class={`outlook-${outlook}`} x={x} width={n * each} height="4" />;
        })}
      </svg>
      <p class="entry-line">
        {shares.map(({ outlook, n }) => (
          <span key={outlook}>
            <i class={`outlook-${outlook}`} />
            {say(`notes.outlook.${outlook}.n`, { n })}
          </span>
        ))}
      </p>
    </>
  );
}
