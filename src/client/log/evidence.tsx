/** The drawing of why a find is worth what it is, and the same as a list. */
import type { Point } from "../nearby/arrow.ts";
import { say } from "../shell/say.ts";
import { sayDistance, sayTime } from "../shell/times.ts";
import { type Candidate, type Drawing, drawingOf } from "./evidence.ts";

const SIZE = 320, BAR = 24;

export function Evidence({ place, foundAt, candidates, sentence }: {
  place: Point | undefined;
  foundAt: number;
  candidates: readonly Candidate[];
  sentence?: string | undefined;
}) {
  return (
    <section class="evidence">
      <h2>{say("evidence.title")}</h2>
      {sentence && <p lang="en">{sentence}</p>}
      {place && <Picture drawing={drawingOf(place, foundAt, candidates, SIZE)} />}
      {candidates.length === 0 ? <p class="soft">{say("evidence.nothing")}</p> : (
        <ul>
          {candidates.map((one, i) => <Line key={i} one={one} foundAt={foundAt} />)}
        </ul>
      )}
    </section>
  );
}

/** The list below says the same: the picture is for eyes alone. */
function Picture({ drawing: { ring, marks, times } }: { drawing: Drawing }) {
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE + BAR}`} aria-hidden="true">
      <circle class="evidence-ring" cx={SIZE / 2} cy={SIZE / 2} r={ring} />
      <path class="evidence-cache" d={`M${SIZE / 2 - 7} ${SIZE / 2}h14M${SIZE / 2} ${SIZE / 2 - 7}v14`} />
      {marks.map(({ candidate, x, y }, i) => (
        <circle key={i} class={candidate.counted ? "evidence-yes" : "evidence-no"} cx={x} cy={y} r="6" />
      ))}
      <path class="evidence-bar" d={`M0 ${SIZE + BAR / 2}h${SIZE}`} />
      {times.map(({ candidate, at }, i) => (
        <circle
          key={i}
          class={candidate.counted ? "evidence-yes" : "evidence-no"}
          cx={at * SIZE}
          cy={SIZE + BAR / 2}
          r="5"
        />
      ))}
    </svg>
  );
}

function Line({ one, foundAt }: { one: Candidate; foundAt: number }) {
  const { kind, at, call, receiver, counted, reason } = one;
  const facts = [
    KINDS.has(kind) ? say(`evidence.${kind as Known}`) : kind,
    call,
    sayTime(at, foundAt),
    one.distanceM !== undefined && sayDistance(one.distanceM),
    receiver && say("evidence.heard", { site: receiver.site }),
  ].filter(Boolean);
  return (
    <li class={counted ? "go" : "soft"}>
      {facts.join(" · ")}:{" "}
      {counted ? say("evidence.counted") : <span lang="en">{reason ?? say("evidence.not")}</span>}
    </li>
  );
}

type Known = "rf" | "aprsis" | "meshcom" | "app" | "device" | "nfc" | "peers";
const KINDS: ReadonlySet<string> = new Set<Known>([
  "rf",
  "aprsis",
  "meshcom",
  "app",
  "device",
  "nfc",
  "peers",
]);
