/** Shows what a find's level of proof is based on, as a drawing and as a list. */
import type { Point } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { sayDistance, saySpeed, sayTime } from "../ui/times.ts";
import { type Candidate, drawingOf } from "./evidence.ts";
import { Picture, SIZE } from "./evidence_picture.tsx";
import { type Made, Said } from "./said.tsx";

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
      {drawing && <Picture drawing={drawing} foundAt={foundAt} />}
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
    kmh ? saySpeed(kmh) : undefined,
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
