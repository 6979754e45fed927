/** One cache as people read it. The server draws the same for the first paint and for readers without scripts. */
import type { z } from "zod";
import type { CacheDetail } from "../../caches/mod.ts";
import { ButtonLink, Foreign, Heading } from "../ui/parts.tsx";
import { type Key, say } from "../ui/say.ts";
import { sayType } from "../marks/cache_row.tsx";
import { Coordinates } from "./coordinates.tsx";
import { Rungs } from "./rungs.tsx";

/** As the gateway tells it, or as a pack has it: with the stages themselves. */
export type CacheSeen = z.infer<typeof CacheDetail> & { stages?: readonly unknown[] };

const SIZES = ["micro", "small", "regular", "large", "none"];
/** The words for a cache's size; one that this app does not know is "other". */
export const saySize = (size: string): string => say(`size.${SIZES.includes(size) ? size : "other"}` as Key);

/** Code, type, owner, difficulty, terrain and size: the same on the page and on the printed sheet. */
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
      <p class="text">
        <Foreign>{cache.description}</Foreign>
      </p>
    )}
    {cache.hint && (
      <details>
        <summary>{say("cache.hint")}</summary>
        <p class={hintClass ? `text ${hintClass}` : "text"}>
          <Foreign>{cache.hint}</Foreign>
        </p>
      </details>
    )}
  </>
);

/** `draft`: a preview of a cache that is not published yet. `mine`: the reader owns it. */
export function CacheView({ cache, draft = false, mine = !!cache.own }: {
  cache: CacheSeen;
  draft?: boolean;
  mine?: boolean;
}) {
  const ref = encodeURIComponent(cache.gid ?? cache.code);
  // The gateway gives the number of stages, a pack the stages themselves.
  const staged = (cache.stageCount ?? cache.stages?.length ?? 0) > 0;
  const { code, title, finds, leastTrust } = cache;
  return (
    <article class="cache-view">
      {draft ? <h2>{title}</h2> : (
        <Heading>
          <Foreign>{title}</Foreign>
        </Heading>
      )}
      <CacheFacts cache={cache} />
      {cache.status === "disabled" && <p class="wait">{say("state.disabled")}</p>}
      {cache.status === "archived" && <p class="soft">{say("edit.status.archived")}</p>}
      {cache.removed && <p class="bad">{say("cache.removed", { reason: cache.removed.reason ?? "–" })}</p>}
      {cache.needsMaintenance && <p class="wait">{say("cache.maintenance")}</p>}
      {cache.yourLog?.found && <p class="go">{say("cache.yours")}</p>}
      <CacheWords cache={cache} />
      <Place cache={cache} />
      {!draft && (
        <p class="buttons">
          {cache.lat !== null && (
            <ButtonLink kind="quiet" icon="navigation" href={`/c/${ref}/go`}>{say("cache.go")}</ButtonLink>
          )}
          {staged && (
            <ButtonLink kind="quiet" icon="list" href={`/c/${ref}/stages`}>{say("cache.stages")}</ButtonLink>
          )}
        </p>
      )}
      {!cache.mirrored && !draft && (
        mine
          ? (
            <p class="buttons">
              <ButtonLink icon="pencil" href={`/c/${code}/edit`}>{say("cache.change")}</ButtonLink>
              {!cache.removed && (
                <ButtonLink kind="quiet" icon="flag" href={`/c/${code}/log`}>{say("cache.note")}</ButtonLink>
              )}
            </p>
          )
          : !cache.removed && <ButtonLink icon="flag" href={`/c/${code}/log`}>{say("cache.log")}</ButtonLink>
      )}
      {!draft && (
        <p>
          {!cache.mirrored && (
            <>
              <a href={`/c/${code}/radio`}>{say("print.radio")}</a> ·{" "}
            </>
          )}
          <a href={`/c/${encodeURIComponent(cache.gid ?? code)}/print`}>{say("cache.print")}</a>
        </p>
      )}
      <p class="soft">
        {say("cache.finds", { n: finds })}
        {leastTrust && <>. {say(`cache.needs.${leastTrust}`)}</>}
      </p>
      {!draft && <Rungs />}
    </article>
  );
}

function Place({ cache: { lat, lon, grid } }: { cache: CacheSeen }) {
  if (lat === null || lon === null) return <p>{say("cache.noplace")}</p>;
  return (
    <section>
      <h2>{say("cache.place")}</h2>
      <Coordinates lat={lat} lon={lon} />
      {grid && <p class="soft">{say("cache.locator", { grid })}</p>}
    </section>
  );
}
