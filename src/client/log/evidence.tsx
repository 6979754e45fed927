/** Shows what a find's level of proof is based on, as a drawing and as a list. */
import type { Point } from "../nearby/arrow.ts";
import { say } from "../shell/say.ts";
import { sayDistance, sayTime } from "../shell/times.ts";
import { type Candidate, type Drawing, drawingOf } from "./evidence.ts";
import { type Made, Said } from "./said.tsx";

const SIZE = 320, BAR = 24;

export function Evidence({ place, foundAt, candidates, sentence, said }: {
  place: Point | undefined;
  foundAt: number;
  candidates: readonly Candidate[];
  sentence?: string | undefined;
  /** What the sentence is made of. */
  said?: readonly Made[] | undefined;
}) {
  const drawing = place && drawingOf(place, foundAt, candidates, SIZE);
  return (
    <section class="evidence">
      <h2>{say("evidence.title")}</h2>
      {sentence && (
        <p>
          <Said said={said} english={sentence} />
        </p>
      )}
      {drawing && <Picture drawing={drawing} />}
      {candidates.length === 0 ? <p class="soft">{say("evidence.nothing")}</p> : (
        <ol>
          {candidates.map((one, i) => (
            <Line
              key={i}
              one={one}
              foundAt={foundAt}
              kmh={drawing?.legs.find(({ to }) => to.candidate === one)?.kmh}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The drawing. It is hidden from screen readers, since the list below says the same. */
function Picture({ drawing: { ring, marks, halos, legs, times } }: { drawing: Drawing }) {
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE + BAR}`} aria-hidden="true">
      <circle class="evidence-ring" cx={SIZE / 2} cy={SIZE / 2} r={ring} />
      <path class="evidence-cache" d={`M${SIZE / 2 - 7} ${SIZE / 2}h14M${SIZE / 2} ${SIZE / 2 - 7}v14`} />
      {halos.map(({ x, y, inner, outer }) =>
        [inner, outer].map((r) => <circle key={r} class="evidence-thin" cx={x} cy={y} r={r} />)
      )}
      {legs.map(({ from, to, kmh }, i) => (
        <g key={i}>
          <path class="evidence-thin" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
          {kmh > 0 && <text x={(from.x + to.x) / 2 + 4} y={(from.y + to.y) / 2 - 4}>{`${kmh} km/h`}</text>}
        </g>
      ))}
      {marks.map(({ candidate, n, x, y, accuracy, line }) => {
        const looks = candidate.counted ? "evidence-yes" : "evidence-no";
        return (
          <g key={n}>
            {line && (
              <path
                class={`${looks}-line`}
                d={`M${x} ${y}L${line.x} ${line.y}`}
              />
            )}
            {accuracy && <circle class="evidence-thin" cx={x} cy={y} r={accuracy} />}
            <circle class={looks} cx={x} cy={y} r="6" />
            <text x={x + 9} y={y + 4}>{n}</text>
          </g>
        );
      })}
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

/** A line of the list. `kmh`: the station's speed since its report before. */
function Line({ one, foundAt, kmh }: { one: Candidate; foundAt: number; kmh: number | undefined }) {
  const { kind, at, call, receiver, counted, reason, said, detail } = one;
  const facts = [
    KINDS.has(kind) ? say(`evidence.${kind as Known}`) : kind,
    call,
    sayTime(at, foundAt),
    one.distanceM !== undefined &&
    [one.fromM, one.distanceM].flatMap((m) => m === undefined ? [] : sayDistance(m)).join(" – "),
    one.accuracyM !== undefined && `± ${sayDistance(one.accuracyM)}`,
    kmh ? `${kmh} km/h` : undefined,
    receiver && say("evidence.heard", { site: receiver.site }),
  ].filter(Boolean);
  return (
    <li class={counted ? "go" : "soft"}>
      {facts.join(" · ")}: {counted
        ? say("evidence.counted")
        : reason === undefined
        ? say("evidence.not")
        : <Said said={said && [said]} english={reason} />}
      {said && detail && <span lang="en">{` (${detail})`}</span>}
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
