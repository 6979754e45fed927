/** One cache as people read it. The server draws the same for the first paint and for readers without scripts. */
import type { ComponentChildren } from "preact";
import { sayType } from "../marks/cache_row.tsx";
import { HEART, LIGHTBULB, STAR, THUMBS_UP } from "../ui/icons/field_paths.ts";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { ActBar } from "../ui/look/acting.tsx";
import { ButtonLink, Foreign, Heading } from "../ui/parts.tsx";
import { FlagLines } from "../phone/known/flags.tsx";
import type { Mark } from "../phone/known/caches.ts";
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { type CacheSeen, saySize } from "./cache_seen.ts";
import { Coordinates } from "./coordinates.tsx";
import { PlacePicture } from "./place_picture.tsx";
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { numberFormat, sayDate, sayDistance } from "../ui/times.ts";
import { CallPlate, Dots, KindDisc } from "../ui/look/radio.tsx";
import { sayPoint } from "../ui/places/way_to.ts";

// What a cache's page says first: what it is, four facts, and how it is liked. Drawn by the server too.

/** What stands in the place of a call that its hider lost, or whose account was erased. */
const NAMELESS: ReadonlySet<string> = new Set(["FORMER", "WITHDRAWN"]);

/** Its kind, name, and who hid it when. `draft`: a preview within another page. */
function CacheHead({ cache, draft }: { cache: CacheSeen; draft: boolean }) {
  const { type, code, title, owner, status, createdAt, mirrored } = cache;
  const found = !cache.yourLog?.found ? undefined : cache.yourLog.counts === false ? "logged" : "found";
  const said = createdAt > 0 ? say("cache.hidden", { date: sayDate(createdAt) }) : say("cache.by", {});
  const [before, after] = said.split("{owner}");
  return (
    <header class="cache-head">
      <KindDisc type={type} mark={found} off={status !== "active"} size="big" />
      <div>
        <p class="cache-kind">
          {sayType(type)} · <span class="code">{code}</span>
        </p>
        {draft ? <h2>{title}</h2> : (
          <Heading>
            <Foreign>{title}</Foreign>
          </Heading>
        )}
        <p class="soft">
          {before}
          {NAMELESS.has(owner)
            ? say("cache.former")
            : mirrored || draft
            ? <CallPlate call={owner} />
            : <CallPlate call={owner} href={`/u/${encodeURIComponent(owner)}`} />}
          {after}
        </p>
      </div>
    </header>
  );
}

/** How far and where, how hard, how large. `here`: the reader's place, where they let the phone read it. */
function CacheFour({ cache, here }: { cache: CacheSeen; here?: Point | undefined }) {
  const { lat, lon, difficulty, terrain, size } = cache;
  return (
    <dl class="cache-four">
      {here && lat !== null && lon !== null && <Way from={here} to={{ lat, lon }} />}
      <Fact name={say("cache.how.difficulty")} value={said(difficulty)}>
        <Dots of={difficulty} label={say("cache.difficulty", { n: difficulty })} />
      </Fact>
      <Fact name={say("cache.how.terrain")} value={said(terrain)}>
        <Dots of={terrain} label={say("cache.terrain", { n: terrain })} />
      </Fact>
      <Fact name={say("cache.size")} value={saySize(size)} />
    </dl>
  );
}

const said = (value: number): string => numberFormat({ maximumFractionDigits: 1 }).format(value);

function Way({ from, to }: { from: Point; to: Point }) {
  const towards = bearing(from, to);
  return (
    <Fact name={say("cache.far")} value={sayDistance(distanceM(from, to))}>
      <svg class="way-arrow" viewBox="-50 -50 100 100" aria-hidden="true">
        <path d="M0 -44L28 40L0 22L-28 40Z" transform={`rotate(${Math.round(towards)})`} />
      </svg>{" "}
      {Math.round(towards)}° {sayPoint(towards)}
    </Fact>
  );
}

const Fact = ({ name, value, children }: { name: string; value: string; children?: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
    {children && <dd class="cache-four-below">{children}</dd>}
  </div>
);

/** Who was here, and how it is liked: one quiet line. */
function CacheLiked({ cache }: { cache: CacheSeen }) {
  const { finds, lastFound, favorites, recommended, rating, leastTrust } = cache;
  const found = lastFound ? say("cache.lastfound", { date: sayDate(lastFound) }) : undefined;
  return (
    <p class="cache-liked soft">
      <span>{[say("cache.finds", { n: finds }), found].filter(Boolean).join(" · ")}</span>
      {recommended > 0 && (
        <Sign icon={THUMBS_UP} about={say("cache.recommended", { n: recommended })}>{said(recommended)}</Sign>
      )}
      {favorites > 0 && (
        <Sign icon={HEART} about={say("cache.hearts", { n: favorites })}>{said(favorites)}</Sign>
      )}
      {rating.avg !== null && (
        <Sign icon={STAR} about={say("cache.stars", { stars: said(rating.avg), n: rating.count })}>
          {said(rating.avg)}
        </Sign>
      )}
      {leastTrust === "A" && <span>{say("cache.needs.A")}</span>}
    </p>
  );
}

/** A number with its sign, which is said whole to screen readers. */
const Sign = ({ icon, about, children }: { icon: IconName; about: string; children: string }) => (
  <span class="cache-sign">
    <Icon name={icon} />
    <span aria-hidden="true">{children}</span>
    <span class="unseen">{about}</span>
  </span>
);

// How well a find can be proven, as three rungs, folded into one line: each with its picture, the distance from the
// cache and the time between packet and log that it allows.

function Rungs() {
  const far = sayDistance(RADIUS_M);
  return (
    <details class="rungs">
      <summary>{say("cache.rungs")}</summary>
      <ol>
        <Rung
          words={say("rung.a", { far })}
          picture={
            <>
              <path class="rung-hill" d="M0 66c30-4 50-20 78-22s34 14 42 22z" />
              <path class="rung-wave" d="M30 50Q56 8 92 30" />
              <circle class="rung-reach" cx="28" cy="56" r="14" />
              <path class="rung-line" d="M28 40v12M24 50h8v14h-8zM92 22v24M92 30l-7 16M92 30l7 16M87 40h10" />
            </>
          }
        />
        <Rung
          words={say("rung.b", { far })}
          picture={
            <>
              <circle class="rung-reach" cx="60" cy="42" r="24" />
              <path
                class="rung-pin"
                d="M60 20c-8 0-14 6-14 14 0 10 14 24 14 24s14-14 14-24c0-8-6-14-14-14z"
              />
            </>
          }
        />
        <Rung
          words={say("rung.none")}
          picture={
            <path
              class="rung-line"
              d="M34 20h22q4 0 4 4v32q0-4-4-4H34zM86 20H64q-4 0-4 4v32q0-4 4-4h22zM40 30h12M40 37h12M68 30h12"
            />
          }
        />
      </ol>
    </details>
  );
}

/** `words` begin with the rung's name and a colon. */
function Rung({ words, picture }: { words: string; picture: ComponentChildren }) {
  const end = words.indexOf(":") + 1;
  return (
    <li class="rung">
      <svg viewBox="0 0 120 72" aria-hidden="true">{picture}</svg>
      <p>
        <strong>{words.slice(0, end)}</strong>
        {words.slice(end)}
      </p>
    </li>
  );
}

/** Code, type, owner, difficulty, terrain and size, for the printed sheet. */
export const CacheFacts = (
  { cache }: { cache: CacheSeen },
) => {
  const { code, type, owner, difficulty, terrain, size } = cache;
  return (
    <>
      <p>
        <span class="code">{code}</span> · {sayType(type)} · {say("cache.by", { owner })}
      </p>
      <p>{say("cache.facts", { difficulty, terrain, size: saySize(size) })}</p>
      <FlagLines of={cache} />
    </>
  );
};

/** What its owner wrote: the description, and the hint, closed. `hintClass` is added to the hint's classes. */
export const CacheWords = ({ cache, hintClass }: { cache: CacheSeen; hintClass?: string }) => (
  <>
    {cache.description && (
      <p class="text reading">
        <Foreign>{cache.description}</Foreign>
      </p>
    )}
    {cache.hint && (
      <details class="fold">
        <summary>
          <Icon name={LIGHTBULB} />
          {say("cache.hint")}
        </summary>
        <p class={hintClass ? `text ${hintClass}` : "text reading"}>
          <Foreign>{cache.hint}</Foreign>
        </p>
      </details>
    )}
  </>
);

/**
 * `draft`: a preview of a cache that is not published yet. `mine`: the reader owns it. `here`: where the reader is. `picture`
 * lies over the place's drawing, `tools` over both; `heard` stands below the facts, and `children` end the page.
 */
export function CacheView({ cache, draft = false, mine = !!cache.own, here, mark, ...parts }: {
  cache: CacheSeen;
  draft?: boolean;
  mine?: boolean;
  here?: Point | undefined;
  mark?: Mark;
  picture?: ComponentChildren;
  tools?: ComponentChildren;
  heard?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <article class="cache-view thumbed">
      {!draft && (
        <div class="cache-hero">
          <PlacePicture cache={cache} mark={mark} here={here} />
          {parts.picture}
          {parts.tools}
        </div>
      )}
      <CacheHead cache={cache} draft={draft} />
      <States cache={cache} />
      <CacheFour cache={cache} here={here} />
      <CacheLiked cache={cache} />
      <FlagLines of={cache} />
      {parts.heard}
      {!draft && <Acts cache={cache} mine={mine} />}
      <CacheWords cache={cache} />
      <Place cache={cache} />
      {!draft && <Rungs />}
      {parts.children}
    </article>
  );
}

/** What one comes to do. A log of a mirror goes to the instance that keeps it. */
function Acts({ cache, mine }: { cache: CacheSeen; mine: boolean }) {
  const { code, mirrored, origin, removed, lat, yourLog } = cache;
  const ref = encodeURIComponent(cache.gid ?? code);
  // The gateway gives the number of stages, a pack the stages themselves.
  const staged = (cache.stageCount ?? cache.stages?.length ?? 0) > 0;
  return (
    <ActBar>
      {staged && (
        <ButtonLink kind="quiet" icon="list" href={`/c/${ref}/stages`}>{say("cache.stages")}</ButtonLink>
      )}
      {lat !== null && (
        <ButtonLink kind="quiet" icon="navigation" href={`/c/${ref}/go`}>{say("cache.go")}</ButtonLink>
      )}
      {mine
        ? <ButtonLink icon="pencil" href={`/c/${code}/edit`}>{say("cache.change")}</ButtonLink>
        : !removed && (
          <ButtonLink icon="flag" href={`/c/${ref}/log`}>
            {say(yourLog?.found && yourLog.counts !== false ? "cache.note" : "cache.log")}
          </ButtonLink>
        )}
      {mirrored && <p class="soft">{say("cache.log.goes", { origin })}</p>}
    </ActBar>
  );
}

/** What one has to know before going: shown above all else that is told of it. */
function States({ cache }: { cache: CacheSeen }) {
  const { status, removed, needsMaintenance, yourLog, mirrored, origin, originTrust } = cache;
  return (
    <>
      {status === "disabled" && <p class="wait">{say("state.disabled")}</p>}
      {status === "archived" && <p class="soft">{say("edit.status.archived")}</p>}
      {removed && <p class="bad">{say("cache.removed", { reason: removed.reason ?? "–" })}</p>}
      {needsMaintenance && <p class="wait">{say("cache.maintenance")}</p>}
      {yourLog?.found &&
        (yourLog.counts === false
          ? <p class="wait">{say("cache.yours.uncounted")}</p>
          : <p class="go">{say("cache.yours")}</p>)}
      {mirrored && (
        <p>
          {say("cache.lives", { origin })}
          {originTrust === "unvetted" && <>{" "}{say("cache.unchecked", { origin })}</>}
        </p>
      )}
    </>
  );
}

function Place({ cache: { lat, lon, parkingLat, parkingLon } }: { cache: CacheSeen }) {
  if (lat === null || lon === null) return <p>{say("cache.noplace")}</p>;
  return (
    <section>
      <h2>{say("cache.place")}</h2>
      <Coordinates lat={lat} lon={lon} />
      {parkingLat !== undefined && parkingLon !== undefined && (
        <>
          <h3>{say("cache.parking")}</h3>
          <Coordinates lat={parkingLat} lon={parkingLon} />
        </>
      )}
    </section>
  );
}
