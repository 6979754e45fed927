/** Shows what a find's level of proof is based on: a drawing, a strip of time, and a row for each thing that was looked at. */
import { SMARTPHONE } from "../ui/icons/field_paths.ts";
import type { IconName } from "../ui/icons/icon.tsx";
import { Entries, Entry } from "../ui/look/lists.tsx";
import { IconDisc } from "../ui/look/radio.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { sayDistance, saySpeed, sayTime } from "../ui/times.ts";
import { type Candidate, type Drawing, drawingOf } from "./evidence.ts";
import { Picture, SIZE, TimeStrip } from "./evidence_picture.tsx";
import { type Made, Said } from "./evidence_words.tsx";

interface EvidenceProps {
  place: Point | undefined;
  foundAt: number;
  candidates: readonly Candidate[];
}

const drawn = ({ place, foundAt, candidates }: EvidenceProps, leastM?: number): Drawing | undefined =>
  place && drawingOf(place, foundAt, candidates, SIZE, leastM);

/** Where there is room, so many metres around the cache are shown. */
const HERO_M = 250;

/** The drawing by itself, large, at the head of a find's page. */
export function EvidenceHero(shown: EvidenceProps) {
  const drawing = drawn(shown, HERO_M);
  return drawing
    ? (
      <figure class="evidence evidence-hero">
        <Picture drawing={drawing} />
      </figure>
    )
    : null;
}

/** `headed`: the drawing stands at the head of the page already. */
export function Evidence({ sentence, said, headed = false, ...shown }: EvidenceProps & {
  sentence?: string | undefined;
  /** What the sentence is made of. */
  said?: readonly Made[] | undefined;
  headed?: boolean;
}) {
  const { foundAt, candidates } = shown, drawing = drawn(shown);
  return (
    <section class="evidence">
      <h2>{say("evidence.title")}</h2>
      {sentence && (
        <p>
          <Said said={said} english={sentence} />
        </p>
      )}
      {drawing && !headed && <Picture drawing={drawing} />}
      {drawing && candidates.length > 0 && <TimeStrip drawing={drawing} foundAt={foundAt} />}
      {candidates.length === 0 ? <p class="soft">{say("evidence.nothing")}</p> : (
        <Entries>
          {candidates.map((one, i) => (
            <Line
              key={i}
              n={i + 1}
              one={one}
              foundAt={foundAt}
              kmh={drawing?.legs.find(({ to }) => to.candidate === one)?.kmh}
            />
          ))}
        </Entries>
      )}
    </section>
  );
}

/** A row: whether it counted or why not, then what it was. `n`: its number in the drawing. `kmh`: its speed since the one before. */
function Line({ n, one, foundAt, kmh }: {
  n: number;
  one: Candidate;
  foundAt: number;
  kmh: number | undefined;
}) {
  const { kind, at, call, receiver, counted, reason, said, detail, accuracyM } = one;
  const far = [one.fromM, one.distanceM].flatMap((m) => m === undefined ? [] : sayDistance(m)).join(" – ");
  const facts = [
    KINDS.has(kind) ? say(`evidence.${kind as Known}`) : kind,
    call,
    accuracyM !== undefined && `± ${sayDistance(accuracyM)}`,
    kmh ? saySpeed(kmh) : undefined,
    receiver && say("evidence.heard", { site: receiver.site }),
  ].filter(Boolean);
  return (
    <Entry
      disc={<IconDisc icon={counted ? SIGNS[kind] ?? "radio" : "x"} tint={counted ? "go" : "plain"} />}
      name={
        <>
          {far && `${far}: `}
          {counted
            ? say("evidence.counted")
            : reason === undefined
            ? say("evidence.not")
            : <Said said={said && [said]} english={reason} />}
          {said && detail && <span lang="en">{` (${detail})`}</span>}
        </>
      }
      line={facts.join(" · ")}
      far={
        <span class="far">
          {sayTime(at, foundAt)}
          <span class="far-below">{n}</span>
        </span>
      }
    />
  );
}

const SIGNS: Readonly<Record<string, IconName>> = {
  app: SMARTPHONE,
  device: SMARTPHONE,
  nfc: "key-round",
  peers: "network",
};

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
