/** How far somebody is with an award, drawn, and which cache would count next. */
import { distanceM } from "../../ui/places/arrow.ts";
import { squareAt } from "../../ui/places/squares.ts";
import { sayType } from "../../marks/cache_row.tsx";
import { useApp } from "../../phone/app.ts";
import type { CacheRow } from "../../phone/known/caches.ts";
import { plainCode } from "../../phone/known/same_code.ts";
import type { AnswerOf } from "../../phone/wire/routes.ts";
import { KindDisc } from "../../ui/look/radio.tsx";
import { Foreign } from "../../ui/parts.tsx";
import { language, say } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";

export type Award = AnswerOf<"GET /api/my/awards">["awards"][number];

/** So many things are drawn one by one; of more, a bar says how far one is. */
const CELLS_MOST = 24;
/** Letters of a square's locator, as awards take it. */
const SQUARE = 4;

/** The drawing, beside the words that say the same. */
export function Drawn({ award: { rule, name, have, of, things } }: { award: Award }) {
  const { gateway } = useApp();
  if (rule.kind === "types") {
    return (
      <span class="award-things">
        {[...new Set(rule.types)].map((type) => (
          <KindDisc key={type} type={type} size="small" off={!things.includes(type)} />
        ))}
      </span>
    );
  }
  if (rule.kind !== "finds" && rule.kind !== "list" && of <= CELLS_MOST) {
    const first = rule.kind === "months" ? things[0] ?? monthOf(gateway.now()) : undefined;
    const wordOf = (at: number) => first === undefined ? things[at] : monthLetter(first, at);
    return (
      <span class={`award-things award-${rule.kind}`} aria-hidden="true">
        {Array.from(
          { length: of },
          (_, at) => (
            <i key={at} class={at < things.length ? "award-thing award-has" : "award-thing"}>{wordOf(at)}</i>
          ),
        )}
      </span>
    );
  }
  return <progress max={of} value={have} aria-label={say("awards.progress", { name })} />;
}

const monthOf = (at: number) => new Date(at * 1000).toISOString().slice(0, 7);
/** The letter of the month so many after one that is written as `2026-03`. */
function monthLetter(first: string, later: number): string {
  const [year, month] = first.split("-").map(Number) as [number, number];
  const day = new Date(Date.UTC(year, month - 1 + later, 15));
  return new Intl.DateTimeFormat(language.value.code, { month: "narrow", timeZone: "UTC" }).format(day);
}

/** Whether a find of a cache would count towards an award that is not reached yet; `undefined`: a cache cannot tell. */
function counting({ rule, things }: Award): ((row: CacheRow) => boolean) | undefined {
  const has = new Set(things);
  if (rule.kind === "types") return ({ type }) => rule.types.includes(type) && !has.has(type);
  if (rule.kind === "squares") return (row) => row.type !== "living" && !has.has(squareAt(row, SQUARE));
  if (rule.kind === "list") {
    const codes = new Set(rule.codes.map(plainCode));
    return ({ code }) => codes.has(plainCode(code)) && !has.has(plainCode(code));
  }
}

/** A cache of others that would count, as far as this phone knows caches: the nearest, where its own place is known. */
export function Next({ award, account }: { award: Award; account: string }) {
  const { caches } = useApp(), counts = counting(award);
  const here = caches.own.from.value;
  const row = counts &&
    caches.heeded.value.find((one) =>
      one.status === "active" && one.owner !== account && (caches.mark(one) ?? "logged") === "logged" &&
      counts(one)
    );
  if (!row) return null;
  return (
    <p class="soft">
      <a href={`/c/${encodeURIComponent(row.gid ?? row.code)}`}>
        <Foreign>{row.title}</Foreign>
      </a>{" "}
      {here ? say("awards.next.far", { far: sayDistance(distanceM(here, row)) }) : say("awards.next")}
    </p>
  );
}

/** The kinds that are missing, in words. */
export const missingOf = ({ rule, things }: Award): string | undefined =>
  rule.kind === "types"
    ? [...new Set(rule.types)].filter((type) => !things.includes(type)).map(sayType).join(", ")
    : undefined;
