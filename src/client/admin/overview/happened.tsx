/** What happened lately: starts, lights, and what operators did; the same numbers stand on the time line. */
import type { AnswerOf } from "../../phone/wire/routes.ts";
import { PAGES } from "../../pages/page_table.ts";
import { Foreign } from "../../ui/parts.tsx";
import { sayTime } from "../../ui/times.ts";
import { sayDid } from "../people/log.tsx";
import { type AdminKey, isTold, tell } from "../tell.ts";
import type { TimeMark } from "./chart.tsx";
import { lightPlace } from "./where.ts";

export type Happenings = AnswerOf<"GET /api/admin/happenings">;
type Happening = Happenings["items"][number];

/** Such as "Receiver hut" of `box:hut`. */
function lightName(key: string): string {
  const at = key.indexOf(":"), kind = at < 0 ? key : key.slice(0, at);
  const light = `light.of.${kind}`, line = `check.of.${kind}`;
  return isTold(light) ? tell(light, { name: key.slice(at + 1) }) : isTold(line) ? tell(line) : key;
}

/** In a few words what it was. */
function sayHappening({ kind, what, of, n }: Pick<Happening, "kind" | "what" | "of" | "n">): string {
  switch (kind) {
    case "start":
      return tell("happened.start", { version: what });
    case "act": {
      const did = sayDid({ action: what, kind: of });
      return n > 1 ? tell("happened.several", { n, did }) : did;
    }
    default:
      return tell(`happened.${kind}` as AdminKey, { what: lightName(what) });
  }
}

/** Where one reads more of it. */
const placeOf = ({ kind, what }: Happening): string =>
  kind === "act" ? PAGES.adminDone.path : kind === "start" ? PAGES.adminGround.path : lightPlace(what);

/** The newest, with numbers: the oldest of them is 1, as on the time line. */
export function marksOf(items: readonly Happening[], most: number): (TimeMark & { one: Happening })[] {
  const newest = items.slice(0, most);
  return newest.map((one, i) => ({
    n: newest.length - i,
    at: one.at,
    href: placeOf(one),
    words: sayHappening(one),
    one,
  }));
}

/** `here`: the number of the one that is under the pointer on the time line. */
export const Happened = ({ marks, now, here }: {
  marks: readonly (TimeMark & { one: Happening })[];
  now: number;
  here: { value: number | undefined };
}) => (
  <section class="card board-done" aria-labelledby="happened-title">
    <div class="board-line">
      <h2 id="happened-title">{tell("happened.title")}</h2>
      <a href={PAGES.adminDone.path}>{tell("happened.all")}</a>
    </div>
    {marks.length === 0 && <p class="soft">{tell("happened.none")}</p>}
    <ol class="happened">
      {marks.map(({ n, at, href, words, one: { label, actor, reason } }) => (
        <li key={n}>
          <a href={href} aria-current={here.value === n ? "true" : undefined}>
            <span class="happened-n" aria-hidden="true">{n}</span>
            <span class="happened-what">
              <b>{words}</b>
              {(label || actor) && (
                <span class="soft">
                  {actor}
                  {actor && label && " · "}
                  {label && <Foreign>{label}</Foreign>}
                  {reason && ": "}
                  {reason && <Foreign>{reason}</Foreign>}
                </span>
              )}
            </span>
            <time class="soft">{sayTime(at, now)}</time>
          </a>
        </li>
      ))}
    </ol>
  </section>
);
