/** One cache as people read it. The server draws the same for the first paint and for readers without scripts. */
import type { ComponentChildren } from "preact";
import { sayType } from "../marks/cache_row.tsx";
import { LIGHTBULB } from "../ui/icons/field_paths.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { ActBar } from "../ui/look/acting.tsx";
import { ButtonLink, Foreign } from "../ui/parts.tsx";
import type { Point } from "../ui/places/arrow.ts";
import { say } from "../ui/say.ts";
import { CacheFour, CacheHead, CacheLiked } from "./cache_head.tsx";
import { type CacheSeen, homeOf, saySize } from "./cache_seen.ts";
import { Coordinates } from "./coordinates.tsx";
import { PlacePicture } from "./place_picture.tsx";
import { Rungs } from "./rungs.tsx";

/** Code, type, owner, difficulty, terrain and size, for the printed sheet. */
export const CacheFacts = (
  { cache: { code, type, owner, difficulty, terrain, size } }: { cache: CacheSeen },
) => (
  <>
    <p>
      <span class="code">{code}</span> · {sayType(type)} · {say("cache.by", { owner })}
    </p>
    <p>{say("cache.facts", { difficulty, terrain, size: saySize(size) })}</p>
  </>
);

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
  mark?: "found" | "pending" | undefined;
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
      {parts.heard}
      {!draft && <Acts cache={cache} mine={mine} />}
      <CacheWords cache={cache} />
      <Place cache={cache} />
      {!draft && <Rungs />}
      {parts.children}
    </article>
  );
}

/** What one comes to do. A mirror is logged where it lives: nothing that is written here would reach it. */
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
      {mirrored
        ? <ButtonLink icon="flag" href={homeOf(origin, code)}>{say("cache.log.there")}</ButtonLink>
        : mine
        ? <ButtonLink icon="pencil" href={`/c/${code}/edit`}>{say("cache.change")}</ButtonLink>
        : !removed && (
          <ButtonLink icon="flag" href={`/c/${code}/log`}>
            {say(yourLog?.found ? "cache.note" : "cache.log")}
          </ButtonLink>
        )}
    </ActBar>
  );
}

/** What one has to know before going: shown above all else that is told of it. */
function States({ cache }: { cache: CacheSeen }) {
  const { status, removed, needsMaintenance, yourLog, mirrored, origin } = cache;
  return (
    <>
      {status === "disabled" && <p class="wait">{say("state.disabled")}</p>}
      {status === "archived" && <p class="soft">{say("edit.status.archived")}</p>}
      {removed && <p class="bad">{say("cache.removed", { reason: removed.reason ?? "–" })}</p>}
      {needsMaintenance && <p class="wait">{say("cache.maintenance")}</p>}
      {yourLog?.found && <p class="go">{say("cache.yours")}</p>}
      {mirrored && <p>{say("cache.lives", { origin })}</p>}
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
