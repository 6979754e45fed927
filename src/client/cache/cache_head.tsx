/** What a cache's page says first: what it is, four facts, and how it is liked. Drawn by the server too. */
import type { ComponentChildren } from "preact";
import { sayType } from "../marks/cache_row.tsx";
import { HEART, STAR, THUMBS_UP } from "../ui/icons/field_paths.ts";
import { Icon, type IconName } from "../ui/icons/icon.tsx";
import { CallPlate, Dots, KindDisc } from "../ui/look/radio.tsx";
import { Foreign, Heading } from "../ui/parts.tsx";
import { bearing, distanceM, type Point } from "../ui/places/arrow.ts";
import { sayPoint } from "../ui/places/way_to.ts";
import { say } from "../ui/say.ts";
import { numberFormat, sayDate, sayDistance } from "../ui/times.ts";
import { type CacheSeen, saySize } from "./cache_seen.ts";

/** Its kind, name, and who hid it when. `draft`: a preview within another page. */
export function CacheHead({ cache, draft }: { cache: CacheSeen; draft: boolean }) {
  const { type, code, title, owner, status, createdAt, mirrored } = cache;
  const found = cache.yourLog?.found ? "found" : undefined;
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
          {mirrored || draft
            ? <CallPlate call={owner} />
            : <CallPlate call={owner} href={`/u/${encodeURIComponent(owner)}`} />}
          {after}
        </p>
      </div>
    </header>
  );
}

/** How far and where, how hard, how large. `here`: the reader's place, where they let the phone read it. */
export function CacheFour({ cache, here }: { cache: CacheSeen; here?: Point | undefined }) {
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
export function CacheLiked({ cache }: { cache: CacheSeen }) {
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
